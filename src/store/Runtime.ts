import type { Action, Dispatch, MiddlewareAPI } from 'redux'
import type { EndpointContract } from '../endpoint/contract'
import type { Past } from '../normalize/normalize'
import type { Order } from '../schema/contract'
import { compareOrder } from '../schema/order'
import { type ActionCreators, createActions } from './actions'
import { type Clock, createClock } from './clock'
import { Deliveries } from './Deliveries'
import { EditLog } from './EditLog'
import { Fleeting } from './Fleeting'
import type { Flight } from './Flight'
import { Logout } from './Logout'
import { newestOrder } from './newestOrder'
import { Watchers } from './observe/Watchers'
import { report } from './report'
import type { RestState } from './state'
import { Subscriptions } from './Subscriptions'
import { getRow } from './table'
import { Timers } from './Timers'

/** What `createRest` was told, with its defaults. */
export interface RestSettings {
  readonly reducerPath: string
  readonly dataExpiryLength: number
  readonly errorExpiryLength: number
  readonly fetchFn: typeof fetch | undefined
}

/** All of one store that is no data: requests under way, timers, watchers. One per store and `reducerPath`. */
export class Runtime {
  readonly settings: RestSettings
  readonly actions: ActionCreators
  readonly clock: Clock = createClock(() => this.#newestOrder())
  readonly watchers: Watchers
  /** The reads under way, by key. */
  readonly flights = new Map<string, Flight>()
  /** The mutations under way. */
  readonly mutations = new Set<Flight>()
  /** What changed lists while older requests were under way. */
  readonly edits = new EditLog()
  readonly past: Past = {
    owners: new Map(),
    editsAfter: (order) => this.edits.after(order),
  }
  /** The endpoint that was first called by each name; for a warning in development. */
  readonly named = new Map<string, EndpointContract | undefined>()
  /** Failed answers that somebody wants to be asked for again, however fresh they are; by key. */
  readonly retries = new Map<string, Order>()
  readonly timers = new Timers()
  readonly deliveries = new Deliveries(this.timers)
  readonly fleeting = new Fleeting(this.timers, (key) => this.#collect(key))
  readonly logout = new Logout(() => this.state.lastReset)
  readonly subscriptions = new Subscriptions()
  /** What ends the managers, and what else was begun for the store as a whole. */
  readonly cleanups = new Set<() => void>()
  readonly #api: MiddlewareAPI
  readonly #aborts = new Map<string, Error>()
  readonly #listeners = new Set<(action: Action) => void>()
  #extra: { readonly value: unknown } | undefined
  #isFollowing = false
  #sensitiveCount = 0

  constructor(api: MiddlewareAPI, settings: RestSettings) {
    this.#api = api
    this.settings = settings
    this.actions = createActions(settings.reducerPath)
    this.watchers = new Watchers(() => this.state)
  }

  /** Everything that may still be answered. */
  get underWay(): readonly Flight[] {
    return [...this.flights.values(), ...this.mutations]
  }

  get dispatch(): Dispatch<Action> {
    return this.#api.dispatch as Dispatch<Action>
  }

  get getState(): () => unknown {
    return this.#api.getState
  }

  /** Our part of the state. */
  get state(): RestState {
    return selectRestState(this.#api.getState(), this.settings.reducerPath)
  }

  /** @throws Error where the store has no state of ours, saying which line is missing */
  checkState(): void {
    selectRestState(this.#api.getState(), this.settings.reducerPath)
  }

  /** Tells watchers of changes that no action brought, as DevTools make them: all that a subscriber is told of. */
  follow(store: { subscribe(listener: () => void): () => void }): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    const stop = store.subscribe(() => {
      this.watchers.check()
    })
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

  /** Whether `extra` can be read without a dispatch. */
  get knowsExtra(): boolean {
    return this.#extra !== undefined
  }

  /** What a call is named by whose key must not be told. */
  nextSensitiveKey(name: string): string {
    this.#sensitiveCount += 1
    return `${name}#${this.#sensitiveCount}`
  }

  /** Remembers what ended a request that nobody here aborted, so that a reader is told and does not ask for ever. */
  noteAbort(key: string, error: Error): void {
    this.#aborts.set(key, error)
    this.timers.after(this.settings.errorExpiryLength, () => {
      if (this.#aborts.get(key) === error) this.#aborts.delete(key)
    })
  }

  /** The abort that ended the last request of a key, for as long as an error is fresh. */
  abortOf(key: string): Error | undefined {
    return this.#aborts.get(key)
  }

  forgetAbort(key: string): void {
    this.#aborts.delete(key)
  }

  /** The read under way that a new call of the same key may join. */
  joinable(key: string): Flight | undefined {
    const flight = this.flights.get(key)
    if (flight === undefined || flight.isSettled || flight.signal.aborted) return undefined
    if (this.isBeforeReset(flight)) return undefined
    const row = getRow(this.state.requests, key)
    // What was invalidated after the request had started would only be answered with what is invalid.
    const isOutdated = row?.invalid === true && compareOrder(flight.order, row) < 0
    return isOutdated ? undefined : flight
  }

  /** Whether a request started before the last reset, and so must not land any more. */
  isBeforeReset(flight: Flight): boolean {
    return compareOrder(flight.order, this.state.lastReset) <= 0
  }

  /** Lets an answer go that nobody wants any more. */
  #collect(key: string): void {
    if (getRow(this.state.requests, key) === undefined) return
    const order = this.clock.next()
    const meta = { kind: 'gc', ...order, date: order.fetchedAt } as const
    this.dispatch(this.actions.gc({ entities: {}, requests: [key] }, meta))
  }

  /** A reducer that was injected a moment ago has no state before the next action. */
  #newestOrder(): Order {
    const root = this.#api.getState() as Record<string, RestState | undefined>
    const state = root[this.settings.reducerPath]
    return state === undefined ? { fetchedAt: 0, seq: 0 } : newestOrder(state)
  }
}

function readExtra(_dispatch: unknown, _getState: unknown, extra: unknown): unknown {
  return extra
}

/** Our part of a root state. */
export function selectRestState(rootState: unknown, reducerPath: string): RestState {
  const state = (rootState as Record<string, RestState | undefined> | undefined)?.[reducerPath]
  if (state !== undefined) return state
  throw new Error(
    `The store has no rest reducer. Add this line to configureStore: reducer: { [rest.reducerPath]: rest.reducer } (looked for state.${reducerPath}).`,
  )
}
