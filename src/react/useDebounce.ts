import { useEffect, useMemo, useRef, useState, useTransition } from 'react'
import type { EndpointContract, MaybeArgs } from '../endpoint/contract'
import { isOff } from '../util/checks'

/**
 * A value once it has not changed for a while, and whether what depends on it still renders. The change is a transition, so
 * that what suspends because of it leaves the page as it is.
 *
 * @param delay in ms
 * @param updatable the value stays as it is while this is false. Default: true
 *
 * @example
 * const [query, isPending] = useDebounce(text, 200)
 * const users = useSuspense(UserResource.getList, { query })
 */
export function useDebounce<Value>(
  value: Value,
  delay: number,
  updatable = true,
): readonly [Value, boolean] {
  const [debounced, setDebounced] = useState(value)
  const [isPending, startTransition] = useTransition()
  useEffect(() => {
    if (!updatable) return undefined
    const timer = setTimeout(() => startTransition(() => setDebounced(value)), delay)
    return () => clearTimeout(timer)
  }, [value, delay, updatable])
  return [debounced, isPending]
}

/**
 * An endpoint whose request is aborted as soon as the arguments change; the same one while the key of the call is. The request
 * goes on when the component unmounts, and while it suspends. `null` or `undefined` as the first argument aborts the request.
 *
 * @example
 * const search = useCancelling(searchUsers, { query })
 * const { data: users } = useDLE(search, { query })
 */
export function useCancelling<
  E extends EndpointContract & { extend(options: { readonly signal: AbortSignal }): unknown },
>(endpoint: E, ...args: MaybeArgs<E>): E {
  const key = isOff(args) ? undefined : endpoint.key(...args)
  const last = useRef<AbortController>(undefined)
  const controller = useMemo(() => new AbortController(), [key])
  useEffect(() => {
    // In StrictMode the effect runs twice.
    if (last.current !== controller) last.current?.abort()
    last.current = controller
  }, [controller])
  return useMemo(() => endpoint.extend({ signal: controller.signal }) as E, [controller])
}
