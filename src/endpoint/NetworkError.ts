import { isTypeError } from '../util/checks'
import type { ErrorCode } from './contract'

/** The details of a failure besides its message and status. */
interface Details {
  /** Why there is no status. */
  readonly code?: string
  /** The address, where it is not to be that of the response; empty for none. */
  readonly url?: string
  /** The body of the response; `undefined` if it cannot be kept. */
  readonly data?: unknown
}

/**
 * A request rejects with it if the server refuses it, if no response comes in time, or if the response cannot be used. The
 * message is a sentence that an app may show, such as `Not Found (404)`. Where the server cannot be reached, the error is that of
 * `fetch`, with the `code` `NETWORK`.
 */
export class NetworkError extends Error {
  /** The name of the class, which errors that were read back from the store have too. */
  override readonly name = 'NetworkError'
  /** The HTTP status of a response that is an error; absent where there is a `code`. */
  declare readonly status?: number
  /** The response, whose body can be read as text or JSON; absent where there is none, and on an error that was read back from the store. */
  declare readonly response: Response | undefined
  /** `TIMEOUT` where no response came in time, `INVALID_RESPONSE` where it cannot be used; absent where there is a status. */
  declare readonly code?: ErrorCode | (string & Record<never, never>)
  /** The address without its query string, which may hold secrets; absent for a sensitive endpoint. The message does not have it. */
  declare readonly url?: string
  /**
   * The body of the response as JSON data, or as text, of at most 16 kB. Absent where the body is longer, is HTML or
   * binary, cannot be read or does not fit `errorSchema`. Not enumerable, and in no message.
   */
  declare readonly data?: unknown

  constructor(
    response: Response | undefined,
    message?: string,
    status?: number,
    details: Details = {},
  ) {
    const { code, url = publicUrl(response?.url), data } = details
    super(message ?? problemOf(response))
    // Not enumerable, as a console would show the address of the response with its query, and the body.
    Object.defineProperties(this, { response: { value: response }, data: { value: data } })
    const shown = status ?? (code === undefined ? response?.status : undefined)
    if (shown !== undefined) this.status = shown
    if (code !== undefined) this.code = code
    if (url) this.url = url
  }

  /** For logs: never the query string, a header or a body. */
  toJSON(): { name: string; message: string; status?: number; code?: string; url?: string } {
    return Object.assign({ message: this.message }, this)
  }
}

/** The longest body that an error has as `data`, in characters; for a state, in characters of its JSON. */
export const LONGEST_DATA = 16_384

/** A status text of a server may be longer than a message should be. */
const LONGEST_STATUS_TEXT = 200

/** What is wrong with a response, by its status. "OK" is no problem, where `validateStatus` makes an error of it. */
export function problemOf(response: Response | undefined, isSensitive = false): string {
  if (response === undefined) return FAILED
  const { ok, status, statusText } = response
  const text = ok || isSensitive ? '' : statusText.slice(0, LONGEST_STATUS_TEXT)
  return `${text || FAILED} (${status})`
}

const FAILED = 'Request failed'

/** An address as it may be shown: without its query string. */
export function publicUrl(url = ''): string {
  return url.replace(/[?#].*/s, '')
}

/** `fetch` reports a missing connection, and a response that broke off, by a TypeError: it gets a code, by which apps know it. */
export function asNetworkFailure(error: unknown): unknown {
  return isTypeError(error) ? Object.assign(error, { code: 'NETWORK' }) : error
}

/** Whether no response came, which another try may bring. */
export function isUnanswered(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown }
  return code === 'NETWORK' || code === 'TIMEOUT'
}
