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

/** How long a result holds after it was read last, in ms: longer than a render takes. */
const GRACE = 1_000

/** How often that may be prolonged: 5 s, in which a component that mounts gets the same result. */
const MAX_GRACES = 5

interface Fresh {
  readonly expiresAt: number
  readonly graces: number
  wasRead: boolean
}

/**
 * Whether something is stale, for components. React may render a component several times before it shows the result, and each
 * render has to give the same: the clock is read once, and what was fresh stays fresh for as long as it is read.
 */
export class Freshness {
  readonly #fresh = new Map<string, Fresh>()
  readonly #timers: Timers

  constructor(timers: Timers) {
    this.#timers = timers
  }

  isStale(key: string, expiresAt: number): boolean {
    const known = this.#fresh.get(key)
    if (known?.expiresAt === expiresAt) {
      known.wasRead = true
      return false
    }
    const left = expiresAt - Date.now()
    if (left > 0 && left <= LONGEST_TIMER) {
      this.#keep(key, { expiresAt, graces: MAX_GRACES, wasRead: false }, left)
    }
    return left <= 0
  }

  /** Forgets all: their timers are gone, so that nothing else would end them. */
  clear(): void {
    this.#fresh.clear()
  }

  #keep(key: string, fresh: Fresh, delay: number): void {
    const { expiresAt, graces } = fresh
    this.#fresh.set(key, fresh)
    this.#timers.after(delay, () => {
      if (this.#fresh.get(key) !== fresh) return
      this.#fresh.delete(key)
      const isProlonged = fresh.wasRead && graces > 0
      if (isProlonged) this.#keep(key, { expiresAt, graces: graces - 1, wasRead: false }, GRACE)
    })
  }
}
