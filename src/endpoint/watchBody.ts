import type { Progress } from './contract'

/** Where a response has no body; Chromium gives an empty stream, of which no response can be made again. */
const NULL_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** The same response, whose body reports how far it is read. A report that throws breaks the body off. */
export function watchBody(response: Response, report: (progress: Progress) => void): Response {
  const body = bodyStream(response)
  if (body === undefined) return response
  const total = totalOf(response.headers)
  let loaded = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loaded += chunk.byteLength
      // More than was announced: the body is encoded, and the header for that is hidden from other origins.
      report({ loaded, total: total !== undefined && loaded > total ? undefined : total })
      controller.enqueue(chunk)
    },
  })
  return withBody(response, body.pipeThrough(counter))
}

/** Two responses whose bodies are that of one, which cannot be read any more. `clone` of happy-dom loses the body. */
export function forkResponse(response: Response): readonly [Response, Response] {
  const copies = bodyStream(response)
    ?.tee()
    .map((body) => withBody(response, body)) as [Response, Response] | undefined
  return copies ?? [response, response.clone()]
}

/** The body of a response of which another response can be made. */
function bodyStream({ body, status }: Response): Body | undefined {
  // React Native has no streams, and a polyfill of `fetch` may have bodies without them.
  const isStream = (body as Partial<Body> | null | undefined)?.pipeThrough !== undefined
  // A status beyond 599 may be received, but not constructed.
  return isStream && status < 600 && !NULL_BODY.has(status) ? (body as Body) : undefined
}

function withBody(response: Response, body: Body): Response {
  const { url, redirected, type } = response
  // A response that was made by hand has none of these.
  const origin = Object.getOwnPropertyDescriptors({ url, redirected, type })
  return Object.defineProperties(new Response(body, response), origin)
}

/** The length of a body as it will be read; the server's number for an encoded body is its length on the way. */
function totalOf(headers: Headers): number | undefined {
  const length = headers.get('content-length') ?? ''
  const isEncoded = (headers.get('content-encoding') ?? 'identity') !== 'identity'
  return isEncoded || !/^\d+$/.test(length) ? undefined : Number(length)
}
