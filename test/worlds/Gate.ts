import type { Random } from '../support/Random'

/** Holds back what would pass, for as long as it is closed. */
export class Gate {
  isOpen = true
  readonly #held: (() => void)[] = []

  get size(): number {
    return this.#held.length
  }

  pass(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOpen) resolve()
      else this.#held.push(resolve)
    })
  }

  /** Lets one of those pass that are held. */
  letOne(random: Random): void {
    const [next] = this.#held.splice(random.below(this.#held.length), 1)
    next?.()
  }
}
