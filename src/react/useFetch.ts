import type { ArgsOf, ReadEndpoint } from '../endpoint/contract'
import type { NullableArgs, Shown } from './types'
import { type UsablePromise, resolvedUsePromise, pendingUsePromise } from './usePromise'
import { useEndpoint } from './useEndpoint'

/**
 * Asks for data as `useSuspense` does, and gives a promise of it for `use()`; two of them in one component ask at the
 * same time. `undefined` where the first argument is `null`. While stale data is fetched again it has ended already.
 *
 * @example
 * const user = use(useFetch(UserResource.get, { id }))
 */
export function useFetch<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOf<E>
): UsablePromise<Shown<E>>
export function useFetch<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<E>
): UsablePromise<Shown<E>> | undefined
export function useFetch(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): UsablePromise<unknown> | undefined {
  const { view, wait, waited } = useEndpoint(endpoint, args, true)
  if (args[0] === null) return undefined
  if (view === undefined) return pendingUsePromise(wait())
  const before = waited && pendingUsePromise(waited)
  // React goes on with a render where the promise resolved at once, and wants to be given the same one as before.
  return before?.status === 'fulfilled' && before.value === view.data
    ? before
    : resolvedUsePromise(view)
}
