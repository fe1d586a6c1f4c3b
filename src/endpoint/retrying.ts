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
  const loading = outcomeOf(import('p-retry'))
  const first = attempt()
  const tried = await outcomeOf(first)
  if ('value' in tried) return tried.value
  const loaded = await loading
  if ('error' in loaded) {
    // A failure that is final anyway has nothing to do with the loading.
    if (signal?.aborted === true || !(await mayPass(tried.error, 1, options))) throw tried.error
    throw notLoaded(loaded.error, tried.error)
  }
  const { retries, factor, minDelay: minTimeout, maxDelay: maxTimeout } = options
  const tryOnce = (tries: number): Promise<Value> =>
    (tries === 1 ? first : attempt()).catch((error: unknown) => {
      throw new Failure(error)
    })
  const backoff = { retries, factor, minTimeout, maxTimeout, randomize: true }
  try {
    return await loaded.value.default(tryOnce, {
      ...backoff,
      ...(signal && { signal }),
      shouldRetry: ({ error, attemptNumber }) =>
        mayTryAgain((error as Failure).reason, attemptNumber, options, signal),
    })
  } catch (error) {
    throw error instanceof Failure ? error.reason : error
  }
}

type Outcome<Value> = { readonly value: Value } | { readonly error: unknown }

function outcomeOf<Value>(promise: Promise<Value>): Promise<Outcome<Value>> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
}

/** The error of a request whose further tries could not be loaded; its status is that of the request. */
function notLoaded(cause: unknown, failure: unknown): Error {
  const message = `The request failed (${messageOf(failure)}), and was not tried again because the code for \`retry\` could not be loaded (${messageOf(cause)}). Serve every file of the build, and bundle rtk-rest where \`import()\` does not work.`
  const { status } = (isObject(failure) ? failure : {}) as { readonly status?: unknown }
  return Object.assign(new Error(message, { cause }), status === undefined ? {} : { status })
}

function messageOf(error: unknown): string {
  return isObject(error) ? String(error['message']) : String(error)
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
