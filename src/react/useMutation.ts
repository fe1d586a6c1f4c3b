import { useEffect, useInsertionEffect, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import type { ArgsOf, EndpointContract, Progress, ErrorOf } from '../endpoint/contract'
import { checkEndpoint } from '../store/checkEndpoint'
import { codedMessage } from '../util/messages'
import type { FetchedOf } from '../store/operations/fetch'
import { readMutation } from '../store/select/readEndpoint'
import type { Runtime } from '../store/Runtime'
import { withoutLayers } from '../store/state/layers'
import { getRow } from '../store/state/table'
import { getOrCreate } from '../util/collections'
import type { MutationRow } from '../store/state/state'
import {
  type CallState,
  MutationCalls,
  type MutationOptions,
  type MutationPromise,
  UNINITIALIZED,
} from './MutationCalls'
import { useRuntime } from './useRuntime'
import { useUploadProgress } from './useUploadProgress'

/** Sends the mutation; always the same function, which may be the action of a form. */
export type RunMutation<E extends EndpointContract> = (
  ...args: ArgsOf<E>
) => MutationPromise<FetchedOf<E>>

/** The state of the last call. */
export interface MutationResult<E extends EndpointContract> {
  readonly status: 'uninitialized' | 'pending' | 'fulfilled' | 'rejected'
  readonly isUninitialized: boolean
  readonly isLoading: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  readonly data: FetchedOf<E> | undefined
  readonly error: ErrorOf<E> | undefined
  /** The arguments of the call. Where a `key` is shared they are plain data, files as summaries. */
  readonly args: ArgsOf<E> | undefined
  /**
   * What was sent of the body while the call is pending, where the `fetchFn` reports it, as `xhrFetch` does. It changes with
   * each whole percent, and within one at most every 100 ms. A component renders for it only if it reads this.
   */
  readonly progress: Progress | undefined
  /** Forgets the last call; a request in flight, or one that `debounce` holds back, goes on. */
  reset(): void
}

/**
 * Sends a mutation, and returns the state of its last call. A request goes on when the component unmounts.
 *
 * @example
 * const [rename, { isLoading, error }] = useMutation(UserResource.partialUpdate)
 * const user = await rename({ id }, { name }).unwrap()
 */
export function useMutation<E extends EndpointContract>(
  endpoint: E,
  options: MutationOptions = {},
): readonly [RunMutation<E>, MutationResult<E>] {
  checkMutation(endpoint)
  const runtime = useRuntime()
  const calls = useMemo(() => new MutationCalls(runtime, endpoint, options), [runtime])
  // Before the effects of components within, which may call it.
  useInsertionEffect(() => calls.update(endpoint, options))
  useEffect(() => calls.flush, [calls])
  const own = useSyncExternalStore(calls.subscribe, calls.getState, calls.getState)
  const { key } = options
  const row = useSharedRow(endpoint, key)
  // A call that waits is not in the state yet.
  const isShared = key !== undefined && endpoint.sensitive !== true && !calls.isWaiting
  const state = useMemo(
    () => (isShared ? sharedState(runtime, endpoint, row) : own),
    [runtime, isShared, endpoint, row, own],
  )
  const progress = useUploadProgress(state.uploadListeners, () => calls.readsProgress)
  const result = useMemo(() => {
    const reset = (): void => {
      calls.reset()
      if (key === undefined) return
      const payload = { entities: {}, requests: [], mutations: [key] }
      runtime.send(runtime.actions.gc(payload, runtime.plainMeta('gc')))
    }
    return Object.freeze({
      ...shownOf(state),
      // A getter: a component that does not read it need not render for it.
      get progress() {
        calls.readsProgress = true
        return progress
      },
      reset,
    })
  }, [runtime, calls, key, state, progress])
  return [calls.run as unknown as RunMutation<E>, result as unknown as MutationResult<E>]
}

/** The row of a mutation that components share. */
function useSharedRow(
  { name }: EndpointContract,
  key: string | undefined,
): MutationRow | undefined {
  const runtime = useRuntime()
  const { subscribe } = useStore()
  const getShared = (): MutationRow | undefined => {
    const row = key === undefined ? undefined : getRow(runtime.state.mutations, key)
    return row?.arg.endpoint === name ? row : undefined
  }
  return useSyncExternalStore(subscribe, getShared, getShared)
}

const sharedStates = new WeakMap<MutationRow, CallState>()

/** The state that a row stands for: the same for all components, with the data as the first of them read it. */
function sharedState(
  { state, inFlight }: Runtime,
  endpoint: EndpointContract,
  row: MutationRow | undefined,
): CallState {
  if (row === undefined) return UNINITIALIZED
  return getOrCreate(sharedStates, row, ({ status, requestId, arg }) => {
    const { uploadListeners } = (status === 'pending' && inFlight.get(requestId)) || {}
    const read = readMutation(withoutLayers(state), endpoint, row)
    return { ...read, status, args: arg.args, uploadListeners }
  })
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
  const { name, sideEffect } = endpoint
  if (sideEffect === true) return
  throw new TypeError(
    codedMessage(
      'not-a-mutation',
      process.env.NODE_ENV === 'production' ||
        `useMutation sends mutations, and ${name} reads. Read with useSuspense, useDLE or useFetch; an Endpoint that changes something has \`sideEffect: true\`, and a RestEndpoint a \`method\` other than GET.`,
      name,
    ),
  )
}
