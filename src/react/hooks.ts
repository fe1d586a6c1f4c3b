import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type {
  ArgsOf,
  EndpointContract,
  ErrorOf,
  ReadEndpoint,
  ResponseOf,
  SchemaOf,
} from '../endpoint/contract'
import { PollingManager } from '../managers/PollingManager'
import type { Schema } from '../schema/contract'
import type { Denormalize, DenormalizeNullable, ReadonlyList, SchemaArgs } from '../schema/types'
import { checkEndpoint } from '../store/checkEndpoint'
import { controllerOf } from '../store/client'
import { QueryObserver } from '../store/observe/QueryObserver'
import { noteSwitchedOff } from '../store/observe/warnUnpolled'
import type { Controller } from '../store/Operations'
import type { FetchPromise } from '../store/Operations'
import { fetch } from '../store/operations/fetch'
import { readLive } from '../store/operations/retain'
import { isOff } from '../util/checks'
import { type EndpointUse, useEndpoint, useView } from './useEndpoint'
import {
  pendingUsePromise,
  resolvedUsePromise,
  type UsablePromise,
  waitedUsePromise,
} from './usePromise'
import { useBoundStore, useObserverValue, useRuntime } from './useRuntime'

/**
 * The arguments of a hook: the endpoint's own, or `null` or `undefined` in place of the first, which switches the hook off. An
 * endpoint that needs no argument is read with `{}` in place of `null`.
 */
export type NullableArgs<E> =
  ArgsOf<E> extends readonly []
    ? [] | [params: (E extends { readonly path: string } ? Record<string, never> : never) | null]
    : ArgsOf<E> extends readonly [first?: infer First, ...rest: infer Rest]
      ? [] extends ArgsOf<E>
        ? [first?: First | null | undefined, ...rest: Rest]
        : [first: First | null | undefined, ...rest: Rest]
      : ArgsOf<E>

/**
 * The arguments of a call of a hook, where `Args` are the types of those that are given: the endpoint's own, or those that switch
 * the hook off.
 */
export type HookArgs<E, Args extends readonly unknown[]> = ArgsOf<E> | OffArgs<E, Args>

// The first branch is never taken: it is where the compiler infers `Args`. With two signatures instead it would report each
// mistake twice.
type OffArgs<E, Args extends readonly unknown[]> = [Args] extends [InferredHere]
  ? [...Args]
  : [WhenOff<Args>] extends [never]
    ? never
    : NullableArgs<E>

interface InferredHere {
  readonly inferredHere: never
}

/** The value of a hook besides the data: `undefined` where the first of its arguments may be `null` or `undefined`. */
export type WhenOff<Args extends readonly unknown[]> = Args extends readonly []
  ? never
  : 0 extends 1 & Args[0]
    ? never
    : null extends Args[0]
      ? undefined
      : undefined extends Args[0]
        ? undefined
        : never

/** The data of a hook whose endpoint has responded. */
export type Shown<E extends EndpointContract> =
  SchemaOf<E> extends undefined ? ReadonlyList<ResponseOf<E>> : Denormalize<SchemaOf<E>>

/** The data of a hook that neither fetches nor suspends. */
export type MaybeShown<E extends EndpointContract> =
  | (SchemaOf<E> extends undefined ? ReadonlyList<ResponseOf<E>> : DenormalizeNullable<SchemaOf<E>>)
  | undefined

/**
 * Returns the data of a call. Suspends until there is data, throws the error of the request, and refetches stale data.
 * Does nothing and returns `undefined` while the first argument is `null` or `undefined`.
 * @throws TypeError for a mutation and for a sensitive endpoint
 *
 * @example
 * const user = useSuspense(UserResource.get, { id })
 */
export function useSuspense<E extends ReadEndpoint, Args extends readonly unknown[] = ArgsOf<E>>(
  endpoint: E,
  ...args: HookArgs<E, Args>
): Shown<E> | WhenOff<Args> {
  return useView(useEndpoint(endpoint, args, true)) as Shown<E> | WhenOff<Args>
}

/** Data, loading and error of a call: `data` is there when neither of the others is. */
export type DataLoadingError<Data, Failure = Error> =
  | { readonly data: undefined; readonly loading: true; readonly error: undefined }
  | { readonly data: Data | undefined; readonly loading: false; readonly error: Failure }
  | { readonly data: Data; readonly loading: false; readonly error: undefined }

/** The result of `useDLE`. */
export type EndpointState<E extends EndpointContract, Data = Shown<E>> = DataLoadingError<
  Data,
  ErrorOf<E>
> & {
  /** A request of the call is in flight, whatever is shown. A component renders for it only if it reads this. */
  readonly isFetching: boolean
  /**
   * The data lacks fields, whose defaults are shown: a list with a `summary` has brought it, and no response of the call yet. A form
   * waits for the rest. A component renders for it only if it reads this.
   */
  readonly isPartial: boolean
  /**
   * There is no network, for which it waits: it is missing, or was stale when the network was lost. Always false without the manager
   * `refetchOn`. A component renders for it only if it reads this.
   */
  readonly isPaused: boolean
  /**
   * Why the last refetch failed, where `errorPolicy` keeps the data shown; `undefined` after the next success. A component renders
   * for it only if it reads this.
   */
  readonly refetchError: ErrorOf<E> | undefined
  /**
   * Fetches what the server has now. Calls of one handler share a request. The promise never rejects; its `unwrap()` gives the
   * data, or rejects with the error.
   */
  refetch(): FetchPromise<Shown<E>>
}

const LOADING = Object.freeze({ data: undefined, loading: true, error: undefined })

/**
 * Returns the data of a call with `loading` and `error`, where `useSuspense` suspends and throws. While the first argument is
 * `null` or `undefined` there is no data, nothing is loading, and `refetch` throws an error.
 *
 * @example
 * const { data, loading, error, isFetching, refetchError, refetch } = useDLE(UserResource.getList)
 */
export function useDLE<E extends ReadEndpoint, Args extends readonly unknown[] = ArgsOf<E>>(
  endpoint: E,
  ...args: HookArgs<E, Args>
): EndpointState<E, Shown<E> | WhenOff<Args>> {
  const { runtime, view, observer } = useEndpoint(endpoint, args, true)
  const getFetching = useReading(() => observer?.isFetching === true)
  const getPartial = useReading(() => observer?.isPartial === true)
  const getPaused = useReading(() => observer?.isPaused === true)
  const getRefetchError = useReading(() => observer?.refetchError)
  const refetch = useCallback(() => {
    if (observer === undefined)
      throw new TypeError('There is nothing to refetch for null or undefined.')
    return fetch(runtime, observer.observed.endpoint, ...observer.observed.args)
  }, [runtime, observer])
  const { data, error } = view ?? LOADING
  return {
    data,
    loading: view === undefined,
    error,
    // Getters: a component that does not read them need not render for them.
    get isFetching() {
      // The request of a reader that waits may be about to start.
      return getFetching() === true || (view === undefined && getPaused() === false)
    },
    get isPartial() {
      return view !== undefined && getPartial() === true
    },
    get isPaused() {
      return getPaused()
    },
    get refetchError() {
      return view && getRefetchError()
    },
    refetch,
  } as EndpointState<E, Shown<E> | WhenOff<Args>>
}

/** What the store says beside the view; the component renders when that changes, once it was read. */
function useReading<Value>(read: () => Value): () => Value | undefined {
  const isRead = useRef(false)
  const getValue = (): Value | undefined => (isRead.current ? read() : undefined)
  useSyncExternalStore(useBoundStore().subscribe, getValue, getValue)
  return () => {
    isRead.current = true
    return getValue()
  }
}

/**
 * Returns the data of a call if the store has it, also if it is stale, else `undefined`. Never fetches and never suspends.
 *
 * @example
 * const me = useCache(UserResource.get, { id: 'me' })
 */
export function useCache<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<E>
): MaybeShown<E> {
  return useEndpoint(endpoint, args, false).view?.data as MaybeShown<E>
}

/**
 * Fetches as `useSuspense` does, and returns a promise of the data for `use()`, so that two calls in one component fetch in
 * parallel. Returns `undefined` while the first argument is `null` or `undefined`. The promise is settled while stale data is
 * refetched.
 *
 * @example
 * const user = use(useFetch(UserResource.get, { id }))
 */
export function useFetch<E extends ReadEndpoint, Args extends readonly unknown[] = ArgsOf<E>>(
  endpoint: E,
  ...args: HookArgs<E, Args>
): UsablePromise<Shown<E>> | WhenOff<Args> {
  return promiseOf(useEndpoint(endpoint, args, true)) as UsablePromise<Shown<E>> | WhenOff<Args>
}

/** A promise of what can be shown; none where the hook is off. */
function promiseOf(used: EndpointUse): UsablePromise<unknown> | undefined {
  const { view, observer } = used
  if (observer === undefined) return undefined
  if (view === undefined) return pendingUsePromise(used)
  const before = waitedUsePromise(observer.waited)
  // React resumes a render whose promise settled at once, and expects the same promise as before.
  return before?.status === 'fulfilled' && before.value === view.data
    ? before
    : resolvedUsePromise(view)
}

/**
 * Returns the data of a call as `useSuspense` does, and keeps it up to date as `useSubscription` does.
 *
 * @example
 * const price = useLive(getPrice, { pair: 'BTC-USD' })
 */
export function useLive<E extends ReadEndpoint, Args extends readonly unknown[] = ArgsOf<E>>(
  endpoint: E,
  ...args: HookArgs<E, Args>
): Shown<E> | WhenOff<Args> {
  useSubscription(endpoint, ...(args as NullableArgs<E>))
  return useSuspense<E, Args>(endpoint, ...args)
}

/** One that `createRest` was given takes its place. */
const polling = /* @__PURE__ */ new PollingManager()

/**
 * Keeps a call's data up to date while the component is on the page: by polling, where the endpoint has a
 * `pollFrequency`, or as a manager does. `null` or `undefined` as the first argument
 * disables it.
 *
 * @example
 * useSubscription(getPrice, { pair: 'BTC-USD' })
 */
export function useSubscription<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<E>
): void {
  const runtime = useRuntime()
  checkEndpoint(endpoint)
  const key = isOff(args) ? undefined : endpoint.key(...args)
  const { name, pollFrequency } = endpoint
  const subscription = useMemo(
    () => key !== undefined && { endpoint, args, key },
    // The key stands for endpoint and arguments; those of the last render are handed over below.
    [key, pollFrequency],
  )
  useEffect(() => {
    if (subscription) Object.assign(subscription, { endpoint, args })
  })
  useEffect(() => {
    if (subscription) {
      runtime.managers.use(polling)
      return readLive(runtime, subscription)
    }
    return process.env.NODE_ENV === 'production' ? undefined : noteSwitchedOff(runtime, name)
  }, [runtime, subscription, name])
}

/**
 * Returns the stored data of a schema, found by the arguments alone; never fetches. `useSuspense`, `useDLE` and `useCache` read
 * an endpoint.
 * @throws TypeError, in development, for an endpoint
 *
 * @example
 * const user = useQuery(User, { id })
 */
export function useQuery<S extends Schema>(
  schema: S,
  ...args: SchemaArgs<S>
): DenormalizeNullable<S> | undefined {
  const runtime = useRuntime()
  const name = JSON.stringify(args)
  const observer = useMemo(
    () => new QueryObserver(runtime, schema, args, name),
    // The name stands for the arguments.
    [runtime, schema, name],
  )
  return useObserverValue(observer, undefined) as DenormalizeNullable<S> | undefined
}

/**
 * Returns the controller of the store, with which a component reads and writes data. It is always the same object.
 * @throws an error where the store of the `Provider` has no middleware of `createRest`, or several
 *
 * @example
 * const controller = useController()
 * const save = () => controller.fetch(UserResource.update, { id }, { name })
 */
export function useController(): Controller {
  return controllerOf(useRuntime())
}
