import type { Schema } from '../schema/contract'
import type { CallListName } from '../schema/listName'
import type { DenormalizeNullable, ReadonlyList, SchemaArgs } from '../schema/types'
import type { AnyType } from '../util/anyType'
import type { Brought, Hint } from './brought'
import type { StandardSchema } from './validation'

/** Reports how much of a body has been sent or received, in bytes; `total` is undefined where it is not known. */
export interface Progress {
  /** The number of bytes so far. */
  readonly loaded: number
  /** The number of bytes of the whole body; `undefined` where it is not known. */
  readonly total: number | undefined
}

/** The options of `fetch`, with listeners that `fetch` itself ignores; `xhrFetch` and `progressFetch` call them. */
export interface ProgressInit extends RequestInit {
  /** Called as the body is sent. */
  onUploadProgress?: ((progress: Progress) => void) | undefined
  /** Called as the response comes in. */
  onDownloadProgress?: ((progress: Progress) => void) | undefined
}

/** A store passes it to each request, with what it provides. All of it is optional, so endpoints work without a store. */
export interface RunContext {
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined
  /** Used instead of the global `fetch`. */
  readonly fetchFn?: typeof fetch | undefined
  /** The state of the store. */
  readonly getState?: (() => AnyType) | undefined
  /** The dispatch of the store. */
  readonly dispatch?: AnyType
  /** The `extraArgument` of the thunk middleware. */
  readonly extra?: AnyType
  /** The id of the request, which its actions have too. */
  readonly requestId?: string | undefined
  /** The same over all tries of a call. */
  readonly idempotencyKey?: string | undefined
  /** A store has a repeated try wait, for example while it is offline. */
  readonly beforeRetry?: (() => Promise<void> | undefined) | undefined
  /**
   * Called as the response comes in, if the `fetchFn` reports that, as `progressFetch` does; `undefined` while nothing listens.
   * It is read when the request is sent.
   */
  readonly onDownloadProgress?: ((progress: Progress) => void) | undefined
  /** Like `onDownloadProgress`, as the body of the request is sent; `xhrFetch` reports it. */
  readonly onUploadProgress?: ((progress: Progress) => void) | undefined
  /**
   * Reports how far a call has come: from `preparing` on nothing is sent before `sending`. A mutation that ends in between has
   * changed nothing; an endpoint that never calls this may have sent something at any time.
   */
  readonly onStage?: ((stage: 'preparing' | 'sending') => void) | undefined
}

/** The data of a call, with whether and how long it may be shown. */
export interface ResponseMeta<Data> {
  /** `undefined` where it is missing or must not be shown. */
  readonly data: Data | undefined
  /** One of `ExpiryStatus`: never to be shown, only while it is fresh, or also when it is stale. */
  readonly expiryStatus: 1 | 2 | 3
  /** In ms since 1970; 0 where there is nothing. */
  readonly expiresAt: number
}

/** The input of an optimistic response: the store as it is shown while the request is in flight. */
export interface SnapshotReader {
  /** When the request started (ms since 1970). */
  readonly fetchedAt: number
  /** Thrown where there is no optimistic response this time: `throw snap.abort`. */
  readonly abort: Error
  /** The data of a schema in the store. */
  get<S extends Schema>(schema: S, ...args: SchemaArgs<S>): DenormalizeNullable<S> | undefined
  /** The data of a call, with whether and how long it may be shown. */
  getResponse<E extends EndpointContract>(
    endpoint: E,
    ...args: MaybeArgs<E>
  ): ResponseMeta<KnownOf<E>>
  /** The error of a call that is to be shown, if there is one. */
  getError<E extends EndpointContract>(endpoint: E, ...args: MaybeArgs<E>): ErrorOf<E> | undefined
}

/** The data of a call in the store: what its schema makes of the response, else the response. */
type KnownOf<E> =
  SchemaOf<E> extends undefined ? ReadonlyList<ResponseOf<E>> : DenormalizeNullable<SchemaOf<E>>

/** Changes of the results of other calls with a response: by their keys, each from its existing result. */
export type ResultUpdates = Readonly<Record<string, (existing: AnyType) => unknown>>

/** Gives the probable response of a mutation, from what is shown and the arguments of the call. */
export type OptimisticResponse<Args extends readonly unknown[] = AnyType[], Expected = AnyType> = (
  this: AnyType,
  snap: SnapshotReader,
  ...args: Args
) => Expected

/** Gives the changes of other results, from the response of a mutation and the arguments of the call. */
export type UpdateResults<Args extends readonly unknown[] = AnyType[]> = (
  this: AnyType,
  result: AnyType,
  ...args: Args
) => ResultUpdates

/** Names the scope of a call; `undefined` for one that waits for none. */
export type Scope<Args extends readonly unknown[] = AnyType[]> =
  string | ((this: AnyType, ...args: Args) => string | undefined)

/** The messages that a stream sends for a call, from its arguments. */
export interface LiveCalls<Args extends readonly unknown[] = AnyType[]> {
  /** The message that is sent when the first reader of a call comes, and after each reconnect: a text, or an object, sent as JSON. Default: nothing. */
  subscribe?(...args: Args): string | object | undefined
  /** The message that is sent a second after the last reader of a call has left. Default: nothing. */
  unsubscribe?(...args: Args): string | object | undefined
}

/** The effect of a failed refetch on the data that is there: `hard` hides it, `soft` keeps it, `undefined` leaves it to the default. Polls are always soft. */
export type ErrorPolicy = 'soft' | 'hard' | undefined

/** Lists all that the store and the hooks use of an endpoint. */
export interface EndpointContract<_Advice = Advice> extends EndpointMembers {
  (...args: AnyType[]): Promise<AnyType>
}

/** After what stale data that is shown is fetched again. */
export interface RefetchEvents {
  /** The page is looked at again: it was hidden. Default: false. */
  readonly focus?: boolean
  /** The network is back, for which requests that nobody asked for wait. Default: false. */
  readonly reconnect?: boolean
}

/** Options of every endpoint, which the store reads. */
export interface StoreOptions {
  /** The time for which data is fresh, in ms. Default: the store's, 60,000. */
  readonly dataExpiryLength?: number | undefined
  /** The time for which an error keeps new mounts from trying again, in ms. Default: the store's, 1,000. */
  readonly errorExpiryLength?: number | undefined
  /** Stale data must not be shown. Default: false. */
  readonly invalidIfStale?: boolean | undefined
  /**
   * When stale data that is shown is fetched again: `onFocus`, `onReconnect`, `onFocusOrReconnect` or `never`. Default: as the
   * store's `refetchOn`.
   */
  readonly refetchOn?:
    | Brought<'refetchOn', RefetchEvents>
    | Hint<"write onFocus, with import { onFocus } from 'rtk-rest/refetch'">
    | undefined
  /** The interval at which it is fetched again while there are subscribers (`useLive`, `retain`, …), in ms. Default: never. */
  readonly pollFrequency?: number | undefined
  /** Calls run beside Redux, each with a request of its own: state, actions and errors hold nothing of them. Default: false. */
  readonly sensitive?: boolean | undefined
  /**
   * The effect of an error on the data that is there: `hard` hides it, `soft` does not. Default, and for `undefined`: soft where the
   * server failed (a status from 500 on) or did not respond (`NETWORK`, `TIMEOUT`), else hard.
   */
  errorPolicy?(error: AnyType): ErrorPolicy
}

/** Options of every endpoint that depend on its types; `Args` are the arguments of a call, and `Expected` is a response. */
export interface ChangeOptions<Args extends readonly unknown[] = AnyType[], Expected = unknown> {
  /** The probable response of a mutation, shown until there is one: `[optimistic, (snap, …) => …]`. */
  readonly getOptimisticResponse?:
    | Brought<'optimistic', OptimisticResponse<Args, Expected>>
    | Hint<"write [optimistic, (snap, …) => …], with import { optimistic } from 'rtk-rest/optimistic'">
    | undefined
  /** Changes the results of other calls, by their keys, with the response of this one: `[updates, (result, …) => …]`. */
  readonly update?:
    | Brought<'updates', UpdateResults<Args>>
    | Hint<"write [updates, (result, …) => …], with import { updates } from 'rtk-rest'">
    | undefined
  /** Mutations of one scope are sent one after the other: `[serial, 'cart']`. Default: none waits. */
  readonly scope?:
    | Brought<'serial', Scope<Args>>
    | Hint<"write [serial, '…'], with import { serial } from 'rtk-rest'">
    | undefined
  /** The source of news of the data, while it is read: `webSocket(url, …)` or `eventSource(url, …)`. Default: nothing. */
  readonly live?:
    | Brought<'streams', LiveCalls<Args>>
    | Hint<"write webSocket(url, …), with import { webSocket } from 'rtk-rest/streams'">
    | undefined
  /**
   * The calls that a success hides: endpoints, keys of calls (`UserResource.get.key({ id })`), or a function of the response and the
   * arguments that names them. Mounted readers fetch it at once, others when they read it next. Default: nothing.
   */
  readonly invalidateAll?: CallTargets<Args> | undefined
  /** Like `invalidateAll`, for what is shown until there is newer data. Default: nothing. */
  readonly expireAll?: CallTargets<Args> | undefined
}

/** The contract without the call itself, which every endpoint types for itself. */
export interface EndpointMembers extends StoreOptions, ChangeOptions {
  /** Shown in action types, and part of the default key. */
  readonly name: string
  /** Identifies a call: calls with the same key are the same data. */
  key(...args: AnyType[]): string
  /** Sends the request, with what a store hands down. Rejects with the error of the request. */
  run(args: readonly unknown[], context: RunContext): Promise<unknown>
  /** Distinguishes the requests for data with one key, such as pages of a list. Default: the key. */
  requestKey?(...args: AnyType[]): string
  /** The fields that the body of a mutation writes; `undefined` where that may be any. Default: `undefined`. */
  writtenFields?(...args: AnyType[]): readonly string[] | undefined
  /** The parameter that the path of a PUT or PATCH ends with: a response with another key has renamed what it names. Default: none. */
  readonly lastParam?: string | undefined
  /** The address of the lists that a call is about, and the arguments that name one. Default: none, and all arguments. */
  listName?(...args: AnyType[]): CallListName
  /** Tells whether a key is one of this endpoint's. */
  testKey?(key: string): boolean
  /** Tells whether data of a row is a part of a response: then a call without its own response shows it, and fetches. */
  isPartial?(data: object | undefined): boolean
  /** The schema of the response. Default: the response is stored as it comes. */
  readonly schema?: unknown
  /** True for a mutation: never shared with a call in flight, no row among the requests. */
  readonly sideEffect?: boolean | undefined | MutationRefused | ReadRefused
}

/** The calls that a mutation concerns: all of an endpoint, one by its key, or what a function of response and arguments names. */
export type CallTargets<Args extends readonly unknown[] = AnyType[]> =
  readonly CallTarget[] | ((response: AnyType, ...args: Args) => readonly CallTarget[])

/** All calls of an endpoint, those whose keys pass a test, or the call of a key. */
export type CallTarget = RequestKey | KeyTest

/** Identifies a call. `endpoint.key(…)` makes it, and the compiler takes no other text in its place. */
export type RequestKey = string & MadeByEndpoint

interface MadeByEndpoint {
  readonly madeBy: 'endpoint.key(…)'
}

/** Selects calls by their keys; an endpoint selects all of its own. */
export interface KeyTest {
  /** Tells whether the call with a key is selected. */
  testKey?(key: string): boolean
}

/** An endpoint that reads: what hooks that fetch accept. */
export interface ReadEndpoint<_Advice = Advice> extends EndpointContract {
  readonly sideEffect?: false | undefined | MutationRefused
}

/** An endpoint that changes something: what `useMutation` accepts. */
export interface WriteEndpoint<_Advice = Advice<'UserResource.update'>> extends EndpointContract {
  readonly sideEffect: true | ReadRefused
}

/** The compiler shows it beside the name of the type. */
type Advice<Such extends string = 'UserResource.getList'> = `write an endpoint, such as ${Such}`

/** The compiler's message for a read that is given to `useMutation`; no endpoint has it. */
type ReadRefused =
  'this endpoint reads: read it with useSuspense, useDLE or useFetch, and further pages with controller.fetch'

/** The compiler's message for a mutation that is given to a hook that reads; no endpoint has it. */
type MutationRefused = 'a mutation is sent with fetch: what reads would send it again and again'

/** More arguments than any call has: an overload with these matches nothing, and is in no message of the compiler. */
export type NoCall = [never, never, never, never]

/** The arguments of a call whose body is missing; where none can be, those of no call. */
export type WithoutBody<Args extends readonly unknown[]> =
  IsUnion<Args> extends true
    ? NoCall
    : Args extends readonly [params: object, body: unknown]
      ? [params: 'the body is missing: it comes after the parameters']
      : NoCall

/** Whether a type is one of several. */
export type IsUnion<T, All = T> = 0 extends 1 & T
  ? true
  : T extends unknown
    ? [All] extends [T]
      ? false
      : true
    : never

/** The arguments of an endpoint. */
export type ArgsOf<E> = E extends (...args: infer Args) => unknown ? Args : never

/** The arguments of an endpoint, or `null` or `undefined` in place of them: then there is no call. */
export type MaybeArgs<E> = ArgsOf<E> | [off: null | undefined]

/** The value that an endpoint resolves to when it is called directly. */
export type ResponseOf<E> = E extends (...args: AnyType[]) => Promise<infer Value> ? Value : never

/** The schema of an endpoint. */
export type SchemaOf<E> = E extends { readonly schema: infer S } ? S : undefined

/**
 * Why a call failed whose error has no status: the server cannot be reached or the connection broke (`NETWORK`), the `timeout` is
 * over, the response or the body of the request does not fit, or somebody aborted the call. `DELETED` has a reader of what was
 * deleted, which sends no request.
 */
export type ErrorCode =
  'NETWORK' | 'TIMEOUT' | 'INVALID_RESPONSE' | 'INVALID_BODY' | 'ABORTED' | 'DELETED'

/** The error of a call, as far as every error of the store has it. */
export interface EndpointError<Data = unknown> extends Error {
  /** The HTTP status of a response that is an error; absent where there is a `code`. */
  readonly status?: number
  /** An `ErrorCode`, or what an error of your own has; absent where there is a status. */
  readonly code?: ErrorCode | (string & Record<never, never>)
  /** The address of a response that is an error or cannot be read, without its query string; absent for a sensitive endpoint. */
  readonly url?: string
  /** The body of the response; absent if it does not fit `errorSchema`, and in errors of any other cause. */
  readonly data?: Data
}

/**
 * The error of a call, whose `data` has the type that the `errorSchema` of the endpoint gives; unknown without one.
 *
 * @example
 * const { data } = error as ErrorOf<typeof createUser>
 */
export type ErrorOf<E> = EndpointError<E extends Checking<infer Data> ? Data : unknown>

/** An endpoint with an `errorSchema`. */
interface Checking<Data> {
  readonly errorSchema?: StandardSchema<AnyType, Data> | undefined
}
