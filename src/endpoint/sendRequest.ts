import { isTypeError } from '../util/isTypeError'
import { hasCredentials, parseAddress, unreachable } from './address'

/**
 * Sends a request; a failure to do so gets a status, as the server's own failures have.
 * @param shown what an error calls the address
 */
export async function sendRequest(
  fetchFn: typeof fetch,
  input: string,
  init: RequestInit,
  shown: string,
): Promise<Response> {
  try {
    return await fetchFn(input, init)
  } catch (error) {
    if (!isTypeError(error)) throw error
    if (!isReachable(input)) throw unreachable(shown)
    throw mistakeIn(init, error, shown) ?? asNetworkFailure(error)
  }
}

/**
 * `fetch` says "no connection", and an answer that broke off, with a TypeError: a status lets error policies treat it
 * as the server's fault, and the cause, where there is one, belongs to what is said.
 */
export function asNetworkFailure(error: unknown): unknown {
  if (!isTypeError(error)) return error
  const { message = '' } = Object(error.cause) as Partial<Error>
  if (message !== '') error.message += `: ${message}`
  return Object.assign(error, { status: 500 })
}

function isReachable(input: string): boolean {
  const page = (globalThis.location as Location | undefined)?.href
  // The URL of React Native takes anything.
  if (page === undefined && !/^[a-z][\w+.-]*:/i.test(input)) return false
  try {
    void new URL(input, page)
  } catch {
    return false
  }
  const address = parseAddress(input)
  return address === undefined || !hasCredentials(address)
}

/** How Node's `fetch` calls requests that it does not send, such as one with the header `connection: x`. */
const REFUSED = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_)/

/** The error for a request that `fetch` refuses to send: trying again does not help, and no server has failed. */
function mistakeIn(init: RequestInit, error: TypeError, shown: string): TypeError | undefined {
  const cause = error.cause as { readonly code?: string; readonly message: string } | undefined
  const reason = REFUSED.test(`${cause?.code}`) ? cause?.message : refusalOf(init)
  if (reason === undefined) return undefined
  const advice =
    process.env.NODE_ENV === 'production' ? '' : ' Correct its headers or `requestInit`.'
  return new TypeError(`fetch refuses the request to ${shown}: ${reason}.${advice}`)
}

/** Why no request can be made of these options; `undefined` where it can, and something else went wrong. */
function refusalOf({ body: _, signal: __, ...init }: RequestInit): string | undefined {
  if (typeof Request !== 'function') return undefined
  try {
    void new Request('http://api.invalid', init)
    return undefined
  } catch (error) {
    return isTypeError(error) ? error.message : undefined
  }
}
