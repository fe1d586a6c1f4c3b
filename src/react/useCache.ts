import type { ReadEndpoint } from '../endpoint/contract'
import type { NullableArgs, MaybeShown } from './types'
import { useEndpoint } from './useEndpoint'

/**
 * The data of a call if the store has it; never fetches, never suspends.
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
