import type { NetworkError } from './NetworkError'
import type { RetryPolicy } from './RetryOptions'
import { abortReason } from './sendRequest'

/** What is tried again, beginning with a first try that has failed. */
export interface Tries<Value> {
  readonly first: Promise<Value>
  again(): Promise<Value>
  mayPass(error: unknown, tries: number): Promise<boolean>
  readonly policy: RetryPolicy
  readonly signal: AbortSignal | undefined
}

/** Gives the function that tries again, with the library that it needs; an app without `retry` loads neither. */
export async function loadTryAgain(): Promise<<Value>(tries: Tries<Value>) => Promise<Value>> {
  const { default: pRetry } = await import('p-retry')
  return async function tryAgain<Value>(tries: Tries<Value>): Promise<Value> {
    const { first, again, policy, signal } = tries
    const { retries, factor, minDelay: minTimeout, maxDelay: maxTimeout } = policy
    const attempt = (count: number): Promise<Value> =>
      (count === 1 ? first : again()).catch((error: unknown) => {
        throw new Failure(error)
      })
    const backoff = { retries, factor, minTimeout, maxTimeout, randomize: true }
    try {
      return await pRetry(attempt, {
        ...backoff,
        ...(signal && { signal: throwing(signal) }),
        shouldRetry: ({ error, attemptNumber }) =>
          mayTryAgain((error as Failure).reason, attemptNumber, tries),
      })
    } catch (error) {
      throw error instanceof Failure ? error.reason : error
    }
  }
}

/** A signal as the library wants it, which uses no more of it: those of React Native do not throw by themselves. */
function throwing(signal: AbortSignal): AbortSignal {
  if ((signal as Partial<AbortSignal>).throwIfAborted !== undefined) return signal
  const own: Partial<AbortSignal> = {
    get reason() {
      return abortReason(signal)
    },
    throwIfAborted() {
      if (signal.aborted) throw abortReason(signal)
    },
    addEventListener: signal.addEventListener.bind(signal),
    removeEventListener: signal.removeEventListener.bind(signal),
  }
  return own as AbortSignal
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
  count: number,
  { mayPass, policy, signal }: Tries<unknown>,
): Promise<boolean> {
  if (signal?.aborted === true || !(await mayPass(error, count))) return false
  const wait = retryAfter(error)
  if (wait > policy.maxDelay) return false
  if (wait > 0) await pause(wait, signal)
  return true
}

/** How long a server wants to be left alone, in ms: its header says a number of seconds, or a date. */
function retryAfter(error: unknown): number {
  const said = (error as Partial<NetworkError> | undefined)?.response?.headers.get('retry-after')
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
