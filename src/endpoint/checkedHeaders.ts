import { isTypeError } from '../util/isTypeError'

/**
 * Headers as plain data, without those that are undefined. Names stay as they are written; where one is written twice,
 * in whatever case, the later one counts.
 * @throws TypeError naming the header (never its value) that no request may have
 */
export function checkedHeaders(
  endpointName: string,
  ...sources: readonly (HeadersInit | undefined)[]
): Record<string, string> {
  const checked = new Map<string, readonly [name: string, text: string]>()
  for (const source of sources) {
    const fromList = new Map<string, string>()
    for (const [name, value, isList] of pairsOf(source)) {
      if (value === undefined) continue
      const key = name.toLowerCase()
      const text = checkedValue(endpointName, name, value)
      const before = isList ? fromList.get(key) : undefined
      const joined = before === undefined ? text : `${before}, ${text}`
      fromList.set(key, joined)
      checked.set(key, [name, joined])
    }
  }
  return Object.fromEntries(checked.values())
}

type Pair = readonly [name: string, value: string | number | undefined, isList: boolean]

/** In a list a header may come again with more; in an object the last one counts. */
function pairsOf(headers: HeadersInit | undefined): Pair[] {
  if (headers === undefined) return []
  const isList = Symbol.iterator in headers
  const pairs = isList
    ? [...(headers as Iterable<readonly [string, string]>)]
    : Object.entries(headers)
  return pairs.map(([name, value]) => [name, value, isList])
}

function checkedValue(endpointName: string, name: string, value: string | number): string {
  if (!isName(name)) {
    throw new TypeError(`${endpointName}: ${JSON.stringify(name)} is no name of a header.`)
  }
  const text = String(value)
  if (isValue(text)) return text
  // What fetch says shows the value, which may be a token.
  throw new TypeError(`${endpointName}: the value of the header "${name}" has ${UNSENDABLE}.`)
}

function isName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~\w]+$/.test(name)
}

/** Spaces and line breaks around a value are cut off by `fetch`. */
function isValue(text: string): boolean {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text[start])) start++
  while (end > start && isSpace(text[end - 1])) end--
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text.slice(start, end))
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n'
}

/** An error of `fetch` or `Headers` about a header, without the value that it shows, which may be a token. */
export function withoutHeader(endpointName: string, error: unknown): unknown {
  // In the words of Node and Firefox, and of Safari; Chromium shows none.
  const isShown =
    isTypeError(error) && /is an invalid header value|has invalid value/.test(error.message)
  if (!isShown) return error
  return new TypeError(`${endpointName}: a header has ${UNSENDABLE}.`)
}

const UNSENDABLE = 'a line break or a character that headers cannot have; encode it'
