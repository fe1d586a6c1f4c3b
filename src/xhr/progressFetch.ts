import type { Progress, ProgressInit } from '../endpoint/contract'
import { asNetworkFailure } from '../endpoint/NetworkError'

/**
 * `fetch` that reports how much of a response is received: for `createRest({ fetchFn: progressFetch })`, or as the
 * `fetchResponse` of an endpoint. Where there are no streams, as on React Native, it reports nothing; `xhrFetch` does.
 *
 * @param init as for `fetch`, with the listener `onDownloadProgress`
 *
 * @example
 * const rest = createRest({ fetchFn: progressFetch })
 * const request = dispatch(rest.fetch(getStatement, { id }))
 * request.onDownloadProgress(({ loaded, total }) => showProgress(loaded, total))
 */
export async function progressFetch(
  input: RequestInfo | URL,
  init?: ProgressInit,
): Promise<Response> {
  const response = await fetch(input, init).catch((error: unknown) => {
    throw asNetworkFailure(error)
  })
  const report = init?.onDownloadProgress
  return report ? watchBody(response, report) : response
}

/** Where a response has no body; Chromium gives an empty stream, of which no response can be made again. */
export const NULL_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** The same response, whose body reports how far it is read. A report that throws breaks the body off. */
function watchBody(response: Response, report: (progress: Progress) => void): Response {
  const { body, status, headers, url, redirected, type } = response
  const isStream = (body as Partial<Body> | null | undefined)?.pipeThrough !== undefined
  // A status beyond 599 may be received, but not constructed.
  if (!isStream || status > 599 || NULL_BODY.has(status)) return response
  const total = totalOf(headers)
  let loaded = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loaded += chunk.byteLength
      // More than was announced: the body is encoded, and the header for that is hidden from other origins.
      report({ loaded, total: total !== undefined && loaded > total ? undefined : total })
      controller.enqueue(chunk)
    },
  })
  // A response that was made by hand has none of these.
  const origin = Object.getOwnPropertyDescriptors({ url, redirected, type })
  const watched = new Response((body as Body).pipeThrough(counter), response)
  return Object.defineProperties(watched, origin)
}

/** The length of a body as it will be read; the server's number for an encoded body is its length on the way. */
function totalOf(headers: Headers): number | undefined {
  const length = headers.get('content-length') ?? ''
  const isEncoded = (headers.get('content-encoding') ?? 'identity') !== 'identity'
  return isEncoded || !/^\d+$/.test(length) ? undefined : Number(length)
}
