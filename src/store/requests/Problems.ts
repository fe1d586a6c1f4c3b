import { LONGEST_TIMER, type Timers } from '../Timers'

/** An error without a response: why a call has no data, and is not requested again by itself. */
export interface Problem {
  readonly error: Error
  /** When readers that come later retry, in ms since 1970. */
  readonly expiresAt: number
}

/** The problems of a store, by key, and how long an error is fresh, in ms. */
export interface ProblemStore {
  readonly problems: Map<string, Problem>
  readonly timers: Timers
  readonly settings: { readonly errorExpiryLength: number }
}

/** Records that a request was ended from within, such as by a signal of the endpoint's own. */
export function noteProblem(
  { problems, timers, settings }: ProblemStore,
  key: string,
  error: Error,
): void {
  const length = settings.errorExpiryLength
  const problem = { error, expiresAt: Date.now() + length }
  problems.set(key, problem)
  // Readers that show it go on to do so; it is kept for those that come while it is fresh.
  timers.after(Math.min(length * 2, LONGEST_TIMER), () => {
    if (problems.get(key) === problem) problems.delete(key)
  })
}
