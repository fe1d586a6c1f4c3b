import { useCallback, useEffect, useInsertionEffect, useMemo, useSyncExternalStore } from 'react'
import type {
  ArgsOf,
  EndpointContract,
  ErrorOf,
  IsUnion,
  WriteEndpoint,
  Progress,
  WithoutBody,
} from '../endpoint/contract'
import { checkEndpoint } from '../store/checkEndpoint'
import type { FetchedOf } from '../store/Operations'
import {
  type CallState,
  MutationCalls,
  type MutationOptions,
  type MutationPromise,
} from './MutationCalls'
import { useBoundStore, useRuntime } from './useRuntime'
import { useUploadProgress } from './useUploadProgress'

/** Sends the mutation; always the same function, which may be the action of a form. */
export interface RunMutation<E extends EndpointContract> {
  (
    ...args: ShortArgs<ArgsOf<E>>
  ): IsUnion<ArgsOf<E>> extends true ? MutationPromise<FetchedOf<E>> : never
  (...args: OtherArgs<ArgsOf<E>>): MutationPromise<FetchedOf<E>>
}

/** The arguments of a call with a body alone. With a signature of its own the compiler names nothing but the mistake. */
type ShortArgs<Args extends readonly unknown[]> =
  IsUnion<Args> extends true ? Extract<Args, readonly [unknown]> : WithoutBody<Args>

/** The other arguments of a call; all of them for a type parameter, where the compiler knows no length. */
type OtherArgs<Args extends readonly unknown[]> = [...Args]['length'] extends 0 | 1 | 2
  ? IsUnion<Args> extends true
    ? Exclude<Args, readonly [unknown]>
    : Args
  : Args

/** The state of the last call of the endpoint; a reset of the store forgets it. */
export interface MutationResult<E extends EndpointContract> {
  /** The outcome of the last call; `uninitialized` before the first one. */
  readonly status: 'uninitialized' | 'pending' | 'fulfilled' | 'rejected'
  /** Never called, or reset. */
  readonly isUninitialized: boolean
  /** The call waits to be sent, or its request is in flight. */
  readonly isLoading: boolean
  /** The last call succeeded. */
  readonly isSuccess: boolean
  /** The last call failed. */
  readonly isError: boolean
  /** The response as readers see it. */
  readonly data: FetchedOf<E> | undefined
  /** Why the last call failed. */
  readonly error: ErrorOf<E> | undefined
  /** The arguments of the call. Where a `key` is shared they are plain data: a form is `[FormData]`. */
  readonly args: ArgsOf<E> | undefined
  /**
   * The bytes of the body that were sent while the call is pending, where the `fetchFn` reports it, as `xhrFetch` does. It changes with
   * each whole percent, and within one at most every 100 ms. A component renders for it only if it reads this.
   */
  readonly progress: Progress | undefined
  /**
   * Forgets the last call; a request in flight, or one that `debounce` holds back, goes on. The same function for as long as
   * the `key` is the same.
   */
  reset(): void
}

/**
 * Sends a mutation, and returns the state of its last call. A request goes on when the component unmounts.
 * @param options how the calls are sent: `debounce` in ms, and a `key` to share the state. Default: at once, and not shared
 * @throws TypeError for an endpoint that reads; it does not compile either
 *
 * @example
 * const [rename, { isLoading, error }] = useMutation(UserResource.partialUpdate)
 * const save = async () => showName(await rename({ id }, { name }).unwrap())
 */
export function useMutation<E extends WriteEndpoint>(
  endpoint: E,
  options: MutationOptions = {},
): readonly [RunMutation<E>, MutationResult<E>] {
  if (process.env.NODE_ENV !== 'production') checkMutation(endpoint)
  const runtime = useRuntime()
  const calls = useMemo(() => new MutationCalls(runtime, endpoint, options), [runtime])
  // Before the effects of components within, which may call it.
  useInsertionEffect(() => calls.update(endpoint, options))
  useEffect(() => calls.flush, [calls])
  const { key } = options
  const state = useCallState(calls, endpoint, key)
  const progress = useUploadProgress(state.uploadListeners, () => calls.readsProgress)
  const reset = useCallback(() => calls.reset(key), [calls, key])
  const result = useMemo(
    () =>
      Object.freeze({
        ...shownOf(state),
        // A getter: a component that does not read it need not render for it.
        get progress() {
          calls.readsProgress = true
          return progress
        },
        reset,
      }),
    [calls, state, progress, reset],
  )
  return [calls.run as unknown as RunMutation<E>, result as unknown as MutationResult<E>]
}

function useCallState(
  calls: MutationCalls,
  endpoint: EndpointContract,
  key: string | undefined,
): CallState {
  const { subscribe } = useBoundStore()
  const getState = (): CallState => calls.getState(endpoint, key)
  // What components share is in the store, and what waits to be sent is not.
  useSyncExternalStore(calls.subscribe, getState, getState)
  return useSyncExternalStore(subscribe, getState, getState)
}

/** What a component gets of the state. */
function shownOf({ uploadListeners: _, ...state }: CallState) {
  const { status } = state
  return {
    ...state,
    isUninitialized: status === 'uninitialized',
    isLoading: status === 'pending',
    isSuccess: status === 'fulfilled',
    isError: status === 'rejected',
  }
}

function checkMutation(endpoint: EndpointContract): void {
  checkEndpoint(endpoint)
  const { name, sideEffect, requestKey } = endpoint
  if (sideEffect === true) return
  // That of a page is not its key.
  const advice =
    requestKey === undefined
      ? 'Read with useSuspense, useDLE or useFetch; an Endpoint that changes something has `sideEffect: true`, and a RestEndpoint a `method` other than GET.'
      : 'Fetch a page with controller.fetch, from useController; useLoading says whether it is on its way.'
  throw new TypeError(`useMutation sends mutations, and ${name} reads. ${advice}`)
}
