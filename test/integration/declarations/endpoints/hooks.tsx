import type { ArgsOf, ReadEndpoint } from 'rtk-rest'
import {
  useCache,
  useController,
  useDLE,
  useDownload,
  useFetch,
  useLive,
  useQuery,
  useSubscription,
  useSuspense,
} from 'rtk-rest/react'
import { mockServer, renderDataHook } from 'rtk-rest/testing'
import {
  get,
  getFeed,
  getFile,
  getList,
  getName,
  StrictResource,
  UserHooks,
  UserResource,
} from './endpoints'
import { adults, byName, owner, User } from './schemas'
import { rest } from './store'

// Every hook in a hook of one's own, exported by inference alone.

export const useUser = (id: string | null) => useSuspense(get, id === null ? null : { id })
export const useUserOrNot = (id?: string) => useDLE(get, id === undefined ? undefined : { id })
export const useEndpoint = <E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>) =>
  useSuspense(endpoint, ...args)
export const useUsers = () => useDLE(getList, { sort: 'name' })
export const useStrictError = () => useDLE(StrictResource.get, { id: '1' }).error
export const useFeed = () => useLive(getFeed)
export const useName = (id: string) => useFetch(getName, { id })
export const useCachedUser = (id: string) => useCache(get, { id })
export const useKnownUser = (id: string) => useQuery(User, { id })
export const useAdults = () => useQuery(adults)
export const useOwner = (id: string) => useQuery(owner, { id })
export const useNames = () => useQuery(byName)
export const useFile = () => useDownload(getFile)
export const usePolled = (id: string) => {
  useSubscription(get, { id })
}
export const useRest = () => useController()
export const { useGet, useGetList, useArchive } = UserHooks
export const handlers = mockServer(UserResource, [])
export const renderUser = () => renderDataHook(() => useUser('1'), { rest })
