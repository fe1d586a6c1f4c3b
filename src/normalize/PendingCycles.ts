import { getOrCreate } from '../util/collections'
import type { BuildInput } from './CacheEntry'

/** An object under construction. */
export interface BuildFrame {
  readonly input: BuildInput
  /** The object, as soon as there is one. */
  readonly value: unknown
  /** The place in the stack of Tarjan's algorithm. */
  index: number
  /** The outermost object that this one leads back to, by its index. */
  lowLink: number
  /** Where its dependencies begin among those of all that is under construction. */
  readonly firstDependency: number
  isArgsDependent: boolean
  /** The schema of its members, if it is a list of which each member is one dependency. */
  member: unknown
}

export function newFrame(
  input: BuildInput,
  value: unknown,
  index: number,
  firstDependency: number,
): BuildFrame {
  return {
    input,
    value,
    index,
    lowLink: index,
    firstDependency,
    isArgsDependent: false,
    member: undefined,
  }
}

/**
 * The objects that are not complete: those under construction, and those built whose cycle leads to one under construction.
 * A cycle is complete with its outermost object (Tarjan's strongly connected components).
 */
export class PendingCycles {
  readonly #stack: BuildFrame[] = []
  /** The objects above the first few, which are found by looking at each. */
  readonly #bySchema = new Map<unknown, Map<object, BuildFrame>>()

  get size(): number {
    return this.#stack.length
  }

  find({ schema, data }: BuildInput): BuildFrame | undefined {
    const few = Math.min(this.#stack.length, FEW)
    for (let at = 0; at < few; at++) {
      const frame = this.#stack[at] as BuildFrame
      if (frame.input.data === data && frame.input.schema === schema) return frame
    }
    return few < FEW ? undefined : this.#bySchema.get(schema)?.get(data)
  }

  add(frame: BuildFrame): void {
    if (this.#stack.push(frame) <= FEW) return
    getOrCreate(this.#bySchema, frame.input.schema, newMap).set(frame.input.data, frame)
  }

  /**
   * Removes an object and all that were added since: those that are left when it is built belong to its cycle.
   * @returns the members of the cycle; `undefined` for an object that is in none
   */
  remove({ index }: BuildFrame): readonly BuildFrame[] | undefined {
    const isAlone = index === this.#stack.length - 1
    if (isAlone && index < FEW) {
      this.#stack.pop()
      return undefined
    }
    const members = this.#stack.splice(index)
    for (const { input } of members) this.#bySchema.get(input.schema)?.delete(input.data)
    return isAlone ? undefined : members
  }
}

/** Most objects are nested less deep than this. */
const FEW = 8

const newMap = (): Map<object, BuildFrame> => new Map<object, BuildFrame>()
