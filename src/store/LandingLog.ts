import type {
  FieldNames,
  Landing,
  ListOverlap,
  LoggedRow,
  RowOverlap,
  RowWrite,
  TableChange,
} from '../normalize/landing'
import { areOpposite } from '../normalize/overlap'
import type { Order, RowMeta } from '../schema/contract'
import { compareOrder } from '../schema/order'
import { getOrCreate } from '../util/getOrCreate'

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

/** What the response itself is, and whether others are still in flight. */
export interface LandingRequest {
  readonly meta: RowMeta
  readonly isMutation: boolean
  readonly names: FieldNames
  readonly isLogged: boolean
  /** Whether another mutation that may write a row is in flight. */
  isContested(schemaKey: string, pk: string): boolean
}

type LoggedChange = TableChange & { readonly isOpposed: boolean }
interface Entry extends LoggedLanding {
  readonly changes: readonly LoggedChange[]
}

const NO_OVERLAPS: readonly never[] = []

/**
 * What landed while older requests were in flight: their responses may not know of it. It holds functions, and is empty
 * nearly always; rows in the state need no history.
 */
export class LandingLog {
  /** In order of landing; those before `#start` are forgotten. */
  #entries: Entry[] = []
  #start = 0

  add(landing: LoggedLanding): void {
    const changes = (landing.changes ?? []).map((change): LoggedChange => {
      const isOpposed = this.#since(landing.started).some((earlier) =>
        earlier.changes.some((it) => it.schemaKey === change.schemaKey && areOpposite(it, change)),
      )
      return { ...change, isOpposed }
    })
    this.#entries.push({ ...landing, changes })
  }

  /** Forgets what landed before the oldest request in flight started; everything where none is. */
  prune(oldest: Order | undefined): void {
    if (oldest === undefined) this.#start = this.#entries.length
    while (this.#start < this.#entries.length) {
      if (compareOrder((this.#entries[this.#start] as Entry).landed, oldest as Order) > 0) break
      this.#start += 1
    }
    // Forgotten entries are dropped together, so that a push costs the same however long a request hangs.
    if (this.#start * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#start)
    this.#start = 0
  }

  get size(): number {
    return this.#entries.length - this.#start
  }

  /** How a response meets what landed since its request started. */
  landing(request: LandingRequest): Landing {
    const entries = this.#since(request.meta)
    const index = entries.length === 0 ? undefined : new LandingIndex(entries)
    return {
      ...request,
      hasOverlaps: index !== undefined,
      rowOverlap: (schemaKey, pk) => index?.row(schemaKey, pk),
      listOverlaps: (schemaKey, pk) => index?.list(schemaKey, pk) ?? NO_OVERLAPS,
    }
  }

  /** What pages of a list said since a request started, in order of landing. */
  pageResults(key: string, started: Order): readonly unknown[] {
    return this.#since(started).flatMap(({ page }) => (page?.key === key ? [page.result] : []))
  }

  /** Whether a mutation, or a write by hand, brought a row after a moment. */
  hasWritten(schemaKey: string, pk: string, moment: Order): boolean {
    return this.#since(moment).some(({ rows = [] }) =>
      rows.some((it) => it.pk === pk && it.schemaKey === schemaKey && !it.isDeletion),
    )
  }

  /** The entries that landed after a moment. */
  #since(started: Order): readonly Entry[] {
    const entries = this.#entries
    let low = this.#start
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareOrder((entries[middle] as Entry).landed, started) > 0) high = middle
      else low = middle + 1
    }
    return low === entries.length ? NO_OVERLAPS : entries.slice(low)
  }
}

/** Landings by what they concern. */
class LandingIndex {
  readonly #rows = new Map<string, Map<string, RowOverlap>>()
  readonly #lists = new Map<string, LoggedChange[]>()
  readonly #tests: RowTest[] = []

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      if (entry.isReplacement === true) this.#replaceAll()
      this.#addRows(entry)
      for (const change of entry.changes)
        getOrCreate(this.#lists, change.schemaKey, () => []).push(change)
      if (entry.mayConcern !== undefined) this.#tests.push(entry.mayConcern)
    }
  }

  row(schemaKey: string, pk: string): RowOverlap | undefined {
    const overlap = this.#rows.get(schemaKey)?.get(pk)
    if (!this.#tests.some((test) => test(schemaKey, pk))) return overlap
    return { isDeleted: false, writes: NO_OVERLAPS, ...overlap, isUncertain: true }
  }

  list(schemaKey: string, pk: string): readonly ListOverlap[] {
    const changes = this.#lists.get(schemaKey) ?? NO_OVERLAPS
    return changes.flatMap(({ changeOf, isOpposed }: LoggedChange): readonly ListOverlap[] => {
      const change = changeOf(pk)
      return change === undefined ? NO_OVERLAPS : [{ change, isDoubtful: isOpposed }]
    })
  }

  #replaceAll(): void {
    this.#tests.push(() => true)
    for (const table of this.#rows.values()) {
      for (const [pk, overlap] of table) table.set(pk, { ...overlap, isDeleted: false })
    }
  }

  #addRows({ rows = [], started, isSet = false }: Entry): void {
    for (const { schemaKey, pk, names, isDeletion } of rows) {
      const table = getOrCreate(this.#rows, schemaKey, () => new Map<string, RowOverlap>())
      const before = table.get(pk)
      const writes: readonly RowWrite[] = before?.writes ?? NO_OVERLAPS
      table.set(pk, {
        isDeleted: isDeletion || before?.isDeleted === true,
        isUncertain: false,
        writes: isDeletion ? writes : [...writes, { started, names, isSet }],
      })
    }
  }
}
