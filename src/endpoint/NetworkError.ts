import { isTypeError } from '../util/checks'
import { publicUrl } from './url'

/** The details of a failure besides its message and status. */
interface Details {
  /** Tells failures apart that have the same status, such as `TIMEOUT`. */
  readonly code?: string
  /** The address, where it is not to be that of the response. */
  readonly url?: string | undefined
}

/** The error of a request that the server refused, that got no response in time, or one that cannot be used. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** The HTTP status; 400 where the response could not be used, 504 where none came in time. */
  readonly status: number
  /** The response, its body unread; absent where there is none, and on an error that was read back from the store. */
  declare readonly response: Response | undefined
  /** `TIMEOUT` where no response came in time. */
  declare readonly code?: string
  /** The address without its query string, which may hold secrets. */
  declare readonly url: string | undefined

  constructor(
    response: Response | undefined,
    message?: string,
    status?: number,
    details: Details = {},
  ) {
    super(message ?? describeResponse(response))
    this.status = status ?? response?.status ?? 500
    const url = 'url' in details ? details.url : response && publicUrl(response.url)
    // Not enumerable, as a console would show the address of the response with its query.
    Object.defineProperties(this, { response: { value: response }, url: { value: url } })
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
    const { name, message, status, code, url } = this
    return { name, message, status, ...(code === undefined ? {} : { code }), url }
  }
}

/** A status text of a server may be longer than a message should be. */
const LONGEST_STATUS_TEXT = 200

function describeResponse(response: Response | undefined): string {
  if (response === undefined) return 'the request failed'
  const { url, status, statusText } = response
  const problem = statusText.slice(0, LONGEST_STATUS_TEXT) || `status ${status} is not ok`
  return `${publicUrl(url)}: ${problem}`
}

/**
 * `fetch` reports a missing connection, and a response that broke off, by a TypeError: a status lets error policies treat it
 * as a failure of the server, and the cause, where there is one, belongs to the message.
 */
export function asNetworkFailure(error: unknown): unknown {
  if (!isTypeError(error)) return error
  const { message = '' } = Object(error.cause) as Partial<Error>
  if (message !== '') error.message += `: ${message}`
  return Object.assign(error, { status: 500 })
}
