import type { AnyType } from '../util/anyType'
import { isUnanswered } from './NetworkError'

/**
 * Gives the time to wait before the next try, in ms; `undefined` gives up. `tries` is how many were made. The `method` of an
 * endpoint with `sideEffect: false` is GET, whatever it is sent by.
 */
export type Retry = (
  error: AnyType,
  tries: number,
  method: string,
) => number | undefined | Promise<number | undefined>

/** The compiler's message for a number or an object in place of a function; no endpoint has it. */
export type RetryRefused = 'write `retry: backoff({ retries: 3 })`, with backoff from rtk-rest'

/** The options of `backoff`, which repeats a request that failed. */
export interface BackoffOptions {
  /** The number of tries after the first one. Default: 3. */
  readonly retries?: number
  /** The wait before the second try, in ms; each wait is up to twice as long by chance. Default: 300. */
  readonly minDelay?: number
  /** The longest wait, in ms. Where a server wants more (`Retry-After`), there is no further request. Default: 30,000. */
  readonly maxDelay?: number
  /** The factor between a wait and the one before. Default: 2. */
  readonly factor?: number
  /** The methods; a read (`sideEffect: false`) counts as GET. Default: GET, HEAD, OPTIONS, PUT and DELETE. */
  readonly methods?: readonly string[]
  /** After which responses. Default: 408, 425, 429, 500, 502, 503 and 504. */
  readonly statuses?: readonly number[]
  /** Decides itself. Default: failures of the network, timeouts, and the `statuses`. */
  shouldRetry?(error: AnyType, tries: number): boolean | Promise<boolean>
}

/**
 * Repeats a request that failed in a way that may pass, with longer and longer waits in between: for the option `retry`.
 *
 * @example
 * const getRate = new RestEndpoint({ path: '/rates/:day', retry: backoff({ retries: 3 }) })
 */
export function backoff({
  retries = 3,
  minDelay = 300,
  maxDelay = 30_000,
  factor = 2,
  methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'],
  statuses = [408, 425, 429, 500, 502, 503, 504],
  shouldRetry = (error) => mayPass(error, statuses),
}: BackoffOptions = {}): Retry {
  return async (error, tries, method) => {
    if (tries > retries || !methods.includes(method)) return undefined
    if (!(await shouldRetry(error, tries))) return undefined
    const requested = retryAfter(error)
    const jitter = 1 + Math.random()
    const delay = Math.min(maxDelay, jitter * minDelay * factor ** (tries - 1))
    return requested > maxDelay ? undefined : requested + delay
  }
}

/** Whether the same request may succeed later. */
function mayPass(error: unknown, statuses: readonly number[]): boolean {
  return isUnanswered(error) || statuses.includes((Object(error) as { status: number }).status)
}

/** How long a server wants no further request, in ms: its header holds a number of seconds, or a date. */
function retryAfter(error: unknown): number {
  const { response } = Object(error) as { readonly response?: Response }
  const header = response?.headers.get('retry-after') ?? ''
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  // A header that is neither is NaN.
  return wait > 0 ? wait : 0
}
