import { nanoid } from '@reduxjs/toolkit'
import type { Action, Dispatch, MiddlewareAPI } from 'redux'
import type { Machinery } from '../endpoint/brought'
import type { TableOwners } from '../normalize/PendingRows'
import type { ManagerStore } from './Manager'
import { Managers } from './Managers'
import { Asking } from './observe/Asking'
import { ObserverIndex } from './observe/ObserverIndex'
import { ListJournal } from './requests/ListJournal'
import {
  type Call,
  type InFlightRequest,
  InFlightRequests,
  type JoinOptions,
  type RequestCall,
  requestKeyOf,
} from './requests/InFlightRequest'
import { type Optimism, SeenStates } from './requests/SeenStates'
import {
  type ActionCreators,
  createActions,
  type PlainMeta,
  type RestAction,
} from './state/actions'
import { type Clock, createClock } from './state/expiry'
import type { CoveredTables } from './state/confirmed'
import { findRestState, selectRestState } from './state/readableState'
import type { RestState } from './state/state'
import { isAwaitedStale, isExpired, refuses } from './state/requestRows'
import { getRow } from './state/table'
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

/** All of one store that is no data: requests in flight, timers, readers. One per store and `reducerPath`. */
export class Runtime {
  readonly settings: RestSettings
  readonly actions: ActionCreators
  /** Names the store in its actions and states. */
  readonly session = nanoid(10)
  readonly clock: Clock = createClock()
  readonly seen = new SeenStates(this)
  readonly observers = new ObserverIndex(() => this.state)
  readonly inFlight = new InFlightRequests()
  /** Requests of sensitive endpoints, of which the store learns nothing. */
  readonly beside = new Set<InFlightRequest>()
  readonly journal = new ListJournal()
  /** Which schema each table belongs to. */
  readonly tableOwners: TableOwners = new Map()
  readonly timers = new Timers()
  /** The readers that have to ask. */
  readonly asking = new Asking(this)
  readonly managers: Managers
  /** What the optimistic manager does for states; only while it runs. */
  optimism: Optimism | undefined
  /** What ends what was started for the store as a whole. */
  readonly cleanups = new Set<() => void>()
  readonly dispatch: Dispatch<Action>
  readonly getState: () => unknown
  /** What could not be dispatched while React rendered. */
  readonly #pending = new Set<() => void>()
  /** When the last mutation landed, or ended without a response: responses of reads that started before may not contain it. */
  lastMutation = 0
  /** When the last one ended without a response: what is not stored may have changed then. */
  lostAt = 0
  /** Set when the store's work was ended. */
  disposal: { readonly error: Error } | undefined
  #extra: { readonly value: unknown } | undefined
  #stopFollowing: () => void = doNothing
  #count = 0
  /** What started before it never lands, whatever state there is. */
  #lastReset = 0
  /** The action that is being sent. */
  #sending: RestAction | undefined

  constructor(
    api: MiddlewareAPI,
    settings: RestSettings,
    managerStoreOf: (runtime: Runtime) => ManagerStore,
  ) {
    this.dispatch = api.dispatch
    this.getState = api.getState
    this.settings = settings
    this.actions = createActions(settings.reducerPath, this.session)
    this.managers = new Managers(settings.managers, () => managerStoreOf(this))
  }

  /** The reads in flight, those of sensitive endpoints too. */
  get reads(): readonly InFlightRequest[] {
    return [...this.inFlight.all, ...this.beside].filter(({ call }) => !call.isMutation)
  }

  /** Our part of the state, as this store reads it. */
  get state(): RestState {
    const { stored } = this
    return stored === undefined ? this.checkState() : this.seen.read(stored)
  }

  /** Our part of the state as it is. A reducer that was injected a moment ago has none before the next action. */
  get stored(): RestState | undefined {
    return findRestState(this.getState(), this.settings.reducerPath)
  }

  /** The entity tables; `undefined` where there is no state yet. */
  get tables(): CoveredTables | undefined {
    return this.stored && this.state
  }

  /** Dispatches an action of this store with what its managers add, and returns it. */
  send<Sent extends RestAction>(given: Sent): Sent {
    const hasState = this.stored !== undefined
    const action = hasState ? (this.managers.commit(given, this.state) as Sent) : given
    const before = this.#sending
    this.#sending = action
    try {
      this.dispatch(action)
    } finally {
      this.#sending = before
    }
    return action
  }

  /** Whether an action is the one that is being sent, or a copy of it: it comes neither again nor late. */
  isOnTime({ type, meta }: RestAction): boolean {
    const sent = this.#sending
    return sent?.type === type && sent.meta.fetchedAt === meta.fetchedAt
  }

  nextId(): string {
    this.#count += 1
    return `${this.session}-${this.#count}`
  }

  /** The meta of an action of this store that is no request's. */
  plainMeta<Kind extends string>(kind: Kind, fetchedAt = this.clock.next()): PlainMeta<Kind> {
    return { kind, fetchedAt, date: Date.now() }
  }

  /** @throws Error where the store has no state of ours and expects none, with the line that is missing */
  checkState(): RestState {
    const { absentState, reducerPath } = this.settings
    if (absentState !== undefined && !this.seen.hasCommitted) return absentState
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

  /** Records that a mutation ended without a response. */
  noteLost(landed: number): void {
    this.lastMutation = this.lostAt = landed
  }

  /** The read in flight whose response would be what is requested now. */
  currentRead(call: Call, options: JoinOptions = {}): InFlightRequest | undefined {
    const request = this.inFlight.read(requestKeyOf(call))
    return request && this.isCurrent(request, options) ? request : undefined
  }

  /** Whether the response of a read in flight would be what is requested now. */
  isCurrent(request: InFlightRequest, { isExplicit = false }: JoinOptions = {}): boolean {
    const { key, started, isPage } = request.call
    if (request.isSettled || request.signal.aborted || this.isBeforeReset(request.call))
      return false
    const row = getRow(this.state.requests, key)
    // What a caller requests contains what was written or expired before.
    if (isExplicit && (started < this.lastMutation || isAwaitedStale(row))) return false
    if (!refuses(row, started)) return true
    // Pages of a list come to it in any order.
    return isPage && row?.invalid === false && !isExpired(row)
  }

  /** Whether a request started before the last reset, and so must not land any more. */
  isBeforeReset({ started }: Pick<RequestCall, 'started'>): boolean {
    return started <= this.#lastReset
  }

  /** Records a reset: requests in flight remember it also in a state that does not. */
  noteReset(moment: number): void {
    this.#lastReset = Math.max(this.#lastReset, moment)
  }
}

function doNothing(): void {
  // Nothing was followed yet.
}

function readExtra(_dispatch: unknown, _getState: unknown, extra: unknown): unknown {
  return extra
}
