import { publicUrl } from './address'

/** What is known of a failure besides its message and status. */
interface Details {
  /** Tells failures apart that have the same status, such as `TIMEOUT`. */
  readonly code?: string
  /** The address, where it is not to be that of the response. */
  readonly url?: string | undefined
}

/** A request that the server refused, did not answer in time, or answered with something else than was asked for. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** The HTTP status; 400 where the answer could not be used, 504 where none came in time. */
  readonly status: number
  /** The response, its body unread; absent where there is none, and on an error that was read back from the store. */
  declare readonly response: Response | undefined
  /** `TIMEOUT` where no answer came in time. */
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
    Object.defineProperty(this, 'response', { value: response })
    Object.defineProperty(this, 'url', { value: url })
    if (details.code !== undefined) this.code = details.code
  }

  /** What may be logged: never the query string, a header or a body. */
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

const LONGEST_STATUS_TEXT = 200

/** What a response that is not ok says of itself; a server may say more than a message should hold. */
function problemOf({ status, statusText }: Response): string {
  return statusText.slice(0, LONGEST_STATUS_TEXT) || `status ${status} is not ok`
}

function describeResponse(response: Response | undefined): string {
  return response === undefined
    ? 'the request failed'
    : `${publicUrl(response.url)}: ${problemOf(response)}`
}
