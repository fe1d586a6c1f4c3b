import type { Dispatch } from 'redux'
import type { ArgsOf, EndpointContract, ReadEndpoint } from '../endpoint/contract'
import type { Schema } from '../schema/contract'
import type { DenormalizeNullable, SchemaArgs } from '../schema/types'
import type { Seam } from '../util/seam'
import type { SetAction } from './actions'
import { isStale } from './expiry'
import type { Runtime } from './Runtime'
import { type DataOf, createSelectors, type Selectors } from './select/selectors'
import type { RestState } from './state'
import { createFetch, type FetchedOf } from './thunks/fetch'
import { createInvalidate } from './thunks/invalidate'
import { createReset } from './thunks/reset'
import { createSet, type SetValue } from './thunks/set'

/**
 * Everything a component can do with the store's data, bound to one store; the members can be destructured.
 * `useController()` and `rest.getController(store)` give it.
 */
export class Controller {
  readonly #runtime: Runtime
  readonly #selectors: Selectors<RestState> = createSelectors((state: RestState) => state)

  /** Use `useController()` or `rest.getController(store)`: there is one for each store. */
  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Sends a request; resolves to the data once it is stored, and rejects with what went wrong. */
  readonly fetch = async <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): Promise<FetchedOf<E>> => {
    const thunk = createFetch(this.#path)(endpoint, ...args)
    return this.#dispatch(thunk).unwrap()
  }

  /** The data if it is fresh, else as `fetch`. */
  readonly fetchIfStale = async <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): Promise<FetchedOf<E>> => {
    const request = this.#selectors.selectRequest(this.#runtime.state, endpoint, ...args)
    const isUsable = request.data !== undefined && request.error === undefined && !isStale(request)
    return isUsable ? (request.data as FetchedOf<E>) : this.fetch(endpoint, ...args)
  }

  /** Writes data by hand; throws at once where it does not fit the schema. */
  readonly set = <S extends Schema>(
    schema: S,
    ...rest: [...args: SchemaArgs<S>, value: SetValue<S>]
  ): SetAction | undefined => this.#dispatch(createSet(this.#path)(schema, ...rest))

  /** Marks a call's data as not to be shown any more; who shows it fetches it again. */
  readonly invalidate = <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ): void => {
    this.#dispatch(createInvalidate(this.#path)(endpoint, ...args))
  }

  /** Forgets everything; what is under way never lands. */
  readonly resetEntireStore = (): void => {
    this.#dispatch(createReset(this.#path)())
  }

  /** The data of a call, as a state has it. Default: the current one. */
  readonly getResponse = <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ): DataOf<E> | undefined => this.#selectors.selectData(this.getState(), endpoint, ...args)

  /** The error of a call that is to be shown, if there is one. */
  readonly getError = <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ): Error | undefined => this.#selectors.selectRequest(this.getState(), endpoint, ...args).error

  /** What the store knows of a schema's data by the arguments alone. */
  readonly get = <S extends Schema>(
    schema: S,
    ...args: SchemaArgs<S>
  ): DenormalizeNullable<S> | undefined =>
    this.#selectors.selectQuery(this.getState(), schema, ...args)

  /** Our part of the store's state. */
  readonly getState = (): RestState => this.#runtime.state

  /** Resolves when no read is under way any more. */
  readonly allSettled = async (): Promise<void> => {
    while (this.#runtime.flights.size > 0) {
      await Promise.all([...this.#runtime.flights.values()].map(({ outcome }) => outcome))
    }
  }

  get #path(): string {
    return this.#runtime.settings.reducerPath
  }

  // The thunk middleware's dispatch, whose types the runtime does not know.
  #dispatch<Result>(
    thunk: (dispatch: Dispatch, getState: () => Seam, extra: Seam) => Result,
  ): Result {
    return (this.#runtime.dispatch as unknown as (it: typeof thunk) => Result)(thunk)
  }
}

const controllers = new WeakMap<Runtime, Controller>()

/** The controller of a store; always the same one. */
export function controllerOf(runtime: Runtime): Controller {
  let controller = controllers.get(runtime)
  if (controller === undefined) controllers.set(runtime, (controller = new Controller(runtime)))
  return controller
}
