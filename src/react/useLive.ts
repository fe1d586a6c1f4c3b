import type { ArgsOf, ReadEndpoint } from '../endpoint/contract'
import type { NullableArgs, Shown } from './types'
import { useSubscription } from './useSubscription'
import { useSuspense } from './useSuspense'

/**
 * As `useSuspense`, and kept up to date as `useSubscription` does.
 *
 * @example
 * const price = useLive(getPrice, { pair: 'BTC-USD' })
 */
export function useLive<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): Shown<E>
export function useLive<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<E>
): Shown<E> | undefined
export function useLive(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  useSubscription(endpoint, ...args)
  return useSuspense(endpoint, ...args)
}
