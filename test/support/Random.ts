import * as fc from 'fast-check'

/** Draws one random thing after the other; the same seed gives the same ones, and a smaller size fewer. */
export class Random {
  readonly size: number
  #state: number

  constructor({ seed, size }: { readonly seed: number; readonly size: number }) {
    this.#state = seed
    this.size = size
  }

  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end)
  }

  /** True once in so many times. */
  once(inSoMany: number): boolean {
    return this.below(inSoMany) === 0
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** Up to `max` things, each made by `make`; small ones draw fewer. */
  many<Item>(max: number, make: (at: number) => Item, min = 0): Item[] {
    const length = Math.max(min, this.below(Math.min(max, this.size) + 1))
    return Array.from({ length }, (_, at) => make(at))
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    const rest = [...items]
    return items.map(() => rest.splice(this.below(rest.length), 1)[0] as Item)
  }
}

/** What a `Random` is made of, for properties: it shrinks to few things. */
export const randomness = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  size: fc.integer({ min: 1, max: 5 }),
})
