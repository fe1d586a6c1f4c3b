import { isObject, isTypeError } from '../util/checks'
import type { AnyType } from '../util/anyType'
import { abortReason } from './transport'

/** How to repeat a request that failed. */
export interface RetryOptions {
  /** How often at most, after the first try. Default: 3. */
  readonly retries?: number
  /** The wait before the second try, in ms; each wait is up to twice as long by chance. Default: 300. */
  readonly minDelay?: number
  /** The longest wait, in ms. Where a server wants more (`Retry-After`), there is no further request. Default: 30,000. */
  readonly maxDelay?: number
  /** How much longer each wait is than the one before. Default: 2. */
  readonly factor?: number
  /** Which methods; those of reads (`sideEffect: false`) may always be. Default: GET, HEAD, OPTIONS, PUT and DELETE. */
  readonly methods?: readonly string[]
  /** After which responses. Default: 408, 425, 429, 500, 502, 503 and 504. */
  readonly statuses?: readonly number[]
  /** Decides itself. Default: failures of the network, timeouts, and the `statuses`. */
  shouldRetry?(error: AnyType, tries: number): boolean | Promise<boolean>
}

/** How often a request is repeated, and when. */
export type RetryPolicy = RetryOptions & typeof defaults

const defaults = {
  retries: 3,
  minDelay: 300,
  maxDelay: 30_000,
  factor: 2,
  methods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as readonly string[],
  statuses: [408, 425, 429, 500, 502, 503, 504] as readonly number[],
}

/** The option `retry` with its defaults. */
export function retryPolicy(retry: number | RetryOptions = 0): RetryPolicy {
  return { ...defaults, ...(typeof retry === 'number' ? { retries: retry } : retry) }
}

/**
 * Repeats a request while it fails in a way that may pass, with longer and longer waits in between. An aborted signal
 * ends the waits, and its reason is what the promise rejects with.
 */
export async function withRetries<Value>(
  attempt: () => Promise<Value>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries > policy.retries || signal?.aborted === true) throw error
      if (!(await mayPass(error, tries, policy))) throw error
      const requested = retryAfter(error)
      if (requested > policy.maxDelay) throw error
      await pause(requested + backoff(tries, policy), signal)
    }
  }
}

/** Whether the same request may succeed later. */
async function mayPass(error: unknown, tries: number, policy: RetryPolicy): Promise<boolean> {
  if (policy.shouldRetry !== undefined) return policy.shouldRetry(error, tries)
  if (!isObject(error)) return false
  const { status, code } = error
  const isWithoutResponse = code === 'TIMEOUT' || (isTypeError(error) && status === 500)
  return isWithoutResponse || policy.statuses.includes(status as number)
}

/** How long a server wants no further request, in ms: its header holds a number of seconds, or a date. */
function retryAfter(error: unknown): number {
  const { response } = Object(error) as { readonly response?: Response }
  const header = response?.headers.get('retry-after') ?? ''
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  // A header that is neither is NaN.
  return wait > 0 ? wait : 0
}

/** Exponential, with jitter. */
function backoff(tries: number, { minDelay, maxDelay, factor }: RetryPolicy): number {
  return Math.min(maxDelay, (1 + Math.random()) * minDelay * (factor || 1) ** (tries - 1))
}

async function pause(length: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, length)
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
  })
  if (signal?.aborted === true) throw abortReason(signal)
}
