import { RestEndpoint } from 'rtk-rest'
import { API } from '../api'
import { rest, store } from '../store'

const ofThePage = new AbortController()

/** One signal for all calls, for example until the user leaves the page. */
export const getChart = new RestEndpoint({
  urlPrefix: API,
  path: '/charts/:id',
  signal: ofThePage.signal,
})
export const leavePage = () => ofThePage.abort()

/** One signal per call. */
export const getTicker = new RestEndpoint({
  urlPrefix: API,
  path: '/tickers/:id',
  signal: () => AbortSignal.timeout(10_000),
})

/** One call, aborted explicitly. */
export function startSearch(text: string) {
  const request = store.dispatch(rest.fetch(search, { text }))
  return { result: request.unwrap(), stop: () => request.abort() }
}

const search = new RestEndpoint({
  urlPrefix: API,
  path: '/search',
  searchParams: {} as { readonly text: string },
})
