import type { EndpointContract } from '../../endpoint/contract'
import { listenTo } from '../../util/collections'
import { checkEndpoint } from '../checkEndpoint'
import type { FetchPromise, MaybeFetched } from '../Operations'
import { type JoinOptions, startRequest } from '../requests/lifecycle'
import { type Outcome, type Request, valueOf } from '../requests/Request'
import { failedOutcome } from '../requests/settleRequest'
import type { Runtime } from '../Runtime'
import { type EndpointRead, readEndpoint } from '../select/readEndpoint'
import { confirmedState } from '../state/confirmed'
import { abortError } from '../state/errors'
import { isStale } from '../state/expiry'

/** Sends a request, or joins one that this task has started. */
export function fetch(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): FetchPromise<unknown> {
  return send(runtime, endpoint, args, { isExplicit: true })
}

/** Sends a request, or joins a read in flight, unless the state has fresh data, or a fresh error. */
export function fetchIfStale(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): MaybeFetched<unknown> {
  // What is only expected is not fresh.
  const read = readEndpoint(confirmedState(runtime.state), endpoint, endpoint.key(...args), args)
  if (isFresh(read)) {
    const { data, error } = read
    const value = (): unknown => (error === undefined ? data : Promise.reject(error))
    return { request: undefined, value, unwrap: async () => value() }
  }
  const sent = send(runtime, endpoint, args, { isPrefetch: true })
  const value = (): Promise<unknown> => sent.unwrap()
  return { request: sent, value, unwrap: value }
}

function send(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  options: JoinOptions,
): FetchPromise<unknown> {
  checkEndpoint(endpoint)
  const call = { endpoint, args, key: endpoint.key(...args) }
  return promiseOf(runtime, startRequest(runtime, call, options))
}

/** Whether there is data, or an error, that needs no other request. @param at in ms since 1970. Default: `Date.now()` */
export function isFresh(read: EndpointRead, at?: number): boolean {
  const isThere = read.isFound || read.error !== undefined
  return isThere && !isStale(read, at) && !read.isDoubtful()
}

/** One caller's view of a request that others may share. */
export function promiseOf(runtime: Runtime, request: Request): FetchPromise<unknown> {
  request.retain()
  let hasLeft = false
  let leave: (outcome: Outcome) => void
  const left = new Promise<Outcome>((resolve) => (leave = resolve))
  const outcome = Promise.race([left, request.outcome])
  const promise = outcome.then(({ action }) => action)
  return Object.assign(promise, {
    requestId: request.requestId,
    arg: request.arg,
    unwrap: async () => valueOf(await outcome),
    abort(reason?: string) {
      if (request.stage === 'settled' || hasLeft) return
      hasLeft = true
      leave(failedOutcome(runtime, request, abortError(reason)))
      request.release(reason)
    },
    onDownloadProgress: listenTo(request.downloadListeners),
    onUploadProgress: listenTo(request.uploadListeners),
  })
}
