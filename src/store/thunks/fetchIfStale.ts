import type { ArgsOf, ReadEndpoint } from '../../endpoint/contract'
import { findRuntime } from '../runtimes'
import { isStale } from '../state/expiry'
import { type EndpointRead, readEndpoint } from '../select/readEndpoint'
import { createFetch, type FetchedOf, type FetchPromise } from './fetch'
import type { RestThunk } from './types'

/** What a dispatched `fetchIfStale` gives: the promise of the request, if there had to be one, and the data. */
export interface MaybeFetched<Value> {
  /** `undefined` where nothing had to be sent. */
  readonly request: FetchPromise<Value> | undefined
  /** The data itself while it is fresh, else a promise of it. An error that is fresh rejects without a request. */
  value(): Value | Promise<Value>
  /** As `value`, always as a promise. */
  unwrap(): Promise<Value>
}

/** Makes the thunk creator `rest.fetchIfStale(endpoint, ...args)`. */
export function createFetchIfStale(reducerPath: string) {
  return function fetchIfStale<E extends ReadEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): RestThunk<MaybeFetched<FetchedOf<E>>> {
    return function fetchIfStaleThunk(dispatch, getState, extra) {
      const { state } = findRuntime({ getState, dispatch }, reducerPath)
      const read = readEndpoint(state, endpoint, endpoint.key(...args), args)
      if (isFresh(read)) return fetched(read)
      const request = createFetch(reducerPath)(endpoint, ...args)(dispatch, getState, extra)
      const value = (): Promise<FetchedOf<E>> => request.unwrap()
      return { request, value, unwrap: value }
    }
  }
}

function isFresh(read: EndpointRead): boolean {
  const isThere = read.isFound || read.error !== undefined
  return isThere && !isStale(read) && !read.isDoubtful()
}

function fetched<Value>({ data, error }: EndpointRead): MaybeFetched<Value> {
  const value = (): Value | Promise<Value> =>
    error === undefined ? (data as Value) : Promise.reject(error)
  return { request: undefined, value, unwrap: async () => value() }
}
