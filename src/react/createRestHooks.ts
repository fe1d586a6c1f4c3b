import type { Context } from 'react'
import { createStoreHook, type ReactReduxContextValue } from 'react-redux'
import type { AnyType } from '../util/anyType'
import { describeValue } from '../util/messages'
import { mapValues } from '../util/record'
import {
  useCache,
  useController,
  useDLE,
  useFetch,
  useLive,
  useQuery,
  useSubscription,
  useSuspense,
} from './hooks'
import { useCancelling, useDebounce } from './useDebounce'
import { useDownload } from './useDownload'
import { useLoading } from './useLoading'
import { useMutation } from './useMutation'
import { type Binding, callBound } from './useRuntime'

/** Configures `createRestHooks`. */
export interface RestHooksConfig {
  /** The instance, as `createRest` returns it. */
  readonly rest: { readonly reducerPath: string }
  /** The context of the `Provider` that has the store. Default: that of react-redux. */
  readonly context?: Context<ReactReduxContextValue | null> | undefined
}

/** The hooks of `rtk-rest/react`, bound to one instance. */
export interface RestHooks {
  /** Like the exported one. */
  readonly useCache: typeof useCache
  /** Like the exported one, which reads no store. */
  readonly useCancelling: typeof useCancelling
  /** Like the exported one: the controller of the instance. */
  readonly useController: typeof useController
  /** Like the exported one, which reads no store. */
  readonly useDebounce: typeof useDebounce
  /** Like the exported one. */
  readonly useDLE: typeof useDLE
  /** Like the exported one. */
  readonly useDownload: typeof useDownload
  /** Like the exported one. */
  readonly useFetch: typeof useFetch
  /** Like the exported one. */
  readonly useLive: typeof useLive
  /** Like the exported one, which reads no store. */
  readonly useLoading: typeof useLoading
  /** Like the exported one. */
  readonly useMutation: typeof useMutation
  /** Like the exported one. */
  readonly useQuery: typeof useQuery
  /** Like the exported one. */
  readonly useSubscription: typeof useSubscription
  /** Like the exported one. */
  readonly useSuspense: typeof useSuspense
}

const hooks = {
  useCache,
  useCancelling,
  useController,
  useDebounce,
  useDLE,
  useDownload,
  useFetch,
  useLive,
  useLoading,
  useMutation,
  useQuery,
  useSubscription,
  useSuspense,
}

/**
 * Makes the hooks of one instance, for a store that has several, or whose `Provider` has a `context` of its own.
 * @throws TypeError, in development, where `rest` is no instance
 *
 * @example
 * export const { useSuspense, useMutation } = createRestHooks({ rest: shop })
 */
export function createRestHooks({ rest, context }: RestHooksConfig): RestHooks {
  if (process.env.NODE_ENV !== 'production') checkInstance(rest)
  const useStore = createStoreHook(context) as Binding['useStore']
  const binding: Binding = { reducerPath: rest.reducerPath, useStore }
  return mapValues(
    hooks as Readonly<Record<string, (...args: AnyType[]) => unknown>>,
    (hook) =>
      (...args: unknown[]) =>
        callBound(binding, () => hook(...args)),
  ) as unknown as RestHooks
}

function checkInstance(rest: RestHooksConfig['rest'] | undefined): void {
  if (typeof rest?.reducerPath === 'string') return
  throw new TypeError(
    `createRestHooks({ rest }) takes what createRest() returns, found ${describeValue(rest)}.`,
  )
}
