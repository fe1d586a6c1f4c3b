/** A body as `fetch` takes it, and whether it became JSON. */
export interface EncodedBody {
  readonly body: BodyInit | undefined
  readonly isJson: boolean
}

/** JSON for every JSON value; what `fetch` sends by itself (FormData, Blob, text, …) is passed through. */
export function encodeBody(body: unknown): EncodedBody {
  if (body === undefined) return { body: undefined, isJson: false }
  if (isBodyInit(body)) return { body, isJson: false }
  return { body: JSON.stringify(body), isJson: true }
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
