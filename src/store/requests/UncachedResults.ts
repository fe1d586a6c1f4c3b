import type { Timers } from '../Timers'

/** Counts by key. */
export class Counts {
  readonly #counts = new Map<string, number>()

  has(key: string): boolean {
    return this.#counts.has(key)
  }

  /** Counts up; the returned function counts down again, and returns whether nothing is left. */
  add(key: string): () => boolean {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#counts.get(key) ?? 1) - 1
      if (left > 0) this.#counts.set(key, left)
      else this.#counts.delete(key)
      return left <= 0
    }
  }
}

/** Responses that are never fresh: kept for as long as a reader presents them, or waits to do so. */
export class UncachedResults {
  readonly #timers: Timers
  readonly #collect: (key: string) => void
  readonly #keys = new Set<string>()
  readonly #presenters = new Counts()

  constructor(timers: Timers, collect: (key: string) => void) {
    this.#timers = timers
    this.#collect = collect
  }

  /** A response came. */
  note(key: string, expiryLength: number): void {
    if (expiryLength > 0) this.#keys.delete(key)
    else {
      this.#keys.add(key)
      this.#collectSoon(key)
    }
  }

  /** A reader shows the responses of a key, until the returned function is called. */
  present(key: string): () => void {
    const stop = this.#presenters.add(key)
    return () => {
      if (stop()) this.#collectSoon(key)
    }
  }

  /** In a macrotask: readers that mount within the same task, as in StrictMode, still find the response. */
  #collectSoon(key: string): void {
    if (!this.#keys.has(key)) return
    this.#timers.after(0, () => {
      if (!this.#presenters.has(key) && this.#keys.delete(key)) this.#collect(key)
    })
  }
}
