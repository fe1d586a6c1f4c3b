'use client'

export { AsyncBoundary, ErrorBoundary } from './boundaries'
export { createRestHooks } from './createRestHooks'
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
export { useCancelling, useDebounce } from './useDebounce'
export { useDownload } from './useDownload'
export { useLoading } from './useLoading'
export { useMutation } from './useMutation'

export type { AsyncBoundaryProps, ErrorBoundaryProps, ErrorFallbackProps } from './boundaries'
export type { RestHooks, RestHooksConfig } from './createRestHooks'
export type {
  DataLoadingError,
  EndpointState,
  HookArgs,
  MaybeShown,
  NullableArgs,
  WhenOff,
  Shown,
} from './hooks'
export type { Download, DownloadState } from './useDownload'
export type { MutationOptions, MutationPromise } from './MutationCalls'
export type { MutationResult, RunMutation } from './useMutation'
export type { UsablePromise } from './usePromise'
