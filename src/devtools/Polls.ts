/** Which requests are polls: no event starts them, whatever the user does at that moment. */
export class Polls {
  readonly #frequencies = new Map<string, number[]>()
  readonly #startedAt = new Map<string, number>()

  /** Adds a subscription to the data of a key; returns the function that ends it. */
  add(key: string, frequency: number, now: number): () => void {
    const frequencies = this.#frequencies.get(key) ?? []
    frequencies.push(frequency)
    this.#frequencies.set(key, frequencies)
    if (frequencies.length === 1) this.#startedAt.set(key, now)
    return () => {
      frequencies.splice(frequencies.indexOf(frequency), 1)
      if (frequencies.length > 0) return
      this.#frequencies.delete(key)
      this.#startedAt.delete(key)
    }
  }

  /** Whether a request that starts now is one, which follows the request before it after the time that was set. */
  isPoll(key: string, now: number): boolean {
    const frequencies = this.#frequencies.get(key)
    const before = this.#startedAt.get(key)
    if (frequencies === undefined || before === undefined) return false
    this.#startedAt.set(key, now)
    return now - before >= TOLERANCE * Math.min(...frequencies)
  }
}

/** The time counts from the response, which is a moment older than the first subscription. */
const TOLERANCE = 0.8
