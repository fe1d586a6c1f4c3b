import type { Progress } from './contract'

/** Counts the bytes of a response for who wants to be told. */
export function progressOf(
  response: Response,
  report: (progress: Progress) => void,
): (count: number) => void {
  const total = totalOf(response.headers)
  let loaded = 0
  return (count) => {
    loaded += count
    // More than was announced: the body is encoded, and the header that says so is hidden from other origins.
    report({ loaded, total: total !== undefined && loaded > total ? undefined : total })
  }
}

/** The length of a body as it will be read; what the server says of an encoded body is its length on the way. */
function totalOf(headers: Headers): number | undefined {
  const length = headers.get('content-length')
  const isEncoded = (headers.get('content-encoding') ?? 'identity') !== 'identity'
  return length === null || isEncoded || !/^\d+$/.test(length) ? undefined : Number(length)
}
