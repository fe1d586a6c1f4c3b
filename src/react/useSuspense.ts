import type { ReadEndpoint } from '../endpoint/contract'
import type { HookArgs, Shown } from './types'
import { useEndpoint } from './useEndpoint'

/**
 * The data of a call: suspends until it is there, throws what went wrong, fetches what is stale.
 * `null` as the first argument means "not now".
 *
 * @example
 * const user = useSuspense(UserResource.get, { id })
 */
export function useSuspense<E extends ReadEndpoint, Args extends HookArgs<E>>(
  endpoint: E,
  ...args: Args
): Shown<E, Args> {
  const { view, wait } = useEndpoint(endpoint, args, true)
  // A promise is what React takes as "not yet"; throwing one works in every version with Suspense.
  if (view === undefined) throw wait() as unknown as Error
  if (view.error !== undefined) throw view.error
  return view.data as Shown<E, Args>
}
