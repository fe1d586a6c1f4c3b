import type { Dispatch } from 'redux'
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
import { mapValues } from '../util/record'
import type { AnyType } from '../util/anyType'
import type {
  FulfilledAction,
  InvalidateAction,
  KeysAction,
  RejectedAction,
  ResetAction,
  SetAction,
} from './state/actions'
import {
  fetch,
  type FetchedList,
  type FetchedOf,
  fetchIfStale,
  type FetchPromise,
  type ListArgs,
  type MaybeFetched,
} from './operations/fetch'
import { expireAll, invalidate, invalidateAll, reset } from './operations/invalidate'
import { batch, retain, type Retained, subscribe, unsubscribe } from './operations/retain'
import { set, setError, setResponse, type SetValue } from './operations/write'
import { findRuntime } from './runtimes'

/** A thunk of this library: any store with the thunk middleware takes it. */
export type RestThunk<Result> = (
  dispatch: Dispatch,
  getState: () => AnyType,
  extra: AnyType,
) => Result

/** The arguments of a call and one thing more, also where the last of the arguments may be left out. */
export type ArgsAnd<Args extends readonly unknown[], Last> = [] extends Args
  ? [last: Last] | [...args: Required<Args>, last: Last]
  : [...args: Args, last: Last]

/** `rest.fetch`: sends a request, with the arguments of the endpoint. A list of members as the body adds several. */
export interface FetchThunk {
  <E extends EndpointContract>(
    endpoint: E,
    ...args: ListArgs<E>
  ): RestThunk<FetchPromise<FetchedList<E>>>
  <E extends EndpointContract>(endpoint: E, ...args: WithoutBody<ArgsOf<E>>): never
  <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): RestThunk<FetchPromise<FetchedOf<E>>>
}

/** The thunk creators of one `reducerPath`. */
export interface Thunks {
  /**
   * Sends a request, or joins the same read in flight: `dispatch(rest.fetch(UserResource.get, { id }))`. The promise resolves to
   * the final action, and its `unwrap()` to the data.
   */
  readonly fetch: FetchThunk
  /** Sends a request unless there is fresh data: `await dispatch(rest.fetchIfStale(…)).unwrap()`. */
  readonly fetchIfStale: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ) => RestThunk<MaybeFetched<FetchedOf<E>>>
  /**
   * Writes data by hand, merged with what is stored: `dispatch(rest.set(User, { id }, { id, name }))`. A function of the stored
   * data is called only if there is data.
   * @throws SchemaError where the value does not fit the schema
   */
  readonly set: <S extends Schema>(
    schema: S,
    ...rest: [...args: SchemaArgs<S>, value: SetValue<S>]
  ) => RestThunk<SetAction | undefined>
  /**
   * Stores a response as if it had just been fetched: `dispatch(rest.setResponse(UserResource.get, { id }, response))`. Does
   * nothing for a sensitive endpoint.
   * @throws SchemaError where the response does not fit the schema
   */
  readonly setResponse: <E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, ResponseOf<E>>
  ) => RestThunk<FulfilledAction | undefined>
  /** Stores an error as if a fetch had just failed with it. Does nothing for a sensitive endpoint. */
  readonly setError: <E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, Error>
  ) => RestThunk<RejectedAction | undefined>
  /** Hides a call's data; its mounted readers fetch it again. Does nothing where the first argument is `null`. */
  readonly invalidate: <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => RestThunk<InvalidateAction | undefined>
  /** As `invalidate`, for every call of an endpoint, or of those whose key passes `{ testKey }`. */
  readonly invalidateAll: (test: KeyTest) => RestThunk<KeysAction<'invalidateAll'> | undefined>
  /** Makes every such call stale: shown, and fetched again where it is in use. */
  readonly expireAll: (test: KeyTest) => RestThunk<KeysAction<'expireAll'> | undefined>
  /** Keeps a call's data up to date, by polling or as a manager does, until unsubscribed as often. */
  readonly subscribe: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => RestThunk<void>
  /** Ends what `subscribe` began. */
  readonly unsubscribe: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => RestThunk<void>
  /** Fetches if stale, polls if the endpoint has a `pollFrequency`, and stays a reader until released. */
  readonly retain: <E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>) => RestThunk<Retained>
  /** Removes all data; requests that started before it write nothing, and reads among them reject with a `ResetError`. */
  readonly reset: () => RestThunk<ResetAction>
  /** Runs several writes; readers are notified once, after the last one. */
  readonly batch: <Result>(run: () => Result) => RestThunk<Result>
}

/** What a thunk, or a method of a controller, does with a store. */
export type Operation = (runtime: ReturnType<typeof findRuntime>, ...args: AnyType[]) => unknown

const OPERATIONS: Readonly<Record<keyof Thunks, Operation>> = {
  fetch,
  fetchIfStale,
  set,
  setResponse,
  setError,
  invalidate,
  invalidateAll,
  expireAll,
  subscribe,
  unsubscribe,
  retain,
  reset,
  batch,
}

/** Makes a thunk creator of each operation, which runs it on the store that the thunk is dispatched to. */
export function createThunks(reducerPath: string): Thunks {
  return mapValues(
    OPERATIONS,
    (operation: Operation) =>
      (...args: unknown[]): RestThunk<unknown> =>
      (dispatch, getState) =>
        operation(findRuntime({ getState, dispatch }, reducerPath), ...args),
  ) as unknown as Thunks
}
