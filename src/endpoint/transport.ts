import { isTypeError } from '../util/checks'
import { codedMessage } from '../util/messages'
import { hasCredentials, unreachable } from './url'
import { asNetworkFailure } from './NetworkError'

/**
 * Sends a request; a failure to do so gets a status, as the server's own failures have.
 * @param shown the address as errors show it
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
    checkInit(init, error, shown)
    throw asNetworkFailure(error)
  }
}

function isReachable(input: string): boolean {
  const page = (globalThis.location as Location | undefined)?.href
  // The URL of React Native takes anything.
  if (page === undefined && !/^[a-z][\w+.-]*:/i.test(input)) return false
  try {
    void new URL(input, page)
    return !hasCredentials(input)
  } catch {
    return false
  }
}

/** The codes of Node's `fetch` for requests that it does not send, such as one with the header `connection: x`. */
const REFUSED = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_)/

/**
 * Throws for a request that `fetch` does not send because of its options: another try does not help, and no server has
 * failed, so the error has no status. The error of `fetch` itself is no cause, as it may show a header.
 */
function checkInit(init: RequestInit, { cause }: Error, shown: string): void {
  const { code, message } = Object(cause) as { readonly code?: string; readonly message?: string }
  const isRefused = REFUSED.test(`${code}`)
  const reason = isRefused ? message : mistakeIn(init)
  if (reason === undefined) return
  throw new TypeError(
    codedMessage(
      'refused-request',
      process.env.NODE_ENV === 'production' ||
        `fetch refuses the request to ${shown}: ${reason}. Correct its headers or \`requestInit\`.`,
      // The reasons of `Request` may show a value.
      isRefused ? `${shown}, ${message}` : shown,
    ),
  )
}

/** Why no request can be made of these options; `undefined` where it can, and something else went wrong. */
function mistakeIn({ body: _, signal: __, ...options }: RequestInit): string | undefined {
  if (typeof Request !== 'function') return undefined
  try {
    void new Request('http://api.invalid', options)
    return undefined
  } catch (error) {
    return isTypeError(error) ? error.message : undefined
  }
}

/** Why a signal is aborted; those of React Native have no reason. */
export function abortReason({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' })
}

/** One signal that aborts when any of them does. */
export function anySignal(
  ...signals: readonly (AbortSignal | null | undefined)[]
): AbortSignal | undefined {
  const given = [...new Set(signals)].filter((signal) => signal !== null && signal !== undefined)
  if (given.length < 2) return given[0]
  if ('any' in AbortSignal) return AbortSignal.any(given)
  // React Native, and browsers before 2024.
  const joined = new AbortController()
  for (const signal of given) {
    const abort = (): void => joined.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return joined.signal
}
