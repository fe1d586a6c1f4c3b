'use client'

export { AsyncBoundary, ErrorBoundary } from './boundaries'
export {
  useCache,
  useController,
  useDLE,
  useFetch,
  useLive,
  useQuery,
  useSubscription,
  useSuspense,
} from './hooks'
export { useDownload } from './useDownload'

export type { AsyncBoundaryProps, ErrorBoundaryProps, ErrorFallbackProps } from './boundaries'
export type { DataLoadingError, MaybeShown, NullableArgs, Shown } from './hooks'
export type { Download, DownloadState } from './useDownload'
export type { UsablePromise } from './usePromise'
