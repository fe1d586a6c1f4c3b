import { INVALID } from '../schema/invalid'
import {
  allHold,
  Entry,
  type Origin,
  type Part,
  type RowTeller,
  type Scene,
  VOLATILE,
} from './parts'
import type { RowNames } from './rowSource'

/** A shorter list is looked through as fast as an index is made. */
const MIN_INDEXED = 32

/** Where in a list each row is found that a member was made of. */
type Positions = Map<string, Map<string, number[]>>

/**
 * A list whose parts are its members, one by one. It finds out what a change of rows means for it without looking at
 * every member: by an index from rows to positions, made when it is first needed and handed on from version to version.
 */
export class ListEntry extends Entry {
  /** The schema of the members. */
  readonly member: unknown
  declare readonly token: readonly unknown[]
  declare readonly value: readonly unknown[]
  declare readonly parts: readonly Entry[]
  /** The last state in which it held. */
  #heldAt: number
  #positions: Positions | undefined
  /** How many positions were added since the index was made; those that are no longer right are still in it. */
  #added = 0
  /** The members that were others in the next version; while they are, this one does not hold. */
  #replaced: readonly Entry[] = []

  constructor(
    origin: Origin,
    value: readonly unknown[],
    parts: readonly Entry[],
    epoch: number,
    member: unknown,
  ) {
    super(origin, value, parts, epoch)
    this.member = member
    this.#heldAt = epoch
  }

  override holds(scene: Scene): boolean {
    const holds = super.holds(scene)
    if (holds) this.#heldAt = scene.epoch
    return holds
  }

  protected override isSame(scene: Scene): boolean {
    if (!allHold(this.#replaced, scene)) return false
    const changes = this.#changesSince(scene)
    if (changes === undefined) return super.isSame(scene)
    // What was written again may be what it was: only the members themselves know.
    for (const at of this.#positionsOf(changes)) {
      if (!(this.parts[at] as Entry).holds(scene)) return false
    }
    return this.isRowSame(scene)
  }

  /** Whether a row that changed is one that the list or a member was made of. */
  isConcerned(changes: readonly RowNames[]): boolean {
    for (const _ of this.#positionsOf(changes)) return true
    return changes.some(
      (it) => this.schemaKey !== undefined && it.get(this.schemaKey)?.includes(this.pk) === true,
    )
  }

  /** The positions of the members that do not hold any more. */
  stale(scene: Scene): Iterable<number> {
    const changes = this.#changesSince(scene)
    if (changes !== undefined) return new Set(this.#positionsOf(changes))
    const stale: number[] = []
    for (const [at, part] of this.parts.entries()) if (!part.holds(scene)) stale.push(at)
    return stale
  }

  /** The list with other members in some places. */
  patched(changes: ReadonlyMap<number, Entry>, epoch: number): ListEntry {
    const parts = this.parts.slice()
    let isDense = this.value.length === parts.length
    for (const [at, part] of changes) {
      parts[at] = part
      isDense &&= isShown(part)
    }
    const value = isDense ? this.value.slice() : parts.filter(isShown).map((part) => part.value)
    if (isDense) for (const [at, part] of changes) value[at] = part.value
    // Members that were not read again may depend on the arguments all the same.
    const next = new ListEntry(this, value, parts, this.#isVolatile ? VOLATILE : epoch, this.member)
    this.#handOn(next, changes)
    this.#replaced = [...changes.keys()].map((at) => this.parts[at] as Entry)
    return next
  }

  /** Whether a list is long enough to be taken as a whole by who watches rows. */
  get isLong(): boolean {
    return this.parts.length >= MIN_INDEXED
  }

  get #isVolatile(): boolean {
    return this.epoch === VOLATILE
  }

  #changesSince(scene: Scene): readonly RowNames[] | undefined {
    const isLookedUp = this.isLong && !this.#isVolatile
    return isLookedUp ? scene.source.changesSince(this.#heldAt) : undefined
  }

  *#positionsOf(changes: readonly RowNames[]): Iterable<number> {
    if (changes.every((change) => change.size === 0)) return
    this.#positions ??= indexOf(this.parts)
    for (const change of changes) {
      for (const [schemaKey, pks] of change) {
        const positions = this.#positions.get(schemaKey)
        if (positions !== undefined) for (const pk of pks) yield* positions.get(pk) ?? []
      }
    }
  }

  /** The index goes to the newer version, until so much was added to it that it is better made anew. */
  #handOn(next: ListEntry, changes: ReadonlyMap<number, Entry>): void {
    const positions = this.#positions
    this.#positions = undefined
    if (positions === undefined || this.#added > this.parts.length) return
    next.#positions = positions
    next.#added = this.#added
    for (const [at, part] of changes) {
      const known = rowsOf(this.parts[at] as Entry)
      for (const [schemaKey, pks] of rowsOf(part)) {
        for (const pk of pks) {
          if (known.get(schemaKey)?.has(pk) === true) continue
          add(positions, schemaKey, pk, at)
          next.#added++
        }
      }
    }
  }
}

/** Whether a list's parts are its members one by one, so that it can be told apart by position. */
export function isAligned(parts: readonly Part[], length: number): parts is readonly Entry[] {
  return parts.length === length && parts.every((part) => part instanceof Entry)
}

function isShown({ value }: Entry): boolean {
  return value !== undefined && value !== INVALID
}

function indexOf(parts: readonly Entry[]): Positions {
  const positions: Positions = new Map()
  for (const [at, part] of parts.entries()) {
    if (part.parts.length === 0) add(positions, part.schemaKey as string, part.pk, at)
    else
      for (const [schemaKey, pks] of rowsOf(part))
        for (const pk of pks) add(positions, schemaKey, pk, at)
  }
  return positions
}

function add(positions: Positions, schemaKey: string, pk: string, at: number): void {
  let table = positions.get(schemaKey)
  if (table === undefined) positions.set(schemaKey, (table = new Map<string, number[]>()))
  const found = table.get(pk)
  if (found === undefined) table.set(pk, [at])
  else found.push(at)
}

/** All rows that something was made of, by table. */
function rowsOf(part: Part): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>()
  const seen = new Set<Part>()
  const tell: RowTeller = {
    row: (schemaKey, pk) => {
      const pks = rows.get(schemaKey)
      if (pks === undefined) rows.set(schemaKey, new Set([pk]))
      else pks.add(pk)
    },
    enter: (it) => seen.size < seen.add(it).size,
  }
  part.forEachRow(tell)
  return rows
}
