import type { Action, Dispatch, MiddlewareAPI } from 'redux'
import type { EndpointContract } from '../endpoint/contract'
import type { Past } from '../normalize/normalize'
import type { Order } from '../schema/contract'
import { compareOrder } from '../schema/order'
import { type ActionCreators, createActions } from './actions'
import { type Clock, createClock } from './clock'
import { EditLog } from './EditLog'
import { newestOrder } from './newestOrder'
import type { Flight } from './Flight'
import type { RestState } from './state'
import { getRow } from './table'
import { Watchers } from './observe/Watchers'

/** What `createRest` was told, with its defaults. */
export interface RestSettings {
  readonly reducerPath: string
  readonly dataExpiryLength: number
  readonly errorExpiryLength: number
  readonly fetchFn: typeof fetch | undefined
}

/** How long a suspended component that never commits counts as still waiting, in ms. */
const WAITER_PATIENCE = 5_000

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
  readonly #api: MiddlewareAPI
  readonly #aborts = new Map<string, Error>()
  #extra: { readonly value: unknown } | undefined
  #isFollowing = false
  readonly #delivered = new Map<string, Order>()

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

  /** Tells watchers of changes that no action brought, as DevTools make them: all that a subscriber is told of. */
  follow(store: { subscribe(listener: () => void): unknown }): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    store.subscribe(() => {
      this.watchers.check()
    })
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

  /** Remembers that the endpoint's own signal ended a request, so that a reader is told and does not ask for ever. */
  noteAbort(key: string, error: Error): void {
    this.#aborts.set(key, error)
    unrefTimer(
      setTimeout(() => {
        if (this.#aborts.get(key) === error) this.#aborts.delete(key)
      }, this.settings.errorExpiryLength),
    )
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

  /** Remembers that a suspended component was given its answer, so that an answer stale at once is still shown. */
  deliver(key: string, order: Order): void {
    this.#delivered.set(key, order)
    this.#forgetAfter(key, order, WAITER_PATIENCE)
  }

  /** Whether the answer of this order is the very one that a suspended component waited for. */
  wasDelivered(key: string, order: Order): boolean {
    const delivered = this.#delivered.get(key)
    return delivered !== undefined && compareOrder(delivered, order) === 0
  }

  /** A component that waited is on the page; others that waited with it may follow in the same task. */
  commitDelivered(key: string): void {
    const order = this.#delivered.get(key)
    if (order !== undefined) this.#forgetAfter(key, order, 0)
  }

  /** A reducer that was injected a moment ago has no state before the next action. */
  #newestOrder(): Order {
    const root = this.#api.getState() as Record<string, RestState | undefined>
    const state = root[this.settings.reducerPath]
    return state === undefined ? { fetchedAt: 0, seq: 0 } : newestOrder(state)
  }

  #forgetAfter(key: string, order: Order, delay: number): void {
    unrefTimer(
      setTimeout(() => {
        if (this.#delivered.get(key) === order) this.#delivered.delete(key)
      }, delay),
    )
  }
}

function readExtra(_dispatch: unknown, _getState: unknown, extra: unknown): unknown {
  return extra
}

/** On a server such a timer alone must not keep the process alive. */
function unrefTimer(timer: unknown): void {
  if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
}

/** Our part of a root state. */
export function selectRestState(rootState: unknown, reducerPath: string): RestState {
  const state = (rootState as Record<string, RestState | undefined> | undefined)?.[reducerPath]
  if (state !== undefined) return state
  throw new Error(
    `The store has no rest reducer. Add this line to configureStore: reducer: { [rest.reducerPath]: rest.reducer } (looked for state.${reducerPath}).`,
  )
}
