import type { Dispatch } from 'redux'
import type {
  ArgsOf,
  EndpointContract,
  KeyTest,
  NoCall,
  Progress,
  ReadEndpoint,
  ResponseOf,
  SchemaOf,
  WithoutBody,
} from '../endpoint/contract'
import type { CollectionEdit, CollectionMove } from '../schema/collectionMutations'
import type { Schema } from '../schema/contract'
import type { Denormalize, InputOf, ReadonlyList, SetArgs } from '../schema/types'
import type { AnyType } from '../util/anyType'
import type { Snapshot, StateReader } from './select/StateReader'
import type {
  FinalAction,
  FulfilledAction,
  KeyAction,
  KeysAction,
  RejectedAction,
  ResetAction,
  SetAction,
} from './state/actions'
import type { RequestArg, RestState } from './state/state'

// Each operation has one signature and one docstring: dispatched it is a thunk, and a controller has it bound to its store.

/** A thunk of this library: any store with the thunk middleware takes it. */
export type RestThunk<Result> = (
  dispatch: Dispatch,
  getState: () => AnyType,
  extra: AnyType,
) => Result

/** The way in which an operation is called: as a thunk creator of `rest`, or as a method of a controller. */
export type OperationKind = 'thunk' | 'bound'

/** The result of an operation; `Bound` where a method of a controller gives something else than a dispatch. */
export type Returned<
  Kind extends OperationKind,
  Dispatched,
  Bound = Dispatched,
> = Kind extends 'thunk' ? RestThunk<Dispatched> : Bound

/** The value that a fetch resolves to: the schema of the endpoint as readers see it, or the endpoint's own value. */
export type FetchedOf<E> =
  SchemaOf<E> extends undefined ? ReadonlyList<ResponseOf<E>> : Denormalize<SchemaOf<E>>

/** The value of a fetch whose body is a list of members: each as readers see it. */
export type FetchedList<E> =
  SchemaOf<E> extends CollectionEdit<infer Member> | CollectionMove<infer Member>
    ? readonly Member[]
    : never

/**
 * The arguments of a call that changes a list and whose body is a list of members. Other endpoints have no such call:
 * their arguments are more than any call has, so that the compiler names the mistakes of an ordinary call alone.
 */
export type ListArgs<E> =
  SchemaOf<E> extends CollectionEdit<AnyType, AnyType> | CollectionMove<AnyType, AnyType>
    ? WithListBody<ArgsOf<E>>
    : NoCall

type WithListBody<Args> = Args extends readonly [...infer Params, infer Body]
  ? ListIn<Body> extends never
    ? NoCall
    : [...params: Params, body: ListIn<Body>]
  : NoCall

type ListIn<Body> = 0 extends 1 & Body ? never : Extract<Body, readonly unknown[]>

/** The arguments of a call and one thing more, also where the last of the arguments may be left out. */
export type ArgsAnd<Args extends readonly unknown[], Last> = [] extends Args
  ? [last: Last] | [...args: Required<Args>, last: Last]
  : [...args: Args, last: Last]

/** A value that may be written as the data of a schema: any part of it, or a function of what is there. */
export type SetValue<S> = InputOf<S> | ((previous: Denormalize<S>) => InputOf<S>)

/** The promise of a dispatched fetch: it resolves to the final action and never rejects. */
export interface FetchPromise<Value> extends Promise<FinalAction> {
  /** The id of the request, which its actions have. */
  readonly requestId: string
  /** The endpoint, the key and the arguments of the call, as in `meta.arg`. */
  readonly arg: RequestArg
  /** The data once it is stored; rejects with the error of the request. */
  unwrap(): Promise<Value>
  /** Rejects this caller's promises; the request itself ends when no other caller waits for it. */
  abort(reason?: string): void
  /**
   * Calls back with the number of bytes received, where the `fetchFn` reports it, as `progressFetch` does; returns how to stop.
   * Call it at once: the request is sent a moment later.
   */
  onDownloadProgress(listener: (progress: Progress) => void): () => void
  /** Like `onDownloadProgress`, for the bytes sent, which `xhrFetch` reports. */
  onUploadProgress(listener: (progress: Progress) => void): () => void
}

/** The result of a dispatched `fetchIfStale`: the promise of the request, if there had to be one, and the data. */
export interface MaybeFetched<Value> {
  /** `undefined` where no request was needed. */
  readonly request: FetchPromise<Value> | undefined
  /** The data itself while it is fresh, else a promise of it. An error that is fresh rejects without a request. */
  value(): Value | Promise<Value>
  /** Like `value`, always as a promise. */
  unwrap(): Promise<Value>
}

/** A reader of a call that is no component. */
export interface Retained {
  /** Stops reading; calling it again does nothing. */
  release(): void
}

/** Sends a request, with the arguments of the endpoint. A list of members as the body adds several. */
export interface FetchOperation<Kind extends OperationKind> {
  <E extends EndpointContract>(
    endpoint: E,
    ...args: ListArgs<E>
  ): Returned<Kind, FetchPromise<FetchedList<E>>, Promise<FetchedList<E>>>
  <E extends EndpointContract>(endpoint: E, ...args: WithoutBody<ArgsOf<E>>): never
  <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): Returned<Kind, FetchPromise<FetchedOf<E>>, Promise<FetchedOf<E>>>
}

/** All that an app does with a store: dispatched as a thunk of `rest`, or called as a method of a controller. */
export interface Operations<Kind extends OperationKind> {
  /**
   * Sends a request. A read gives what the server has after the call, so it joins only a read that the same task has started. A
   * dispatch gives RTK's kind of promise, which resolves to the final action and never rejects; `unwrap()` gives the data.
   * `controller.fetch` resolves to the data once it is stored, and rejects with the error of the request.
   */
  readonly fetch: FetchOperation<Kind>
  /**
   * Sends a request, or joins a read in flight, unless there is fresh data: `await dispatch(rest.fetchIfStale(…)).unwrap()`. The
   * method of a controller gives the data itself while it is fresh, else a promise of it.
   */
  readonly fetchIfStale: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ) => Returned<Kind, MaybeFetched<FetchedOf<E>>, FetchedOf<E> | Promise<FetchedOf<E>>>
  /**
   * Writes data by hand, merged with what is stored: `set(User, { id }, { id, name })`. A function of the stored data is called
   * only if there is data. Gives the action, or `undefined` where there was nothing to write.
   * @throws SchemaError where the value does not fit the schema
   */
  readonly set: <S extends Schema>(
    schema: S,
    ...rest: [...args: SetArgs<S>, value: SetValue<S>]
  ) => Returned<Kind, SetAction | undefined>
  /**
   * Stores a response as if it had just been fetched: `setResponse(UserResource.get, { id }, response)`. Does nothing for a
   * sensitive endpoint.
   * @throws SchemaError where the response does not fit the schema
   */
  readonly setResponse: <E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, ResponseOf<E>>
  ) => Returned<Kind, FulfilledAction | undefined, void>
  /** Stores an error as if a fetch had just failed with it. Does nothing for a sensitive endpoint. */
  readonly setError: <E extends EndpointContract>(
    endpoint: E,
    ...rest: ArgsAnd<ArgsOf<E>, Error>
  ) => Returned<Kind, RejectedAction | undefined, void>
  /** Hides a call's data; its mounted readers fetch it again. Does nothing where the first argument is `null`. */
  readonly invalidate: <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => Returned<Kind, KeyAction<'invalidate'> | undefined, void>
  /** Like `invalidate`, for every call of an endpoint, or of those whose key passes `{ testKey }`. */
  readonly invalidateAll: (
    test: KeyTest,
  ) => Returned<Kind, KeysAction<'invalidateAll'> | undefined, void>
  /** Makes a call's data stale: it is shown, and fetched again where it is in use. Does nothing for `null`. */
  readonly expire: <E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => Returned<Kind, KeyAction<'expire'> | undefined, void>
  /** Like `expire`, for every call of an endpoint, or of those whose key passes `{ testKey }`. */
  readonly expireAll: (test: KeyTest) => Returned<Kind, KeysAction<'expireAll'> | undefined, void>
  /**
   * Keeps a call's data up to date, by polling or as a manager does, until `unsubscribe` is called as often.
   * @throws TypeError for a mutation and for a sensitive endpoint
   */
  readonly subscribe: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => Returned<Kind, void>
  /** Ends what `subscribe` began. */
  readonly unsubscribe: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E> | [null]
  ) => Returned<Kind, void>
  /** Reads a call as a mounted component does, and keeps its data up to date, until released. */
  readonly retain: <E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ) => Returned<Kind, Retained>
  /** Removes all data; requests that started before it write nothing, and reads among them reject with a `ResetError`. */
  readonly reset: () => Returned<Kind, ResetAction, void>
  /** Runs several writes; readers are notified once, after the last one. */
  readonly batch: <Result>(run: () => Result) => Returned<Kind, Result>
}

/** The thunk creators of one `reducerPath`. */
export type Thunks = Operations<'thunk'>

/**
 * Reads and writes the data of one store; its members can be destructured. `useController()` and `rest.getController(store)`
 * return it, always the same one for a store.
 */
export interface Controller
  extends Operations<'bound'>, Pick<StateReader, 'get' | 'getResponse' | 'getError'> {
  /** The content of one state, by default the current one; it stays what it was when the store moves on. */
  snapshot(state?: RestState, fetchedAt?: number): Snapshot
  /** Our part of the store's state. */
  getState(): RestState
  /** Resolves when no read is in flight any more, also if some of them failed. For servers and tests. */
  allSettled(): Promise<void>
}
