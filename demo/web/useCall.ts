import { Entity, getRow } from 'rtk-rest'
import type { EndpointContract, ReadEndpoint } from 'rtk-rest'
import type { EndpointError } from 'rtk-rest/types'
import { rest, useAppSelector } from './store'

/** A read: an endpoint and its arguments. */
export interface Call {
  readonly endpoint: ReadEndpoint
  readonly args?: readonly unknown[]
}

/** The key of a call. */
export function keyOf({ endpoint, args = [] }: Call): string {
  return (endpoint as EndpointContract).key(...args)
}

/** Whether there is data of a call to show. */
export function useIsKnown({ endpoint, args = [] }: Call): boolean {
  return useAppSelector(
    (state) => rest.selectors.selectData(state, endpoint, ...args) !== undefined,
  )
}

/** Whether a request of a call is in flight. */
export function useIsFetching({ endpoint, args = [] }: Call): boolean {
  return useAppSelector(
    (state) => rest.selectors.selectRequest(state, endpoint, ...args).isFetching,
  )
}

/** When the entity that a call returns came, in ms since 1970: a list may have brought it, and the call had no response itself. */
export function useEntityDate({ endpoint, args = [] }: Call): number | undefined {
  return useAppSelector((state) => {
    const entity: unknown = rest.selectors.selectData(state, endpoint, ...args)
    if (!(entity instanceof Entity)) return undefined
    const { key } = entity.constructor as typeof Entity
    return getRow(rest.selectSlice(state).entities[key], `${entity.pk()}`)?.meta.date
  })
}

/** Why the last request of a call failed, also where its data is shown all the same. */
export function useFailure({ endpoint, args = [] }: Call): EndpointError | undefined {
  return useAppSelector((state) => {
    const { error, refetchError } = rest.selectors.selectRequest(state, endpoint, ...args)
    return error ?? refetchError
  })
}
