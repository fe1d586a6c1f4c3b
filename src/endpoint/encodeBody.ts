import { describe } from '../util/describe'
import { isObject } from '../util/isObject'

/** A body as `fetch` takes it, and whether it became JSON. */
export interface EncodedBody {
  readonly init: RequestInit
  readonly isJson: boolean
}

/**
 * JSON for every JSON value; what `fetch` sends by itself (FormData, Blob, text, …) is passed through.
 * @throws TypeError where it is neither
 */
export function encodeBody(endpointName: string, body: unknown): EncodedBody {
  if (body === undefined) return { init: {}, isJson: false }
  // `fetch` insists on being told that it may send a stream before it has all of it.
  if (body instanceof ReadableStream) return { init: streamed(body), isJson: false }
  if (isBodyInit(body)) return { init: { body }, isJson: false }
  return { init: { body: toJson(endpointName, body) }, isJson: true }
}

/** A body as a part of a key, as far as text can say it. */
export function bodyAsText(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  return JSON.stringify(body instanceof FormData ? [...body] : body)
}

function streamed(body: ReadableStream): RequestInit {
  return { body, duplex: 'half' } as RequestInit
}

function toJson(endpointName: string, body: unknown): string {
  if (isUnreadable(body)) throw notSayable(endpointName, body)
  try {
    const json = JSON.stringify(body) as string | undefined
    if (json !== undefined) return json
  } catch (error) {
    throw new TypeError(
      `The body of ${endpointName} cannot be written as JSON: ${(error as Error).message}`,
      { cause: error },
    )
  }
  throw notSayable(endpointName, body)
}

/** What JSON would say `{}` of, whatever is in it. */
function isUnreadable(body: unknown): boolean {
  return (
    body instanceof Map ||
    body instanceof Set ||
    (isObject(body) && Symbol.asyncIterator in body && !('toJSON' in body))
  )
}

function notSayable(endpointName: string, body: unknown): TypeError {
  return new TypeError(
    `The body of ${endpointName} must be data that JSON can say, or FormData, a Blob, text, …; found ${describe(body)}.`,
  )
}

function isBodyInit(body: unknown): body is BodyInit {
  return (
    typeof body === 'string' ||
    body instanceof FormData ||
    body instanceof Blob ||
    body instanceof URLSearchParams ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  )
}
