import type {
  ListOverlap,
  LoggedRow,
  RowOverlap,
  RowWrite,
  TableChange,
} from '../../normalize/landing'
import { areOpposite } from '../../normalize/overlap'
import type { MemberChanges, Order } from '../../schema/contract'
import { getOrCreate } from '../../util/getOrCreate'
import { lastOf } from '../../util/lastOf'

/** Tells which rows something may have written that ended without a response. */
export type RowTest = (schemaKey: string, pk: string) => boolean

/** What landed while other requests were in flight. */
export interface LoggedLanding {
  readonly started: Order
  readonly landed: Order
  /** The rows that a mutation, or a write by hand, wrote. */
  readonly rows?: readonly LoggedRow[]
  /** Written by hand, which is no word of the server about another mutation. */
  readonly isSet?: boolean
  /** What it changed in lists. */
  readonly changes?: readonly TableChange[]
  /** It ended without a response: these rows may be others. */
  readonly mayConcern?: RowTest
  /** The state was replaced: every row may be another, and what was deleted before may be there again. */
  readonly isReplacement?: boolean
  /** What a page says besides its members, such as where the next page starts; by the key of the list. */
  readonly page?: { readonly key: string; readonly result: unknown }
}

type LoggedChange = TableChange & { readonly isOpposed: boolean }
export interface Entry extends LoggedLanding {
  readonly changes: readonly LoggedChange[]
}

/** Something of an entry, with the place of the entry in the order of landing. */
interface Placed {
  readonly at: number
}
interface PlacedWrite extends RowWrite, Placed {
  readonly isDeletion: boolean
}
interface PlacedChange extends Placed {
  readonly change: LoggedChange
}

/** The changes of the lists of one table, and those of each member. */
interface TableChanges {
  readonly all: PlacedChange[]
  readonly joins: Map<string, PlacedChange[]>
  readonly leaves: Map<string, PlacedChange[]>
}

const NOTHING: readonly never[] = []

/**
 * Entries of the log by what they concern, each of them in order of landing: a question about a row, a list or a member looks
 * at nothing else, however many requests overlap. Every question is about the entries from a place on.
 */
export class LandingIndex {
  readonly #rows = new Map<string, Map<string, PlacedWrite[]>>()
  readonly #changes = new Map<string, TableChanges>()
  readonly #pages = new Map<string, (Placed & { readonly result: unknown })[]>()
  readonly #tests: (Placed & { readonly test: RowTest })[] = []
  /** Where the state was replaced last. */
  #replacedAt = -1
  #size = 0

  /** How many entries it has. */
  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const at = this.#size++
    const { changes, mayConcern, page } = entry
    if (entry.isReplacement === true) this.#replacedAt = at
    this.#addRows(entry, at)
    for (const change of changes) this.#addChange({ at, change })
    if (mayConcern !== undefined) this.#tests.push({ at, test: mayConcern })
    if (page !== undefined) {
      getOrCreate(this.#pages, page.key, () => []).push({ at, result: page.result })
    }
  }

  row(schemaKey: string, pk: string, from: number): RowOverlap | undefined {
    const written = placedFrom(this.#rows.get(schemaKey)?.get(pk), from)
    const isUncertain =
      this.#replacedAt >= from ||
      placedFrom(this.#tests, from).some(({ test }) => test(schemaKey, pk))
    if (written.length === 0 && !isUncertain) return undefined
    return {
      isDeleted: written.some(({ at, isDeletion }) => isDeletion && at > this.#replacedAt),
      isUncertain,
      writes: written.filter(({ isDeletion }) => !isDeletion),
    }
  }

  hasWrites(schemaKey: string, pk: string, from: number): boolean {
    const written = placedFrom(this.#rows.get(schemaKey)?.get(pk), from)
    return written.some(({ isDeletion }) => !isDeletion)
  }

  list(schemaKey: string, pk: string, from: number): readonly ListOverlap[] {
    const changes = placedFrom(this.#changes.get(schemaKey)?.all, from)
    return changes.flatMap(({ change: { changeOf, isOpposed } }): readonly ListOverlap[] => {
      const change = changeOf(pk)
      return change === undefined ? NOTHING : [{ change, isDoubtful: isOpposed }]
    })
  }

  /** Whether a change met an opposite one of the same table. */
  isOpposed({ schemaKey, joins, leaves }: TableChange, from: number): boolean {
    const table = this.#changes.get(schemaKey)
    if (table === undefined) return false
    const isIn = (changes: TableChanges['joins']) => (member: string) =>
      (lastOf(changes.get(member))?.at ?? -1) >= from
    return joins.some(isIn(table.leaves)) || leaves.some(isIn(table.joins))
  }

  /** Whether a change of a list met an opposite one of the same list. */
  isOpposedIn(schemaKey: string, pk: string, own: MemberChanges, from: number): boolean {
    const table = this.#changes.get(schemaKey)
    if (table === undefined) return false
    const { joins, leaves } = table
    // A change of several members is asked once: filters of the user's own take time.
    const opposite = new Set([
      ...own.joins.flatMap((it) => placedFrom(leaves.get(it), from)),
      ...own.leaves.flatMap((it) => placedFrom(joins.get(it), from)),
    ])
    return [...opposite].some(({ change }) => {
      const other = change.changeOf(pk)
      return other !== undefined && areOpposite(own, other)
    })
  }

  pageResults(key: string, from: number): readonly unknown[] {
    return placedFrom(this.#pages.get(key), from).map(({ result }) => result)
  }

  #addRows({ rows = [], started, isSet = false }: Entry, at: number): void {
    for (const { schemaKey, pk, names, isDeletion } of rows) {
      const table = getOrCreate(this.#rows, schemaKey, () => new Map<string, PlacedWrite[]>())
      getOrCreate(table, pk, () => []).push({ at, started, names, isSet, isDeletion })
    }
  }

  #addChange(placed: PlacedChange): void {
    const { schemaKey, joins, leaves } = placed.change
    const table = getOrCreate(this.#changes, schemaKey, createTableChanges)
    table.all.push(placed)
    for (const member of joins) getOrCreate(table.joins, member, () => []).push(placed)
    for (const member of leaves) getOrCreate(table.leaves, member, () => []).push(placed)
  }
}

function createTableChanges(): TableChanges {
  return { all: [], joins: new Map(), leaves: new Map() }
}

/** What has its place at `from` or behind it. */
function placedFrom<Item extends Placed>(
  items: readonly Item[] | undefined,
  from: number,
): readonly Item[] {
  if (items === undefined) return NOTHING
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle] as Item).at >= from) high = middle
    else low = middle + 1
  }
  if (low === 0) return items
  return low === items.length ? NOTHING : items.slice(low)
}
