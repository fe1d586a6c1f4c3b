/** How many attempts one key has, and in what time. */
export interface AttemptLimits {
  readonly attempts: number
  /** The time in which they count, from the first one on, in ms. */
  readonly window: number
  /** The clock, in ms. */
  readonly now: () => number
  /** How many keys are remembered at most; the oldest is forgotten for a new one. Default 10,000. */
  readonly maxKeys?: number
}

interface Counted {
  count: number
  readonly endsAt: number
}

/** Counts attempts by key, in a memory that does not grow with the number of keys. */
export class AttemptLimiter {
  /** In the order of `endsAt`, because each key is inserted when its window begins. */
  readonly #counted = new Map<string, Counted>()
  readonly #limits: Required<AttemptLimits>

  constructor(limits: AttemptLimits) {
    this.#limits = { maxKeys: 10_000, ...limits }
  }

  /** How long a key has to wait for its next attempt, in ms; 0 where it need not. */
  waitOf(key: string): number {
    const counted = this.#find(key)
    if (counted === undefined || counted.count < this.#limits.attempts) return 0
    return counted.endsAt - this.#limits.now()
  }

  /** Counts an attempt. */
  count(key: string): void {
    const counted = this.#find(key) ?? this.#begin(key)
    counted.count += 1
  }

  /** Takes one attempt back. */
  uncount(key: string): void {
    const counted = this.#find(key)
    if (counted !== undefined && counted.count > 0) counted.count -= 1
  }

  /** Forgets all attempts of a key. */
  clear(key: string): void {
    this.#counted.delete(key)
  }

  #find(key: string): Counted | undefined {
    const counted = this.#counted.get(key)
    return counted !== undefined && counted.endsAt > this.#limits.now() ? counted : undefined
  }

  #begin(key: string): Counted {
    const counted = { count: 0, endsAt: this.#limits.now() + this.#limits.window }
    this.#counted.delete(key)
    this.#makeRoom()
    this.#counted.set(key, counted)
    return counted
  }

  #makeRoom(): void {
    for (const [key, { endsAt }] of this.#counted) {
      const isOver = endsAt <= this.#limits.now()
      if (!isOver && this.#counted.size < this.#limits.maxKeys) return
      this.#counted.delete(key)
    }
  }
}
