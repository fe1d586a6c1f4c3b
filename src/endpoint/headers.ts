import { isTypeError } from '../util/checks'
import { codedMessage } from '../util/messages'
import type { Content } from './parseResponse'

/** An endpoint, as far as the headers of its requests depend on it. */
interface Sender {
  readonly name: string
  readonly content?: Content | undefined
  readonly requestInit?: RequestInit | undefined
}

/** The headers of a request: what it accepts, the type of a JSON body, and those of `requestInit` over them. */
export function headersFor(endpoint: Sender, isJson: boolean): Record<string, string> {
  const { name, content = 'json', requestInit } = endpoint
  const type = 'application/json'
  const own = {
    ...(content === 'json' && { accept: type }),
    ...(isJson && { 'content-type': type }),
  }
  return mergeHeaders(name, own, requestInit?.headers)
}

/**
 * Headers as plain data, without those that are undefined. A name keeps its case; of a name that comes twice, in whatever
 * case, the later header counts, and within a list both do.
 * @throws TypeError naming the header (never its value) that no request may have
 */
export function mergeHeaders(
  endpointName: string,
  ...sources: readonly (HeadersInit | undefined)[]
): Record<string, string> {
  const merged = new Map<string, readonly [name: string, text: string]>()
  for (const source of sources) {
    const isList = source !== undefined && Symbol.iterator in source
    const listed = new Set<string>()
    for (const [name, value] of isList ? source : Object.entries(source ?? {})) {
      if (value === undefined) continue
      const key = name.toLowerCase()
      const text = checkedValue(endpointName, name, value)
      const before = listed.has(key) ? `${merged.get(key)?.[1]}, ` : ''
      merged.set(key, [name, before + text])
      if (isList) listed.add(key)
    }
  }
  return Object.fromEntries(merged.values())
}

function checkedValue(endpointName: string, name: string, value: unknown): string {
  checkName(endpointName, name)
  const text = String(value)
  // `fetch` cuts off the white space around a value.
  if (!/[^\t\n\r\u0020-\u007e\u0080-\u00ff]/.test(text) && !/[\n\r]/.test(text.trim())) return text
  // The error of `fetch` would show the value, which may be a token.
  throw unsendable(endpointName, name)
}

function checkName(endpointName: string, name: string): void {
  if (/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) return
  throw new TypeError(
    codedMessage(
      'invalid-header-name',
      process.env.NODE_ENV === 'production' ||
        `${endpointName}: ${JSON.stringify(name)} is no name of a header.`,
      // Behind the name a value may have come along.
      `${endpointName}, ${name.match(/^[-\w]*/)?.[0]}`,
    ),
  )
}

/** An error of `fetch` or `Headers` about a header, without the value that it shows, which may be a token. */
export function withoutHeaderValue(endpointName: string, error: unknown): unknown {
  // The messages of Node and Firefox, and of Safari; Chromium shows no value.
  const isShown =
    isTypeError(error) && /is an invalid header value|has invalid value/.test(error.message)
  return isShown ? unsendable(endpointName) : error
}

function unsendable(endpointName: string, header?: string): TypeError {
  return new TypeError(
    codedMessage(
      'invalid-header-value',
      process.env.NODE_ENV === 'production' ||
        `${endpointName}: ${header === undefined ? 'a header' : `the value of the header "${header}"`} has a line break or a character that headers cannot have; encode it.`,
      header === undefined ? endpointName : `${endpointName}, ${header}`,
    ),
  )
}
