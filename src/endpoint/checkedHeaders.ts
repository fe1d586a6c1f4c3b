/**
 * Headers as plain data, without those that are undefined.
 * @throws TypeError naming the header (never its value) that no request may have
 */
export function checkedHeaders(
  endpointName: string,
  headers: HeadersInit | undefined,
): Record<string, string> {
  const checked = new Map<string, string>()
  for (const [name, value, isList] of pairsOf(headers)) {
    if (value === undefined) continue
    const text = String(value)
    if (!isName(name)) {
      throw new TypeError(`${endpointName}: ${JSON.stringify(name)} is no name of a header.`)
    }
    // What fetch says shows the value, which may be a token.
    if (!isValue(text)) {
      throw new TypeError(
        `${endpointName}: the value of the header "${name}" has a line break or a character that headers cannot have; encode it.`,
      )
    }
    const key = name.toLowerCase()
    const before = isList ? checked.get(key) : undefined
    checked.set(key, before === undefined ? text : `${before}, ${text}`)
  }
  return Object.fromEntries(checked)
}

type Pair = readonly [name: string, value: string | number | undefined, isList: boolean]

/** In a list a header may come again with more; in an object the last one counts, however it is written. */
function pairsOf(headers: HeadersInit | undefined): Pair[] {
  if (headers === undefined) return []
  const isList = Symbol.iterator in headers
  const pairs = isList
    ? [...(headers as Iterable<readonly [string, string]>)]
    : Object.entries(headers)
  return pairs.map(([name, value]) => [name, value, isList])
}

function isName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~\w]+$/.test(name)
}

/** Spaces and line breaks around a value are cut off by `fetch`. */
function isValue(text: string): boolean {
  return /^[^\0\r\n\u0100-\uffff]*$/.test(text.replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, ''))
}

/** An error of `fetch` or `Headers` about a header, without the value that it shows, which may be a token. */
export function withoutHeader(endpointName: string, error: unknown): unknown {
  // In the words of Node and Firefox, and of Safari; Chromium shows none.
  const isShown =
    error instanceof TypeError && /is an invalid header value|has invalid value/.test(error.message)
  if (!isShown) return error
  return new TypeError(
    `${endpointName}: a header has a line break or a character that headers cannot have; encode it.`,
  )
}
