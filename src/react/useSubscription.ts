import { useEffect, useMemo } from 'react'
import type { ArgsOf, ReadEndpoint } from '../endpoint/contract'
import { checkEndpoint } from '../store/checkEndpoint'
import type { NullableArgs } from './types'
import { useRuntime } from './useRuntime'

/**
 * Keeps a call's data up to date while the component is on the page: by polling, where the endpoint has a
 * `pollFrequency`, or as a manager does. `null` as the first argument means "not now".
 *
 * @example
 * useSubscription(getPrice, { pair: 'BTC-USD' })
 */
export function useSubscription<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): void
export function useSubscription<E extends ReadEndpoint>(endpoint: E, ...args: NullableArgs<E>): void
export function useSubscription(endpoint: ReadEndpoint, ...args: readonly unknown[]): void {
  const { subscriptions } = useRuntime()
  checkEndpoint(endpoint)
  const key = args[0] === null ? undefined : endpoint.key(...args)
  const { pollFrequency } = endpoint
  const subscription = useMemo(
    () => key !== undefined && { endpoint, args, key },
    // The key stands for endpoint and arguments; those of the last render are handed over below.
    [key, pollFrequency],
  )
  useEffect(() => {
    if (subscription) Object.assign(subscription, { endpoint, args })
  })
  useEffect(
    () => (subscription ? subscriptions.retain(subscription) : undefined),
    [subscriptions, subscription],
  )
}
