import type { Timers } from '../Timers'

/** Answers that are never fresh: kept for as long as somebody presents them, or waits to do so. */
export class Fleeting {
  readonly #timers: Timers
  readonly #collect: (key: string) => void
  readonly #keys = new Set<string>()
  readonly #presenters = new Map<string, number>()
  readonly #waits = new Map<string, () => void>()

  constructor(timers: Timers, collect: (key: string) => void) {
    this.#timers = timers
    this.#collect = collect
  }

  /** A response came. */
  note(key: string, expiryLength: number): void {
    this.#stopWaiting(key)
    if (expiryLength > 0) this.#keys.delete(key)
    else {
      this.#keys.add(key)
      this.#collectAfter(key, 0)
    }
  }

  /** Somebody shows the answers of a key, until the returned function is called. */
  present(key: string): () => void {
    this.#presenters.set(key, this.#count(key) + 1)
    return () => {
      const left = this.#count(key) - 1
      if (left > 0) this.#presenters.set(key, left)
      else {
        this.#presenters.delete(key)
        // Who comes within the same task, as StrictMode and a change of pages do, still finds it.
        if (this.#keys.has(key)) this.#collectAfter(key, 0)
      }
    }
  }

  #count(key: string): number {
    return this.#presenters.get(key) ?? 0
  }

  #collectAfter(key: string, delay: number): void {
    this.#stopWaiting(key)
    const stop = this.#timers.after(delay, () => {
      this.#waits.delete(key)
      if (this.#count(key) > 0) return
      this.#keys.delete(key)
      this.#collect(key)
    })
    this.#waits.set(key, stop)
  }

  #stopWaiting(key: string): void {
    this.#waits.get(key)?.()
    this.#waits.delete(key)
  }
}
