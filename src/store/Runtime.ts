import type { Action, Dispatch, MiddlewareAPI } from 'redux'
import type { Machinery } from '../endpoint/brought'
import type { TableOwners } from '../normalize/PendingRows'
import type { ManagerStore } from './Manager'
import { Managers } from './Managers'
import { SuspendedReaders } from './observe/SuspendedReaders'
import { WaitingReaders } from './observe/WaitingReaders'
import { ObserverIndex } from './observe/ObserverIndex'
import { Conflicts, LandingLog } from './requests/LandingLog'
import { Freshness } from './requests/Freshness'
import type { Problem } from './requests/Problems'
import {
  type Call,
  type InFlightRequest,
  InFlightRequests,
  type JoinOptions,
  type RequestCall,
  requestKeyOf,
} from './requests/InFlightRequest'
import { Refetches } from './requests/Refetches'
import { UncachedResults } from './requests/UncachedResults'
import { OwnActions } from './state/acceptAction'
import {
  type ActionCreators,
  createActions,
  type PlainMeta,
  type RestAction,
  withRepaired,
} from './state/actions'
import { type Clock, createClock, TICK } from './state/expiry'
import { ImportedStates, type Limit } from './state/importedRows'
import { findRestState, selectRestState } from './state/readableState'
import type { OptimisticLayer, RestState } from './state/state'
import { getRow, rows } from './state/table'
import { Timers } from './Timers'

/** The options of `createRest`, with their defaults. */
export interface RestSettings {
  readonly reducerPath: string
  readonly dataExpiryLength: number
  readonly errorExpiryLength: number
  readonly fetchFn: typeof fetch | undefined
  readonly managers: readonly Machinery[]
  /** What is read where the reducer was injected, which has its state from the next action on. */
  absentState?: RestState
}

/** What the optimistic manager has of the mutations in flight. */
export interface Optimism {
  /** Puts back the layers of mutations in flight where a state lacks them, and takes away all others. */
  restore(state: RestState, isReplaced: boolean): void
  layerOf(call: RequestCall): OptimisticLayer | undefined
}

/** All of one store that is no data: requests in flight, timers, readers. One per store and `reducerPath`. */
export class Runtime {
  readonly settings: RestSettings
  readonly actions: ActionCreators
  /** An imported state is read before a moment is given, so that what is written then is later than its rows. */
  readonly clock: Clock = createClock(() => this.#rawState && this.state)
  readonly ownActions = new OwnActions()
  readonly observers = new ObserverIndex(() => this.state)
  readonly inFlight = new InFlightRequests()
  /** Requests of sensitive endpoints, of which the store learns nothing. */
  readonly beside = new Set<InFlightRequest>()
  readonly landings = new LandingLog()
  readonly conflicts = new Conflicts(this)
  readonly imported = new ImportedStates(this)
  /** Which schema each table belongs to. */
  readonly tableOwners: TableOwners = new Map()
  readonly timers = new Timers()
  readonly freshness = new Freshness(this.timers)
  /** Why calls have no data, and are not requested again by themselves; by key. */
  readonly problems = new Map<string, Problem>()
  readonly refetches: Refetches
  readonly suspended = new SuspendedReaders(this.timers)
  /** Checks in development that no reader waits for ever. */
  readonly waiting: WaitingReaders | undefined
  /** Failed responses that a user wants to retry, however fresh they are; by key. */
  readonly retries = new Map<string, number>()
  readonly uncached = new UncachedResults(this)
  readonly managers: Managers
  /** What the optimistic manager does for states; only while it runs. */
  optimism: Optimism | undefined
  /** What ends what was started for the store as a whole. */
  readonly cleanups = new Set<() => void>()
  readonly dispatch: Dispatch<Action>
  readonly getState: () => unknown
  /** What could not be dispatched while React rendered. */
  readonly #pending = new Set<() => void>()
  #lastMutation: number | undefined
  /** Set when the store's work was ended. */
  disposal: { readonly error: Error } | undefined
  #extra: { readonly value: unknown } | undefined
  #stopFollowing: () => void = doNothing
  #isCommitting = false
  /** After an action of ours there is a state, or no reducer. */
  #hasCommitted = false
  /** The state that was read last, or made by an action of this store. */
  #seen: RestState | undefined

  constructor(
    api: MiddlewareAPI,
    settings: RestSettings,
    managerStoreOf: (runtime: Runtime) => ManagerStore,
  ) {
    this.dispatch = api.dispatch
    this.getState = api.getState
    this.settings = settings
    this.actions = createActions(settings.reducerPath)
    this.refetches = new Refetches(this)
    this.managers = new Managers(settings.managers, () => managerStoreOf(this))
    if (process.env.NODE_ENV !== 'production') {
      this.waiting = new WaitingReaders(this.refetches, this.timers, () => this.observers.check())
    }
  }

  /** The reads in flight, those of sensitive endpoints too. */
  get reads(): readonly InFlightRequest[] {
    return [...this.inFlight.all, ...this.beside].filter(({ call }) => !call.isMutation)
  }

  /** Our part of the state, with rows from elsewhere as old as they may be. */
  get state(): RestState {
    const state = this.#rawState
    if (state === undefined) return this.checkState()
    this.look(state)
    return this.imported.read(state)
  }

  /** Dispatches an action of this store with what its managers add, and returns it. */
  send<Sent extends RestAction>(given: Sent): Sent {
    const hasState = this.#rawState !== undefined
    const action = hasState ? (this.managers.commit(given, this.state) as Sent) : given
    this.ownActions.add(action)
    try {
      this.dispatch(action)
    } finally {
      this.ownActions.end(action)
    }
    return action
  }

  /** An action with the repairs of the state that it meets. */
  withRepairs(action: RestAction): RestAction {
    const state = this.#rawState
    const repaired = state && this.imported.repairsOf(state)
    return repaired === undefined ? action : withRepaired(action, repaired)
  }

  nextId(): string {
    return this.ownActions.nextId()
  }

  /** The meta of an action of this store that is no request's. */
  plainMeta<Kind extends string>(kind: Kind, fetchedAt = this.clock.next()): PlainMeta<Kind> {
    return { kind, actionId: this.nextId(), fetchedAt, date: Date.now() }
  }

  /**
   * Runs what may make the next state; subscribers may read that before it returns.
   * @param isOwn whether an action of this store makes it; a state that a subscriber imports meanwhile comes from elsewhere
   */
  run<Result>(isOwn: boolean, next: () => Result): Result {
    const before = this.#isCommitting
    this.look()
    this.#isCommitting = isOwn
    try {
      return next()
    } finally {
      this.look()
      this.#isCommitting = before
      this.#hasCommitted ||= isOwn
    }
  }

  /** Sees a state for the first time. After a jump in time, or an import, what is in flight may not contain what is there. */
  look(state = this.#rawState): void {
    const before = this.#seen
    if (before === state || state === undefined) return
    this.#seen = state
    if (this.#isCommitting) return this.imported.addOwn(state)
    const isSame = before?.entities === state.entities && before.requests === state.requests
    this.restore(state, !isSame)
    if (before === undefined || isSame || this.inFlight.size === 0) return
    const landed = this.clock.next()
    this.landings.add({ started: landed, landed, isReplacement: true, mayConcern: () => true })
  }

  /**
   * Takes away what is expected of mutations that are not in flight, and puts back what is expected of those that are.
   * @param isReplaced there may be other rows than those that it was computed from
   */
  restore(state: RestState, isReplaced: boolean): void {
    const { optimism, actions } = this
    if (optimism !== undefined) return optimism.restore(state, isReplaced)
    const dropped = endedIn(state, this.inFlight)
    if (dropped.length === 0) return
    this.dispatchSoon(() =>
      this.send(actions.optimistic({ optimistic: { dropped } }, this.plainMeta('optimistic'))),
    )
  }

  /** No row from elsewhere is later than this. */
  get limit(): Limit {
    return { moment: (this.inFlight.oldest ?? this.clock.now()) - TICK, date: Date.now() }
  }

  /** @throws Error where the store has no state of ours and expects none, with the line that is missing */
  checkState(): RestState {
    const { absentState, reducerPath } = this.settings
    if (absentState !== undefined && !this.#hasCommitted) return absentState
    return selectRestState(this.getState(), reducerPath)
  }

  /** Notifies readers of changes that no action brought, such as those of DevTools, with the subscribers of the store. */
  follow(store: { subscribe(listener: () => void): () => void }): void {
    if (this.cleanups.has(this.#stopFollowing)) return
    this.#stopFollowing = store.subscribe(() => this.observers.check())
    this.cleanups.add(this.#stopFollowing)
  }

  /** The `extraArgument` of the thunk middleware, which is passed to a request that a hook starts as well. */
  get extra(): unknown {
    this.#extra ??= { value: this.dispatch(readExtra as never) }
    return this.#extra.value
  }

  get knowsExtra(): boolean {
    return this.#extra !== undefined
  }

  /** Whether anything reads a call, or keeps its data up to date. */
  isRead(key: string): boolean {
    return this.observers.isRead(key) || this.managers.isRead(key)
  }

  /** Dispatches something in a microtask, or before the next write that a caller makes. */
  dispatchSoon(run: () => void): void {
    const runOnce = (): void => {
      if (this.#pending.delete(runOnce)) run()
    }
    this.#pending.add(runOnce)
    queueMicrotask(runOnce)
  }

  /** Dispatches now what was deferred while React rendered: a write by hand meets all requests in flight. */
  dispatchPending(): void {
    for (const run of this.#pending) run()
  }

  /** Records that a mutation landed, or ended without a response: responses of reads that started before may not contain it. */
  noteMutation(landed: number): void {
    this.#lastMutation = landed
  }

  /** The read in flight whose response would be what is requested now. */
  currentRead(call: Call, options: JoinOptions = {}): InFlightRequest | undefined {
    const request = this.inFlight.read(requestKeyOf(call))
    return request && this.isCurrent(request, options) ? request : undefined
  }

  /** Whether the response of a read in flight would be what is requested now. */
  isCurrent(request: InFlightRequest, { isExplicit, after }: JoinOptions = {}): boolean {
    const { key, started, isPage } = request.call
    if (request.isSettled || request.signal.aborted || this.isBeforeReset(request.call))
      return false
    const row = getRow(this.state.requests, key)
    // The response of a read that started later is there; pages of a list come to it in any order.
    if (isBefore(started, row?.fetchedAt) && !isPage) return false
    if (isBefore(started, row?.invalidated)) return false
    if (after !== undefined && started <= after) return false
    if (isExplicit !== true) return true
    return !isBefore(started, row?.expired) && !isBefore(started, this.#lastMutation)
  }

  /** Whether a request started before the last reset, and so must not land any more. */
  isBeforeReset({ started }: Pick<RequestCall, 'started'>): boolean {
    return started <= this.state.lastReset
  }

  /** A reducer that was injected a moment ago has no state before the next action. */
  get #rawState(): RestState | undefined {
    return findRestState(this.getState(), this.settings.reducerPath)
  }
}

/** The mutations of a state that are in flight in no store, as after an import. */
export function endedIn(
  { optimistic, mutations }: RestState,
  inFlight: Pick<InFlightRequests, 'has'>,
): readonly string[] {
  const ids = new Set(optimistic.map(({ requestId }) => requestId))
  for (const [, { status, requestId }] of rows(mutations)) {
    if (status === 'pending') ids.add(requestId)
  }
  return [...ids].filter((requestId) => !inFlight.has(requestId))
}

function isBefore(one: number, other: number | undefined): boolean {
  return other !== undefined && one < other
}

function doNothing(): void {
  // Nothing was followed yet.
}

function readExtra(_dispatch: unknown, _getState: unknown, extra: unknown): unknown {
  return extra
}
