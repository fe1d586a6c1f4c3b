import type { Action } from 'redux'
import type {
  ArgsOf,
  EndpointContract,
  KeyTest,
  ReadEndpoint,
  ResponseOf,
  WithoutBody,
} from '../endpoint/contract'
import type { Schema } from '../schema/contract'
import type { SchemaArgs } from '../schema/types'
import type { AnyType } from '../util/anyType'
import { getOrCreate } from '../util/collections'
import { mapValues } from '../util/record'
import type { Runtime } from './Runtime'
import type { SubscriptionListener } from './Subscriptions'
import {
  fetch,
  type FetchedList,
  type FetchedOf,
  fetchIfStale,
  type ListArgs,
} from './operations/fetch'
import { expireAll, invalidate, invalidateAll, reset } from './operations/invalidate'
import { subscribe, unsubscribe } from './operations/retain'
import { set, setError, setResponse, type SetValue } from './operations/write'
import { Snapshot, StateReader } from './select/StateReader'
import type { SetAction } from './state/actions'
import type { RestState } from './state/state'
import type { ArgsAnd, Operation } from './thunks'

/** `fetch` of a controller: sends a request, with the arguments of the endpoint. A list of members as the body adds several. */
export interface FetchMethod {
  <E extends EndpointContract>(endpoint: E, ...args: ListArgs<E>): Promise<FetchedList<E>>
  <E extends EndpointContract>(endpoint: E, ...args: WithoutBody<ArgsOf<E>>): never
  <E extends EndpointContract>(endpoint: E, ...args: ArgsOf<E>): Promise<FetchedOf<E>>
}

/** The operations that return nothing to a component, by the names of their methods. */
const WRITES: Readonly<Record<string, Operation>> = {
  setResponse,
  setError,
  invalidate,
  invalidateAll,
  expireAll,
  resetEntireStore: reset,
  subscribe,
  unsubscribe,
}

/**
 * Reads and writes the data of one store; its members can be destructured. `useController()` and
 * `rest.getController(store)` return it.
 */
export class Controller extends StateReader {
  readonly #runtime: Runtime

  /** Use `useController()` or `rest.getController(store)`: there is one for each store. */
  constructor(runtime: Runtime) {
    super(() => runtime.state)
    this.#runtime = runtime
    runtimes.set(this, runtime)
    const bind =
      (operation: Operation) =>
      (...args: unknown[]): void => {
        operation(runtime, ...args)
      }
    Object.assign(this, mapValues(WRITES, bind))
  }

  /**
   * Sends a request, or joins the same read in flight. Resolves to the data once it is stored. Rejects with the error of the
   * request: a `NetworkError`, a `ValidationError`, an `AbortError`, or what a step of the endpoint threw.
   */
  readonly fetch = (async (endpoint: EndpointContract, ...args: AnyType[]) => {
    return fetch(this.#runtime, endpoint, ...args).unwrap()
  }) as FetchMethod

  /** The data itself while it is fresh, else as `fetch`. An error that is fresh rejects without a request. */
  readonly fetchIfStale = <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): FetchedOf<E> | Promise<FetchedOf<E>> =>
    fetchIfStale(this.#runtime, endpoint, ...args).value() as FetchedOf<E>

  /**
   * Writes data by hand, merged with what is stored. A function of the stored data is called only if there is data. Returns the
   * action, or `undefined` where there was nothing to write.
   * @throws SchemaError where the value does not fit the schema
   */
  readonly set = <S extends Schema>(
    schema: S,
    ...rest: [...args: SchemaArgs<S>, value: SetValue<S>]
  ): SetAction | undefined => set(this.#runtime, schema, ...rest)

  /**
   * Stores a response as if it had just been fetched. Does nothing for a sensitive endpoint.
   * @throws SchemaError where the response does not fit the schema
   */
  declare readonly setResponse: <E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, ResponseOf<E>>
  ) => void

  /** Stores an error as if a fetch had just failed with it. Does nothing for a sensitive endpoint. */
  declare readonly setError: <E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, Error>
  ) => void

  /** Hides a call's data; its mounted readers fetch it again. Does nothing where the first argument is `null`. */
  declare readonly invalidate: <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => void

  /** As `invalidate`, for every call of an endpoint, or whose key passes a test. */
  declare readonly invalidateAll: (test: KeyTest) => void

  /** Makes every call of an endpoint, or whose key passes a test, stale: shown, and fetched again where it is in use. */
  declare readonly expireAll: (test: KeyTest) => void

  /** Removes all data; requests in flight never land, and reads among them reject with a `ResetError`. */
  declare readonly resetEntireStore: () => void

  /**
   * Keeps a call's data up to date, by polling or as a manager does, until `unsubscribe` is called as often.
   * @throws TypeError for a mutation and for a sensitive endpoint
   */
  declare readonly subscribe: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => void

  /** Ends what `subscribe` began. */
  declare readonly unsubscribe: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => void

  /** What one state holds, by default the current one; it stays what it was when the store moves on. */
  readonly snapshot = (state: RestState = this.getState(), fetchedAt = 0): Snapshot =>
    new Snapshot(state, fetchedAt)

  /** Our part of the store's state. */
  readonly getState = (): RestState => this.#runtime.state

  /** Resolves when no read is in flight any more, also if some of them failed. For servers and tests. */
  readonly allSettled = async (): Promise<void> => {
    const { inFlight } = this.#runtime
    do {
      // Readers request invalidated data in a microtask.
      await Promise.resolve()
      await Promise.all(inFlight.reads.map(({ outcome }) => outcome))
    } while (inFlight.reads.length > 0)
  }

  /** For managers: calls back after every action of the store, also those of other slices; returns how to stop. */
  readonly onAction = (listener: (action: Action) => void): (() => void) =>
    this.#runtime.onAction(listener)

  /** For managers: calls back for every subscription; the function that the listener returns ends it. Returns how to stop. */
  readonly onSubscription = (listener: SubscriptionListener): (() => void) =>
    this.#runtime.subscriptions.listen(listener)
}

const controllers = new WeakMap<Runtime, Controller>()
const runtimes = new WeakMap<Controller, Runtime>()

/** The controller of a store; always the same one. */
export function controllerOf(runtime: Runtime): Controller {
  return getOrCreate(controllers, runtime, (it) => new Controller(it))
}

/** The store that a controller is bound to. */
export function runtimeOf(controller: Controller): Runtime {
  return runtimes.get(controller) as Runtime
}
