import { isObject } from '../util/isObject'
import { NetworkError } from './NetworkError'
import type { retryOptions } from './RetryOptions'

type Options = NonNullable<ReturnType<typeof retryOptions>>

/**
 * Does something again while it fails in a way that may pass, with longer and longer waits in between. A signal ends
 * the waiting; what it is aborted with is what the promise rejects with.
 */
export async function retrying<Value>(
  attempt: () => Promise<Value>,
  options: Options,
  signal: AbortSignal | undefined,
): Promise<Value> {
  // Loaded while the first try is under way: later there may be no connection to load it by.
  const loading = import('p-retry').catch(() => undefined)
  const first = attempt()
  const hasFailed = await first.then(
    () => false,
    () => true,
  )
  const library = hasFailed ? await loading : undefined
  if (library === undefined) return first
  const { retries, factor, minDelay: minTimeout, maxDelay: maxTimeout } = options
  const tryOnce = (tries: number): Promise<Value> =>
    (tries === 1 ? first : attempt()).catch((error: unknown) => {
      throw new Failure(error)
    })
  const backoff = { retries, factor, minTimeout, maxTimeout, randomize: true }
  try {
    return await library.default(tryOnce, {
      ...backoff,
      ...(signal && { signal }),
      shouldRetry: ({ error, attemptNumber }) =>
        mayTryAgain((error as Failure).reason, attemptNumber, options, signal),
    })
  } catch (error) {
    throw error instanceof Failure ? error.reason : error
  }
}

/** Carries an error past the library, which has views of its own on which errors may be retried. */
class Failure extends Error {
  readonly reason: unknown

  constructor(reason: unknown) {
    super('failed')
    this.reason = reason
  }
}

/** Whether to try again; where the server says when, not before then. */
async function mayTryAgain(
  error: unknown,
  tries: number,
  options: Options,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (signal?.aborted === true || !(await mayPass(error, tries, options))) return false
  const wait = retryAfter(error)
  if (wait > options.maxDelay) return false
  if (wait > 0) await pause(wait, signal)
  return true
}

async function mayPass(error: unknown, tries: number, options: Options): Promise<boolean> {
  if (options.shouldRetry !== undefined) return options.shouldRetry(error, tries)
  if (!isObject(error)) return false
  const { status, code } = error
  const isUnanswered = code === 'TIMEOUT' || (error instanceof TypeError && status === 500)
  return isUnanswered || options.statuses.includes(status as number)
}

/** How long a server wants to be left alone, in ms: its header says a number of seconds, or a date. */
function retryAfter(error: unknown): number {
  const said = error instanceof NetworkError ? error.response?.headers.get('retry-after') : null
  if (said === null || said === undefined) return 0
  const wait = /^\s*\d+\s*$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - Date.now()
  return Number.isNaN(wait) ? 0 : Math.max(0, wait)
}

/** Waits, or until the signal is aborted, which whoever waits has to look at. */
async function pause(length: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, length)
    signal?.addEventListener('abort', end)
  })
}
