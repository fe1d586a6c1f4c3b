import type { EntityRow } from '../schema/contract'
import { INVALID } from '../schema/invalid'
import type { RowSource } from './rowSource'

/**
 * What a remembered object was made of: the rows that were looked up for it (table, pk and what was found, three
 * entries each) and what those rows were made of in turn. The members of a cycle share one.
 */
export interface Deps {
  readonly reads: readonly unknown[]
  readonly children: readonly Deps[]
  /** The epoch in which `holds` was found out. */
  epoch: number
  holds: boolean
}

export const NO_DEPS: Deps = { reads: [], children: [], epoch: -1, holds: true }

interface Slot {
  readonly schema: unknown
  value: unknown
  deps: Deps
  /** Earlier values from the same data (a nested row was another): found again as long as somebody holds them. */
  older: WeakRef<object>[]
  next: Slot | undefined
}

/** What stands for a row in `reads`: its data, INVALID, or `undefined` where there is none. */
export function tokenOf(row: EntityRow | undefined): unknown {
  return row === undefined ? undefined : row.invalid ? INVALID : row.data
}

/**
 * The objects that were built from rows, filed under the rows' data, so that the same rows give the same (`===`)
 * object and a row that leaves the state takes what was remembered for it along.
 */
export class Memo {
  readonly #slots = new WeakMap<object, Slot>()
  readonly #depsOfOlder = new WeakMap<object, Deps>()

  /** The object built from `data` if all that it was made of is still the same in `source`. */
  find(data: object, schema: unknown, source: RowSource, epoch: number): Slot | undefined {
    const slot = this.#slot(data, schema)
    if (slot === undefined || holds(slot.deps, source, epoch)) return slot
    return this.#restoreOlder(slot, source, epoch)
  }

  put(data: object, schema: unknown, value: unknown, deps: Deps): void {
    const slot = this.#slot(data, schema)
    if (slot === undefined) {
      const next = this.#slots.get(data)
      this.#slots.set(data, { schema, value, deps, older: [], next })
    } else this.#replace(slot, value, deps)
  }

  #slot(data: object, schema: unknown): Slot | undefined {
    let slot = this.#slots.get(data)
    while (slot !== undefined && slot.schema !== schema) slot = slot.next
    return slot
  }

  #restoreOlder(slot: Slot, source: RowSource, epoch: number): Slot | undefined {
    for (const ref of slot.older) {
      const value = ref.deref()
      const deps = value && this.#depsOfOlder.get(value)
      if (deps === undefined || !holds(deps, source, epoch)) continue
      this.#replace(slot, value, deps)
      return slot
    }
    return undefined
  }

  #replace(slot: Slot, value: unknown, deps: Deps): void {
    const past = slot.value
    slot.older = slot.older.filter((ref) => isOther(ref.deref(), value, past))
    if (typeof past === 'object' && past !== null) {
      slot.older.push(new WeakRef(past))
      this.#depsOfOlder.set(past, slot.deps)
    }
    slot.value = value
    slot.deps = deps
  }
}

function isOther(older: object | undefined, value: unknown, past: unknown): boolean {
  return older !== undefined && older !== value && older !== past
}

/** Whether every row that was read still reads the same; found out once per epoch. */
function holds(deps: Deps, source: RowSource, epoch: number): boolean {
  if (deps === NO_DEPS) return true
  if (deps.epoch !== epoch) {
    deps.holds =
      readsHold(deps.reads, source) && deps.children.every((child) => holds(child, source, epoch))
    deps.epoch = epoch
  }
  return deps.holds
}

function readsHold(reads: readonly unknown[], source: RowSource): boolean {
  for (let at = 0; at < reads.length; at += 3) {
    const row = source.getRow(reads[at] as string, reads[at + 1] as string)
    if (tokenOf(row) !== reads[at + 2]) return false
  }
  return true
}

/** Calls back for every row that was read, directly or for a part; the same row may come more than once. */
export function forEachRead(
  deps: Deps,
  callback: (schemaKey: string, pk: string) => void,
  seen: Set<Deps> = new Set(),
): void {
  if (seen.has(deps)) return
  seen.add(deps)
  for (let at = 0; at < deps.reads.length; at += 3) {
    callback(deps.reads[at] as string, deps.reads[at + 1] as string)
  }
  for (const child of deps.children) forEachRead(child, callback, seen)
}
