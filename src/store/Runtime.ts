import type { Action, Dispatch, MiddlewareAPI } from 'redux'
import type { EndpointContract } from '../endpoint/contract'
import type { Owners } from '../normalize/Drafts'
import type { Order } from '../schema/contract'
import { compareOrder } from '../schema/order'
import {
  type ActionCreators,
  createActions,
  type PlainMeta,
  type RestAction,
  withRepaired,
} from './state/actions'
import { type Clock, createClock } from './state/clock'
import { Conflicts } from './requests/Conflicts'
import { Fleeting } from './requests/UncachedResults'
import type { Flight } from './requests/InFlightRequest'
import { Freshness } from './requests/Freshness'
import { InFlightRequests } from './requests/InFlightRequests'
import { LandingLog } from './requests/LandingLog'
import { Logout } from './Logout'
import { SuspendedReaders } from './observe/SuspendedReaders'
import { WaitingReaders } from './observe/WaitingReaders'
import { Watchers } from './observe/Watchers'
import { ImportedStates, type Limit } from './state/importedRows'
import { OwnActions } from './state/acceptAction'
import { Problems } from './requests/Problems'
import { Refetches } from './requests/Refetches'
import { report } from './report'
import { findRestState, selectRestState } from './state/readableState'
import type { RestState } from './state/state'
import { Subscriptions } from './Subscriptions'
import { getRow } from './state/table'
import { Timers } from './Timers'

/** What `createRest` was told, with its defaults. */
export interface RestSettings {
  readonly reducerPath: string
  readonly dataExpiryLength: number
  readonly errorExpiryLength: number
  readonly fetchFn: typeof fetch | undefined
  /** What is read where the reducer was injected, which has its state from the next action on. */
  absentState?: RestState
}

/** All of one store that is no data: requests in flight, timers, watchers. One per store and `reducerPath`. */
export class Runtime {
  readonly settings: RestSettings
  readonly actions: ActionCreators
  /** An imported state is read before a stamp is drawn, so that what is written then is later than its rows. */
  readonly clock: Clock = createClock(() => this.#lookAround())
  readonly own = new OwnActions()
  readonly watchers: Watchers
  readonly inFlight = new InFlightRequests()
  /** What landed while older requests were in flight. */
  readonly landings = new LandingLog()
  /** Which schema each table belongs to. */
  readonly tableOwners: Owners = new Map()
  /** For warnings in development: the endpoint that was first called by each name, */
  readonly named = new Map<string, EndpointContract | undefined>()
  /** and the mutations that were answered without a primary key. */
  readonly unnamed = new Set<string>()
  readonly timers = new Timers()
  readonly freshness = new Freshness(this.timers)
  readonly problems: Problems
  readonly conflicts: Conflicts
  readonly refetches: Refetches
  readonly suspended = new SuspendedReaders(this.timers)
  /** Checks in development that no reader waits in vain. */
  readonly waiting: WaitingReaders | undefined
  /** Failed responses that somebody wants to be asked for again, however fresh they are; by key. */
  readonly retries = new Map<string, Order>()
  readonly fleeting = new Fleeting(this.timers, (key) => this.#collect(key))
  readonly logout = new Logout(() => this.state.lastReset)
  readonly subscriptions = new Subscriptions()
  /** What ends the managers, and what else was begun for the store as a whole. */
  readonly cleanups = new Set<() => void>()
  /** What could not be dispatched while React rendered. */
  readonly #soon = new Set<() => void>()
  readonly imported = new ImportedStates(this)
  readonly #api: MiddlewareAPI
  readonly #listeners = new Set<(action: Action) => void>()
  #lastMutation: Order | undefined
  #disposal: { readonly error: Error } | undefined
  #extra: { readonly value: unknown } | undefined
  /** From the first action on, or the first microtask. */
  isStarted = false
  /** Another one of the same path took its place after it was disposed of. */
  isReplaced = false
  #isFollowing = false
  #sensitiveCount = 0
  #isCommitting = false
  /** After an action of ours there is a state, or no reducer. */
  #hasCommitted = false
  /** The state that was read last, or made by an action of this store. */
  #seen: RestState | undefined

  constructor(api: MiddlewareAPI, settings: RestSettings) {
    this.#api = api
    this.settings = settings
    this.actions = createActions(settings.reducerPath)
    this.watchers = new Watchers(() => this.state)
    this.problems = new Problems(this.timers, settings.errorExpiryLength)
    this.refetches = new Refetches(this)
    if (process.env.NODE_ENV !== 'production') {
      this.waiting = new WaitingReaders(this.refetches, this.timers, () => this.watchers.check())
    }
    this.conflicts = new Conflicts(this.inFlight, (rows, landed) =>
      this.watchers.refetchReaders(rows, landed),
    )
  }

  get dispatch(): Dispatch<Action> {
    return this.#api.dispatch as Dispatch<Action>
  }

  get getState(): () => unknown {
    return this.#api.getState
  }

  /** Our part of the state, with rows from elsewhere as old as they may be. */
  get state(): RestState {
    const state = this.#rawState
    if (state === undefined) return this.checkState()
    if (state !== this.#seen) this.#look(state)
    return this.imported.read(state)
  }

  send(action: RestAction): void {
    this.own.add(action)
    this.dispatch(action)
  }

  /** An action with what it has to put right in the state that it meets. */
  withRepairs(action: RestAction): RestAction {
    const state = this.#rawState
    const repaired = state && this.imported.repairsOf(state)
    return repaired === undefined ? action : withRepaired(action, repaired)
  }

  nextId(): string {
    return this.own.nextId()
  }

  /** The meta of an action of this store that is no request's. */
  plainMeta<Kind extends string>(kind: Kind, order: Order = this.clock.next()): PlainMeta<Kind> {
    return { kind, actionId: this.nextId(), ...order, date: Date.now() }
  }

  /** Runs what makes the next state: subscribers may look at it before it is done. */
  commit<Result>(next: () => Result): Result {
    return this.#run(next, true)
  }

  /** Runs an action that is none of ours: what a subscriber imports during a commit came from elsewhere. */
  passOn<Result>(next: () => Result): Result {
    return this.#isCommitting ? this.#run(next, false) : next()
  }

  #run<Result>(next: () => Result, isCommitting: boolean): Result {
    const before = this.#isCommitting
    this.#look(this.#rawState)
    this.#isCommitting = isCommitting
    try {
      return next()
    } finally {
      this.#look(this.#rawState)
      this.#isCommitting = before
      this.#hasCommitted ||= isCommitting
    }
  }

  /** What rows from elsewhere are held against. */
  get limit(): Limit {
    return { order: this.inFlight.oldest ?? this.clock.now(), date: Date.now() }
  }

  /** @throws Error where the store has no state of ours and expects none, saying which line is missing */
  checkState(): RestState {
    const { absentState, reducerPath } = this.settings
    if (absentState !== undefined && !this.#hasCommitted) return absentState
    return selectRestState(this.#api.getState(), reducerPath)
  }

  /** What stands between readers that were there before and the data: a logout, or the end of the store's work. */
  get barrier(): { readonly error: Error } | undefined {
    return this.#disposal ?? this.logout.current
  }

  get isDisposed(): boolean {
    return this.#disposal !== undefined
  }

  dispose(error: Error): void {
    this.#disposal = { error }
  }

  /** Tells watchers of changes that no action brought, as DevTools make them: all that a subscriber is told of. */
  follow(store: { subscribe(listener: () => void): () => void }): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    const stop = store.subscribe(() => this.watchers.check())
    this.cleanups.add(() => {
      this.#isFollowing = false
      stop()
    })
  }

  /** Tells of every action of the store, after the store has taken it; returns how to stop. */
  onAction(listener: (action: Action) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** One listener that fails does not keep the others from hearing. */
  tellOf(action: Action): void {
    for (const listener of this.#listeners) {
      try {
        listener(action)
      } catch (error) {
        report(error)
      }
    }
  }

  /** The `extraArgument` of the thunk middleware, which a request that a hook starts is given too. */
  get extra(): unknown {
    this.#extra ??= { value: this.dispatch(readExtra as never) }
    return this.#extra.value
  }

  get knowsExtra(): boolean {
    return this.#extra !== undefined
  }

  nextSensitiveKey(name: string): string {
    this.#sensitiveCount += 1
    return `${name}#${this.#sensitiveCount}`
  }

  /** Dispatches something in a microtask, or before the next write that a caller asks for. */
  dispatchSoon(run: () => void): void {
    const once = (): void => {
      if (this.#soon.delete(once)) run()
    }
    this.#soon.add(once)
    queueMicrotask(once)
  }

  /** Dispatches now what was put off while React rendered: a write by hand meets all requests in flight. */
  dispatchPending(): void {
    for (const run of this.#soon) run()
  }

  /** Remembers that a mutation landed, or ended without a response: reads that started before may not know of it. */
  noteMutation(landed: Order): void {
    this.#lastMutation = landed
  }

  /** Whether the response of a read in flight would be what a caller asks for now. */
  isCurrent(flight: Flight, isExplicit: boolean): boolean {
    if (flight.isSettled || flight.signal.aborted || this.isBeforeReset(flight)) return false
    const row = getRow(this.state.requests, flight.key)
    // The response of a read that started later is there; pages of a list come to it in any order.
    if (isBefore(flight.order, row) && !flight.isPage) return false
    if (isBefore(flight.order, row?.invalidated)) return false
    if (!isExplicit) return true
    return !isBefore(flight.order, row?.expired) && !isBefore(flight.order, this.#lastMutation)
  }

  /** What started before this never lands; a reducer that was injected a moment ago has none yet. */
  get lastReset(): Order {
    return this.#rawState === undefined ? { fetchedAt: 0, seq: 0 } : this.state.lastReset
  }

  /** Whether a request started before the last reset, and so must not land any more. */
  isBeforeReset(flight: Flight): boolean {
    return compareOrder(flight.order, this.state.lastReset) <= 0
  }

  /** A reducer that was injected a moment ago has no state before the next action. */
  get #rawState(): RestState | undefined {
    return findRestState(this.#api.getState(), this.settings.reducerPath)
  }

  /** Reads an imported state, if that is what is there now. */
  #lookAround(): void {
    const state = this.#rawState
    if (state === undefined) return
    this.#look(state)
    this.imported.read(state)
  }

  /** Looks at a state for the first time. A jump in time, or an import: what is in flight may not know of what is there. */
  #look(state: RestState | undefined): void {
    const before = this.#seen
    if (before === state || state === undefined) return
    this.#seen = state
    if (this.#isCommitting) return this.imported.addOwn(state)
    const isSame = before?.entities === state.entities && before.requests === state.requests
    if (before === undefined || isSame || this.inFlight.size === 0) return
    const landed = this.clock.next()
    this.landings.add({ started: landed, landed, isReplacement: true })
  }

  #collect(key: string): void {
    if (getRow(this.state.requests, key) === undefined) return
    this.send(this.actions.gc({ entities: {}, requests: [key] }, this.plainMeta('gc')))
  }
}

function isBefore(order: Order, other: Order | undefined): boolean {
  return other !== undefined && compareOrder(order, other) < 0
}

function readExtra(_dispatch: unknown, _getState: unknown, extra: unknown): unknown {
  return extra
}
