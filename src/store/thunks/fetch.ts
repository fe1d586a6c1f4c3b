import type {
  ArgsOf,
  EndpointContract,
  NoCall,
  Progress,
  ResponseOf,
  SchemaOf,
  WithoutBody,
} from '../../endpoint/contract'
import type { CollectionEdit } from '../../schema/CollectionEdit'
import type { CollectionMove } from '../../schema/CollectionMove'
import type { Denormalize } from '../../schema/types'
import type { Seam } from '../../util/seam'
import type { FinalAction, RequestArg } from '../state/actions'
import { abortError, toRestError } from '../state/errors'
import { type InFlightRequest, type Outcome, requestMeta } from '../requests/InFlightRequest'
import { startRequest } from '../requests/lifecycle'
import { findRuntime } from '../runtimes'
import type { Runtime } from '../Runtime'
import type { RestThunk } from './types'

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
  SchemaOf<E> extends CollectionEdit<Seam, Seam> | CollectionMove<Seam, Seam>
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
  readonly requestId: string
  readonly arg: RequestArg
  /** The data once it is stored; rejects with what went wrong. */
  unwrap(): Promise<Value>
  /** Lets go of the request: this caller's promises reject, and the request ends when nobody else wants it. */
  abort(reason?: string): void
  /** Tells how many bytes have come, whenever more have; returns how to stop. */
  onProgress(listener: (progress: Progress) => void): () => void
}

/** Makes the thunk creator `rest.fetch(endpoint, ...args)`. */
export function createFetch(reducerPath: string) {
  function fetch<E extends EndpointContract>(
    endpoint: E,
    ...args: ListArgs<E>
  ): RestThunk<FetchPromise<FetchedList<E>>>
  function fetch<E extends EndpointContract>(endpoint: E, ...args: WithoutBody<ArgsOf<E>>): never
  function fetch<E extends EndpointContract>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): RestThunk<FetchPromise<FetchedOf<E>>>
  function fetch(
    endpoint: EndpointContract,
    ...args: readonly unknown[]
  ): RestThunk<FetchPromise<unknown>> {
    return function fetchThunk(dispatch, getState) {
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const flight = startRequest(runtime, endpoint, args, { isExplicit: true })
      return promiseOf(runtime, flight)
    }
  }
  return fetch
}

/** One caller's view of a request that others may share. */
function promiseOf<Value>(runtime: Runtime, flight: InFlightRequest): FetchPromise<Value> {
  flight.retain()
  let hasLeft = false
  let leave: (outcome: Outcome) => void
  const left = new Promise<Outcome>((resolve) => (leave = resolve))
  const outcome = Promise.race([left, flight.outcome])
  const promise = outcome.then(({ action }) => action)
  return Object.assign(promise, {
    requestId: flight.call.requestId,
    arg: flight.call.arg,
    unwrap: async () => {
      flight.isUnwrapped = true
      return valueOf(await outcome) as Value
    },
    abort(reason?: string) {
      if (flight.isSettled || hasLeft) return
      hasLeft = true
      leave(abortedOutcome(runtime, flight, reason))
      flight.release(reason)
    },
    onProgress: (listener: (progress: Progress) => void) => flight.onProgress(listener),
  })
}

function valueOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error
  return outcome.value()
}

function abortedOutcome(
  runtime: Runtime,
  flight: InFlightRequest,
  reason: string | undefined,
): Outcome {
  const error = abortError(reason)
  const { fetchedAt } = flight.call.order
  const action = runtime.actions.rejected(toRestError(error), {
    ...requestMeta(flight.call, 'rejected', 0),
    date: fetchedAt,
    expiresAt: fetchedAt,
    aborted: true,
  })
  return { action, error }
}
