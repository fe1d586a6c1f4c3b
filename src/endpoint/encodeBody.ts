import { describe } from '../util/describe'

/** A body as `fetch` takes it, and whether it became JSON. */
export interface EncodedBody {
  readonly body: BodyInit | undefined
  readonly isJson: boolean
}

/**
 * JSON for every JSON value; what `fetch` sends by itself (FormData, Blob, text, …) is passed through.
 * @throws TypeError where it is neither
 */
export function encodeBody(endpointName: string, body: unknown): EncodedBody {
  if (body === undefined) return { body: undefined, isJson: false }
  if (isBodyInit(body)) return { body, isJson: false }
  return { body: toJson(endpointName, body), isJson: true }
}

function toJson(endpointName: string, body: unknown): string {
  try {
    const json = JSON.stringify(body) as string | undefined
    if (json !== undefined) return json
  } catch (error) {
    throw new TypeError(
      `The body of ${endpointName} cannot be written as JSON: ${(error as Error).message}`,
      { cause: error },
    )
  }
  throw new TypeError(
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
