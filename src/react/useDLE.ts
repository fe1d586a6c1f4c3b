import type { ReadEndpoint } from '../endpoint/contract'
import type { HookArgs, Shown } from './types'
import { useEndpoint } from './useEndpoint'

/** Data, loading and error of a call: `data` is there when neither of the others is. */
export type DataLoadingError<Data> =
  | { readonly data: undefined; readonly loading: true; readonly error: undefined }
  | { readonly data: Data | undefined; readonly loading: false; readonly error: Error }
  | { readonly data: Data; readonly loading: false; readonly error: undefined }

const LOADING = Object.freeze({ data: undefined, loading: true, error: undefined })

/**
 * As `useSuspense`, but tells instead of suspending and throwing.
 *
 * @example
 * const { data, loading, error } = useDLE(UserResource.getList)
 */
export function useDLE<E extends ReadEndpoint, Args extends HookArgs<E>>(
  endpoint: E,
  ...args: Args
): DataLoadingError<Shown<E, Args>> {
  const { view } = useEndpoint(endpoint, args, true)
  if (view === undefined) return LOADING
  return { ...view, loading: false } as DataLoadingError<Shown<E, Args>>
}
