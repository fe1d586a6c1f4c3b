import { LONGEST_TIMER, type Timers } from '../Timers'

/** An error without a response: why a call has no data, and is not requested again by itself. */
export interface Problem {
  readonly error: Error
  /** When readers that come later retry, in ms since 1970. */
  readonly expiresAt: number
}

/** Requests that were ended from within, such as by a signal of the endpoint's own; by key. */
export class Problems {
  readonly #problems = new Map<string, Problem>()
  readonly #timers: Timers
  readonly #length: number

  /** @param length how long an error is fresh, in ms */
  constructor(timers: Timers, length: number) {
    this.#timers = timers
    this.#length = length
  }

  note(key: string, error: Error): void {
    const problem = { error, expiresAt: Date.now() + this.#length }
    this.#problems.set(key, problem)
    // Readers that show it go on to do so; it is kept for those that come while it is fresh.
    this.#timers.after(Math.min(this.#length * 2, LONGEST_TIMER), () => {
      if (this.of(key) === problem) this.clear(key)
    })
  }

  of(key: string): Problem | undefined {
    return this.#problems.get(key)
  }

  clear(key: string): void {
    this.#problems.delete(key)
  }
}
