import { LONGEST_TIMER, type Timers } from '../Timers'

/** How long a verdict holds after it was read last, in ms: longer than a rendering takes. */
const GRACE = 1_000

/** A verdict holds so many times longer at the most: 5 s, in which a component that mounts gets it as well. */
const MAX_GRACES = 5

interface Verdict {
  readonly expiresAt: number
  wasRead: boolean
}

/**
 * Whether something is stale, for components. React may render a component several times before it shows the result, and
 * every time has to give the same: the clock is read once, and a verdict holds for as long as it is read.
 */
export class Freshness {
  readonly #fresh = new Map<string, Verdict>()
  readonly #timers: Timers

  constructor(timers: Timers) {
    this.#timers = timers
  }

  isStale(key: string, expiresAt: number): boolean {
    const verdict = this.#fresh.get(key)
    if (verdict?.expiresAt === expiresAt) {
      verdict.wasRead = true
      return false
    }
    const left = expiresAt - Date.now()
    if (left <= 0) return true
    if (left > LONGEST_TIMER) return false
    this.#keep(key, { expiresAt, wasRead: false }, left)
    return false
  }

  /** Lets all verdicts go: their timers are gone, so that nothing else would end them. */
  clear(): void {
    this.#fresh.clear()
  }

  #keep(key: string, verdict: Verdict, left: number): void {
    this.#fresh.set(key, verdict)
    let graces = 0
    const expire = (): void => {
      if (this.#fresh.get(key) !== verdict) return
      if (verdict.wasRead && graces < MAX_GRACES) {
        graces += 1
        verdict.wasRead = false
        this.#timers.after(GRACE, expire)
      } else this.#fresh.delete(key)
    }
    this.#timers.after(left, expire)
  }
}
