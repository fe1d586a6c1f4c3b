import { getRow } from 'rtk-rest'
import type { EndpointContract, Entity, ReadEndpoint } from 'rtk-rest'
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

/** When the response with a row came, in ms since 1970. */
export function useRowDate(entity: Entity | undefined): number | undefined {
  const { key = '' } = (entity?.constructor ?? {}) as Partial<typeof Entity>
  const pk = `${entity?.pk() ?? ''}`
  return useAppSelector((state) => getRow(rest.selectSlice(state).entities[key], pk)?.meta.date)
}

/** Why the last request of a call failed, also where its data is shown all the same. */
export function useFailure({ endpoint, args = [] }: Call): EndpointError | undefined {
  return useAppSelector((state) => {
    const { error, refetchError } = rest.selectors.selectRequest(state, endpoint, ...args)
    return error ?? refetchError
  })
}
