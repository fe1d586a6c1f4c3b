import type { ArgsOf, ReadEndpoint } from '../endpoint/contract'
import type { NullableArgs, Shown } from './types'
import { useEndpoint } from './useEndpoint'
import { useView } from './useView'

/**
 * The data of a call: suspends until it is there, throws what went wrong, fetches what is stale.
 * `null` as the first argument means "not now".
 *
 * @example
 * const user = useSuspense(UserResource.get, { id })
 */
export function useSuspense<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): Shown<E>
export function useSuspense<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<E>
): Shown<E> | undefined
export function useSuspense(endpoint: ReadEndpoint, ...args: readonly unknown[]): unknown {
  return useView(useEndpoint(endpoint, args, true))
}
