import { isObject } from '../util/isObject'
import { isTypeError } from '../util/isTypeError'
import type { Seam } from '../util/seam'

/** How to try again what failed. */
export interface RetryOptions {
  /** How often at most, after the first try. Default: 3. */
  readonly retries?: number
  /** The wait before the second try, in ms; each wait is up to twice as long by chance. Default: 300. */
  readonly minDelay?: number
  /** The longest wait, in ms. A server that asks for more (`Retry-After`) is not asked again. Default: 30,000. */
  readonly maxDelay?: number
  /** How much longer each wait is than the one before. Default: 2. */
  readonly factor?: number
  /** Which methods; those of reads (`sideEffect: false`) may always be. Default: GET, HEAD, OPTIONS, PUT and DELETE. */
  readonly methods?: readonly string[]
  /** After which answers. Default: 408, 425, 429, 500, 502, 503 and 504. */
  readonly statuses?: readonly number[]
  /** Decides itself. Default: failures of the network, timeouts, and the `statuses`. */
  shouldRetry?(error: Seam, tries: number): boolean | Promise<boolean>
}

/** The option `retry` with its defaults. */
export type RetryPolicy = RetryOptions & typeof defaults

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']
const STATUSES = [408, 425, 429, 500, 502, 503, 504]

/** The option `retry` with all that it does not say; `undefined` where nothing is tried again. */
export function retryOptions(retry: number | RetryOptions | undefined): RetryPolicy | undefined {
  const given = typeof retry === 'number' ? { retries: retry } : retry
  if (given === undefined || given.retries === 0) return undefined
  return { ...defaults, ...given }
}

const defaults = {
  retries: 3,
  minDelay: 300,
  maxDelay: 30_000,
  factor: 2,
  methods: METHODS as readonly string[],
  statuses: STATUSES as readonly number[],
}

/** Whether a failure may pass. */
export async function mayPass(
  error: unknown,
  tries: number,
  policy: RetryPolicy,
): Promise<boolean> {
  if (policy.shouldRetry !== undefined) return policy.shouldRetry(error, tries)
  if (!isObject(error)) return false
  const { status, code } = error
  const isUnanswered = code === 'TIMEOUT' || (isTypeError(error) && status === 500)
  return isUnanswered || policy.statuses.includes(status as number)
}
