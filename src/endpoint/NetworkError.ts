import { isTypeError } from '../util/checks'

/** The details of a failure besides its message and status. */
interface Details {
  /** Distinguishes failures that have the same status, such as `TIMEOUT`. */
  readonly code?: string
  /** The address, where it is not to be that of the response. */
  readonly url?: string | undefined
  /** The body of the response; `undefined` if it cannot be kept. */
  readonly data?: unknown
}

/** A request rejects with it if the server refuses it, if no response comes in time, or if the response cannot be used. */
export class NetworkError extends Error {
  /** The name of the class, which errors that were read back from the store have too. */
  override readonly name = 'NetworkError'
  /** The HTTP status; 400 where the response could not be used, 504 where none came in time. */
  readonly status: number
  /** The response, whose body can be read as text or JSON; absent where there is none, and on an error that was read back from the store. */
  declare readonly response: Response | undefined
  /** `TIMEOUT` where no response came in time. */
  declare readonly code?: string
  /** The address without its query string, which may hold secrets. */
  declare readonly url: string | undefined
  /**
   * The body of the response as JSON data, or as text, of at most 16 kB. Absent where the body is longer, is HTML or
   * binary, cannot be read or does not fit `errorSchema`, and for a sensitive endpoint. Not enumerable, and in no message.
   */
  declare readonly data?: unknown

  constructor(
    response: Response | undefined,
    message?: string,
    status?: number,
    details: Details = {},
  ) {
    const address = response && publicUrl(response.url)
    super(message ?? (response ? `${address}: ${problemOf(response)}` : 'the request failed'))
    this.status = status ?? response?.status ?? 500
    // Not enumerable, as a console would show the address of the response with its query, and the body.
    Object.defineProperties(this, {
      response: { value: response },
      url: { value: 'url' in details ? details.url : address },
      data: { value: details.data },
    })
    if (details.code !== undefined) this.code = details.code
  }

  /** For logs: never the query string, a header or a body. */
  toJSON(): {
    name: string
    message: string
    status: number
    code?: string
    url: string | undefined
  } {
    const { message, url } = this
    return Object.assign({ message, url }, this)
  }
}

/** The longest body that an error has as `data`, in characters; for a state, in characters of its JSON. */
export const LONGEST_DATA = 16_384

/** A status text of a server may be longer than a message should be. */
const LONGEST_STATUS_TEXT = 200

/** What is wrong with a response by its status. "OK" is no problem, where `validateStatus` makes an error of it. */
export function problemOf({ ok, status, statusText }: Response, isSensitive = false): string {
  const text = ok || isSensitive ? '' : statusText.slice(0, LONGEST_STATUS_TEXT)
  return text || `status ${status} is not ok`
}

/** An address as it may be shown: without its query string. */
export function publicUrl(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

/**
 * `fetch` reports a missing connection, and a response that broke off, by a TypeError: a status lets error policies treat it
 * as a failure of the server.
 */
export function asNetworkFailure(error: unknown): unknown {
  return isTypeError(error) ? Object.assign(error, { status: 500 }) : error
}
