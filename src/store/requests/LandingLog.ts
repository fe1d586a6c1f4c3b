import {
  type Landing,
  type ListOverlap,
  type LoggedRow,
  plainLanding,
  type RowOverlap,
  type RowWrite,
  type TableChange,
} from '../../normalize/landing'
import { areOpposite } from '../../normalize/overlap'
import type { MemberChanges, Order } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import { getOrCreate } from '../../util/getOrCreate'
import { lastOf } from '../../util/lastOf'

/** Whether a mutation that ended without a response may have written a row. */
export type RowTest = (schemaKey: string, pk: string) => boolean

/** What landed while other requests were in flight. */
export interface LoggedLanding {
  readonly started: Order
  readonly landed: Order
  /** The rows that a mutation, or a write by hand, wrote. */
  readonly rows?: readonly LoggedRow[]
  /** Written by hand, so that it does not contradict a mutation. */
  readonly isSet?: boolean
  /** What it changed in lists. */
  readonly changes?: readonly TableChange[]
  /** It ended without a response: these rows may have changed. */
  readonly mayConcern?: RowTest
  /** The state was replaced: every row may have changed, and deleted rows may be there again. */
  readonly isReplacement?: boolean
  /** The result of a page besides its members, such as where the next page starts; by the key of the list. */
  readonly page?: { readonly key: string; readonly result: unknown }
}

/** What a landing asks of its own request, and whether later landings may ask about it. */
export type LandingRequest = Pick<
  Landing,
  'meta' | 'isMutation' | 'names' | 'isLogged' | 'isContested'
>

interface Landed {
  readonly landed: Order
}
interface LandedWrite extends RowWrite, Landed {
  readonly isDeletion: boolean
}
interface LandedChange extends TableChange, Landed {
  /** It met an opposite change of the same member. */
  readonly isOpposed: boolean
}
interface Entry extends LoggedLanding {
  readonly changes: readonly LandedChange[]
}

/** What landed, by table or list and by row or member, in order of landing. */
class LandedIndex<Item extends Landed> {
  readonly #items = new Map<string, Map<string, Item[]>>()

  add(table: string, key: string, item: Item): void {
    const items = getOrCreate(this.#items, table, () => new Map<string, Item[]>())
    getOrCreate(items, key, () => []).push(item)
  }

  /** What landed after a moment: found by bisection, however long the log is. */
  since(moment: Order, table: string, key: string): readonly Item[] {
    const items = this.#items.get(table)?.get(key) ?? []
    let low = 0
    let high = items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareOrder((items[middle] as Item).landed, moment) > 0) high = middle
      else low = middle + 1
    }
    return low === 0 ? items : items.slice(low)
  }
}

const createIndexes = () => ({
  writes: new LandedIndex<LandedWrite>(),
  /** All changes of lists, by their table; and those that put a member in, and take it out. */
  changes: new LandedIndex<LandedChange>(),
  joins: new LandedIndex<LandedChange>(),
  leaves: new LandedIndex<LandedChange>(),
  tests: new LandedIndex<Landed & { readonly test: RowTest }>(),
  pages: new LandedIndex<Landed & { readonly result: unknown }>(),
})

/** The key of what is not told apart any further. */
const ALL = ''

/**
 * What landed while older requests were in flight: their responses may not contain it. It is empty nearly always; and it holds
 * functions, so it is no part of the state.
 */
export class LandingLog {
  /** In order of landing; those before `#start` are no longer needed. */
  #entries: Entry[] = []
  #start = 0
  #indexes = createIndexes()
  #replaced: Order | undefined

  add(landing: LoggedLanding): void {
    const { started, landed, changes = [] } = landing
    const entry = {
      ...landing,
      changes: changes.map((change) => {
        const isOpposed = this.#oppositeChanges(started, change.schemaKey, change).size > 0
        return { ...change, landed, isOpposed }
      }),
    }
    this.#entries.push(entry)
    this.#index(entry)
  }

  /** Drops what landed before the oldest request in flight started; everything where none is. */
  prune(oldest: Order | undefined): void {
    const isNeeded = ({ landed }: Entry): boolean =>
      oldest !== undefined && compareOrder(landed, oldest) > 0
    while (this.#start < this.#entries.length) {
      if (isNeeded(this.#entries[this.#start] as Entry)) break
      this.#start += 1
    }
    // They are dropped together, so that a push costs the same however long a request hangs.
    if (this.#start === 0 || this.#start * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#start)
    this.#start = 0
    this.#indexes = createIndexes()
    for (const entry of this.#entries) this.#index(entry)
  }

  get size(): number {
    return this.#entries.length - this.#start
  }

  /** How a response meets what landed since its request started. */
  landing(request: LandingRequest): Landing {
    const { meta } = request
    if (!this.#hasAny(meta)) return { ...plainLanding(meta), ...request }
    return {
      ...request,
      hasOverlaps: true,
      rowOverlap: (schemaKey, pk) => this.#rowOverlap(meta, schemaKey, pk),
      listOverlaps: (schemaKey, pk) => this.#listOverlaps(meta, schemaKey, pk),
      isOpposed: (schemaKey, pk, change) => this.#isOpposedIn(meta, schemaKey, pk, change),
    }
  }

  /** The results of pages of a list since a request started, in order of landing. */
  pageResults(key: string, started: Order): readonly unknown[] {
    return this.#indexes.pages.since(started, key, ALL).map(({ result }) => result)
  }

  /** Whether a mutation, or a write by hand, wrote a row after a moment. */
  hasWritten(schemaKey: string, pk: string, moment: Order): boolean {
    return this.#indexes.writes.since(moment, schemaKey, pk).some(({ isDeletion }) => !isDeletion)
  }

  #hasAny(moment: Order): boolean {
    const last = lastOf(this.#entries)
    return last !== undefined && compareOrder(last.landed, moment) > 0
  }

  #index(entry: Entry): void {
    const { started, landed, rows = [], isSet = false, mayConcern, page } = entry
    const { writes, changes, joins, leaves, tests, pages } = this.#indexes
    if (entry.isReplacement === true) this.#replaced = landed
    for (const { schemaKey, pk, names, isDeletion } of rows) {
      writes.add(schemaKey, pk, { started, landed, names, isSet, isDeletion })
    }
    for (const change of entry.changes) {
      const { schemaKey } = change
      changes.add(schemaKey, ALL, change)
      for (const member of change.joins) joins.add(schemaKey, member, change)
      for (const member of change.leaves) leaves.add(schemaKey, member, change)
    }
    if (mayConcern !== undefined) tests.add(ALL, ALL, { landed, test: mayConcern })
    if (page !== undefined) pages.add(page.key, ALL, { landed, result: page.result })
  }

  /** The changes since a moment that take out members which another one puts in, or the reverse. */
  #oppositeChanges(
    moment: Order,
    schemaKey: string,
    change: MemberChanges,
  ): ReadonlySet<LandedChange> {
    const { joins, leaves } = this.#indexes
    return new Set([
      ...change.joins.flatMap((member) => leaves.since(moment, schemaKey, member)),
      ...change.leaves.flatMap((member) => joins.since(moment, schemaKey, member)),
    ])
  }

  #rowOverlap(moment: Order, schemaKey: string, pk: string): RowOverlap | undefined {
    const { writes, tests } = this.#indexes
    const written = writes.since(moment, schemaKey, pk)
    const replaced = this.#replaced ?? moment
    const isUncertain =
      compareOrder(replaced, moment) > 0 ||
      tests.since(moment, ALL, ALL).some(({ test }) => test(schemaKey, pk))
    if (written.length === 0 && !isUncertain) return undefined
    return {
      isDeleted: written.some((it) => it.isDeletion && compareOrder(it.landed, replaced) > 0),
      isUncertain,
      writes: written.filter(({ isDeletion }) => !isDeletion),
    }
  }

  #listOverlaps(moment: Order, schemaKey: string, pk: string): readonly ListOverlap[] {
    const changes = this.#indexes.changes.since(moment, schemaKey, ALL)
    return changes.flatMap(({ changeOf, isOpposed }): readonly ListOverlap[] => {
      const change = changeOf(pk)
      return change === undefined ? [] : [{ change, isDoubtful: isOpposed }]
    })
  }

  /** Whether a change of a list met an opposite one of the same list. */
  #isOpposedIn(moment: Order, schemaKey: string, pk: string, own: MemberChanges): boolean {
    // Each change is looked at once: filters of the user's own take time.
    return [...this.#oppositeChanges(moment, schemaKey, own)].some(({ changeOf }) => {
      const other = changeOf(pk)
      return other !== undefined && areOpposite(own, other)
    })
  }
}
