import type {
  ArgsOf,
  EndpointContract,
  NoCall,
  Progress,
  ResponseOf,
  SchemaOf,
} from '../../endpoint/contract'
import type { CollectionEdit, CollectionMove } from '../../schema/collectionMutations'
import type { Denormalize } from '../../schema/types'
import type { AnyType } from '../../util/anyType'
import { listenTo } from '../../util/collections'
import { withoutLayers } from '../state/layers'
import type { FinalAction } from '../state/actions'
import type { RequestArg } from '../state/state'
import { abortError } from '../state/errors'
import { isStale } from '../state/expiry'
import { checkEndpoint } from '../checkEndpoint'
import { failedOutcome, startRequest } from '../requests/lifecycle'
import type { InFlightRequest, Outcome } from '../requests/InFlightRequest'
import { callByIds } from '../requests/temporaryKeys'
import type { Runtime } from '../Runtime'
import { type EndpointRead, readEndpoint } from '../select/readEndpoint'

/** What a fetch resolves to: what readers see of the endpoint's schema, or the endpoint's own value. */
export type FetchedOf<E> = SchemaOf<E> extends undefined ? ResponseOf<E> : Denormalize<SchemaOf<E>>

/** What a fetch resolves to whose body is a list of members: what readers see of each of them. */
export type FetchedList<E> =
  SchemaOf<E> extends CollectionEdit<infer Member> | CollectionMove<infer Member> ? Member[] : never

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

/** The promise of a dispatched fetch; it resolves to the final action and never rejects. */
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
  /** As `onDownloadProgress`, with the number of bytes sent, which `xhrFetch` reports. */
  onUploadProgress(listener: (progress: Progress) => void): () => void
}

/** What a dispatched `fetchIfStale` gives: the promise of the request, if there had to be one, and the data. */
export interface MaybeFetched<Value> {
  /** `undefined` where no request was needed. */
  readonly request: FetchPromise<Value> | undefined
  /** The data itself while it is fresh, else a promise of it. An error that is fresh rejects without a request. */
  value(): Value | Promise<Value>
  /** As `value`, always as a promise. */
  unwrap(): Promise<Value>
}

/** Sends a request, or joins one that was requested late enough. */
export function fetch(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): FetchPromise<unknown> {
  checkEndpoint(endpoint)
  const call = callByIds(runtime, endpoint, args)
  return promiseOf(runtime, startRequest(runtime, call, { isExplicit: true }))
}

/** As `fetch`, unless the state has fresh data, or a fresh error. */
export function fetchIfStale(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): MaybeFetched<unknown> {
  // What is only expected is not fresh.
  const { key, args: ids } = callByIds(runtime, endpoint, args)
  const read = readEndpoint(withoutLayers(runtime.state), endpoint, key, ids)
  if (isFresh(read)) {
    const { data, error } = read
    const value = (): unknown => (error === undefined ? data : Promise.reject(error))
    return { request: undefined, value, unwrap: async () => value() }
  }
  const request = fetch(runtime, endpoint, ...args)
  const value = (): Promise<unknown> => request.unwrap()
  return { request, value, unwrap: value }
}

function isFresh(read: EndpointRead): boolean {
  const isThere = read.isFound || read.error !== undefined
  return isThere && !isStale(read) && !read.isDoubtful()
}

/** One caller's view of a request that others may share. */
export function promiseOf(runtime: Runtime, request: InFlightRequest): FetchPromise<unknown> {
  request.retain()
  let hasLeft = false
  let leave: (outcome: Outcome) => void
  const left = new Promise<Outcome>((resolve) => (leave = resolve))
  const outcome = Promise.race([left, request.outcome])
  const promise = outcome.then(({ action }) => action)
  return Object.assign(promise, {
    requestId: request.call.requestId,
    arg: request.call.arg,
    unwrap: async () => {
      request.isUnwrapped = true
      return valueOf(await outcome)
    },
    abort(reason?: string) {
      if (request.isSettled || hasLeft) return
      hasLeft = true
      const { fetchedAt } = request.call.order
      const times = { date: fetchedAt, expiresAt: fetchedAt }
      const error = abortError(reason)
      leave(failedOutcome(runtime, request.call, error, { ...times, aborted: true }))
      request.release(reason)
    },
    onDownloadProgress: listenTo(request.downloadListeners),
    onUploadProgress: listenTo(request.uploadListeners),
  })
}

function valueOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error
  return outcome.value()
}
