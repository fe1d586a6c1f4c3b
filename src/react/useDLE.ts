import type { ArgsOf, ReadEndpoint } from '../endpoint/contract'
import type { NullableArgs, Shown } from './types'
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
export function useDLE<E extends ReadEndpoint>(
  endpoint: E,
  ...args: ArgsOf<E>
): DataLoadingError<Shown<E>>
export function useDLE<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<E>
): DataLoadingError<Shown<E> | undefined>
export function useDLE(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): DataLoadingError<unknown> {
  const { view } = useEndpoint(endpoint, args, true)
  if (view === undefined) return LOADING
  const { data, error } = view
  return error === undefined ? { data, loading: false, error } : { data, loading: false, error }
}
