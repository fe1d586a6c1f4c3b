import { LONGEST_TIMER, type Timers } from '../Timers'

/** How long a result holds after it was read last, in ms: longer than a render takes. */
const GRACE = 1_000

/** How often that may be prolonged: 5 s, in which a component that mounts gets the same result. */
const MAX_GRACES = 5

interface Fresh {
  readonly expiresAt: number
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
      this.#keep(key, expiresAt, left, MAX_GRACES)
    }
    return left <= 0
  }

  /** Forgets all: their timers are gone, so that nothing else would end them. */
  clear(): void {
    this.#fresh.clear()
  }

  #keep(key: string, expiresAt: number, delay: number, graces: number): void {
    const fresh: Fresh = { expiresAt, wasRead: false }
    this.#fresh.set(key, fresh)
    this.#timers.after(delay, () => {
      if (this.#fresh.get(key) !== fresh) return
      this.#fresh.delete(key)
      if (fresh.wasRead && graces > 0) this.#keep(key, expiresAt, GRACE, graces - 1)
    })
  }
}
