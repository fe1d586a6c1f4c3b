import {
  areOpposite,
  type Landing,
  type ListOverlap,
  type LoggedRow,
  plainLanding,
  type RowOverlap,
  type RowRef,
  type RowWrite,
  type TableChange,
} from '../../normalize/landing'
import type { MemberChanges } from '../../schema/contract'
import { getOrCreate, lastOf } from '../../util/collections'
import type { InFlightRequests } from './InFlightRequest'
import { mayWrite } from './affected'

/** Whether a mutation that ended without a response may have written a row. */
export type RowTest = (schemaKey: string, pk: string) => boolean

/** What landed while other requests were in flight. */
export interface LoggedLanding {
  readonly started: number
  readonly landed: number
  /** The rows that a mutation, or a write by hand, wrote. */
  readonly rows?: readonly LoggedRow[]
  /** Written by hand, so that it does not contradict a mutation. */
  readonly isSet?: boolean
  /** What it changed in lists. */
  readonly changes?: readonly TableChange[]
  /** It ended without a response, or replaced the state: these rows may have changed. */
  readonly mayConcern?: RowTest
  /** It replaced the state: deleted rows may be there again. */
  readonly isReplacement?: boolean
  /** The result of a page besides its members, such as where the next page starts; by the key of the list. */
  readonly page?: { readonly key: string; readonly result: unknown }
}

/** The request of a landing, and whether later landings may need to know what it wrote. */
export type LandingRequest = Pick<
  Landing,
  'meta' | 'isMutation' | 'names' | 'isLogged' | 'isContested'
>

interface Landed {
  readonly landed: number
}
interface LandedWrite extends RowWrite, Landed {
  readonly isDeletion: boolean
}
interface LandedChange extends TableChange, Landed {
  /** It met an opposite change of the same member. */
  readonly isOpposed: boolean
}
interface LogEntry extends LoggedLanding {
  readonly changes: readonly LandedChange[]
}

/** What landed, by table and by row or member, in order of landing. */
class LandedIndex<Item extends Landed> {
  readonly #tables = new Map<string, Map<string, Item[]>>()

  add(table: string, key: string, item: Item): void {
    const items = getOrCreate(this.#tables, table, () => new Map<string, Item[]>())
    getOrCreate(items, key, () => []).push(item)
  }

  since(moment: number, table: string, key: string): readonly Item[] {
    return landedSince(this.#tables.get(table)?.get(key) ?? [], moment)
  }
}

/** What landed after a moment: found by bisection, however long the log is. */
function landedSince<Item extends Landed>(items: readonly Item[], moment: number): readonly Item[] {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle] as Item).landed > moment) high = middle
    else low = middle + 1
  }
  return low === 0 ? items : items.slice(low)
}

/** The log is shortened when it has this many entries, or twice as many as were needed when it was shortened last. */
const MIN_LENGTH = 64

/**
 * What landed while older requests were in flight: their responses may not contain it. It is empty nearly always; and it holds
 * functions, so it is no part of the state.
 */
export class LandingLog {
  /** In order of landing. */
  #entries: LogEntry[] = []
  #maxLength = MIN_LENGTH
  #writes = new LandedIndex<LandedWrite>()
  /** The changes of lists by the members that they put in or take out. */
  #changes = new LandedIndex<LandedChange>()

  add(landing: LoggedLanding): void {
    const { started, landed, changes = [] } = landing
    const entry: LogEntry = {
      ...landing,
      changes: changes.map((change) => {
        const isOpposed = this.#opposite(started, change.schemaKey, change).length > 0
        return { ...change, landed, isOpposed }
      }),
    }
    this.#keep(entry)
  }

  /** Drops what landed before the oldest request in flight started; everything where none is. */
  prune(oldest: number | undefined): void {
    if (this.#entries.length === 0) return
    // Entries are dropped together, so that a push costs the same however long a request hangs.
    if (oldest !== undefined && this.#entries.length < this.#maxLength) return
    const kept = oldest === undefined ? [] : landedSince(this.#entries, oldest)
    this.#entries = []
    this.#maxLength = Math.max(MIN_LENGTH, kept.length * 2)
    this.#writes = new LandedIndex()
    this.#changes = new LandedIndex()
    for (const entry of kept) this.#keep(entry)
  }

  get size(): number {
    return this.#entries.length
  }

  /** How a response meets what landed since its request started. */
  landing(request: LandingRequest): Landing {
    const { meta } = request
    const later = landedSince(this.#entries, meta.fetchedAt)
    if (later.length === 0) return { ...plainLanding(meta), ...request }
    const uncertain = later.filter((it) => it.mayConcern)
    const changes = later.flatMap((it) => it.changes)
    return {
      ...request,
      hasOverlaps: true,
      rowOverlap: (schemaKey, pk) => this.#rowOverlap(uncertain, meta.fetchedAt, schemaKey, pk),
      listOverlaps: (schemaKey, pk) => listOverlaps(changes, schemaKey, pk),
      isOpposed: (schemaKey, pk, change) => this.#isOpposed(meta.fetchedAt, schemaKey, pk, change),
    }
  }

  /** The results of pages of a list since a request started, in order of landing. */
  pageResults(key: string, started: number): readonly unknown[] {
    const later = landedSince(this.#entries, started)
    return later.flatMap(({ page }) => (page?.key === key ? [page.result] : []))
  }

  /** Whether a mutation, or a write by hand, wrote a row after a moment. */
  hasWritten(schemaKey: string, pk: string, moment: number): boolean {
    return this.#writes.since(moment, schemaKey, pk).some(({ isDeletion }) => !isDeletion)
  }

  #keep(entry: LogEntry): void {
    this.#entries.push(entry)
    const { started, landed, rows = [], isSet = false, changes } = entry
    // Not a copy of the row with more members, which takes several times as long.
    for (const { schemaKey, pk, names, isDeletion } of rows) {
      this.#writes.add(schemaKey, pk, { started, landed, names, isSet, isDeletion })
    }
    for (const change of changes) {
      for (const member of membersOf(change)) this.#changes.add(change.schemaKey, member, change)
    }
  }

  /** The changes since a moment that take out members which another one puts in, or the reverse. */
  #opposite(moment: number, schemaKey: string, change: MemberChanges): readonly LandedChange[] {
    const met = membersOf(change).flatMap((member) =>
      this.#changes.since(moment, schemaKey, member),
    )
    return [...new Set(met)].filter((it) => areOpposite(change, it))
  }

  #rowOverlap(
    uncertain: readonly LogEntry[],
    moment: number,
    schemaKey: string,
    pk: string,
  ): RowOverlap | undefined {
    const written = this.#writes.since(moment, schemaKey, pk)
    const isUncertain = uncertain.some(({ mayConcern }) => mayConcern?.(schemaKey, pk))
    if (written.length === 0 && !isUncertain) return undefined
    const replaced =
      lastOf(uncertain.filter(({ isReplacement }) => isReplacement))?.landed ?? moment
    return {
      isDeleted: written.some((it) => it.isDeletion && it.landed > replaced),
      isUncertain,
      writes: written.filter(({ isDeletion }) => !isDeletion),
    }
  }

  /** Whether a change of a list met an opposite one of the same list. */
  #isOpposed(moment: number, schemaKey: string, pk: string, changes: MemberChanges): boolean {
    // Each change is looked at once: filters of the user's own take time.
    return this.#opposite(moment, schemaKey, changes).some(({ changeOf }) => {
      const other = changeOf(pk)
      return other !== undefined && areOpposite(changes, other)
    })
  }
}

function membersOf({ joins, leaves }: MemberChanges): readonly string[] {
  return [...joins, ...leaves]
}

function listOverlaps(
  changes: readonly LandedChange[],
  schemaKey: string,
  pk: string,
): readonly ListOverlap[] {
  return changes.flatMap((it): readonly ListOverlap[] => {
    const change = it.schemaKey === schemaKey ? it.changeOf(pk) : undefined
    return change === undefined ? [] : [{ change, isDoubtful: it.isOpposed }]
  })
}

interface Conflict extends RowRef {
  /** When the last of the mutations landed. */
  readonly landed: number
}

interface Store {
  readonly inFlight: InFlightRequests
  readonly observers: { refetchReaders(rows: readonly RowRef[], landed: number): void }
}

/** Rows to which overlapping mutations gave different values: their readers refetch once, when the last mutation has landed. */
export class Conflicts {
  readonly #store: Store
  /** By table and primary key, in order of landing. */
  readonly #rows = new Map<string, Conflict>()

  constructor(store: Store) {
    this.#store = store
  }

  add(rows: readonly RowRef[], landed: number): void {
    for (const { schemaKey, pk } of rows) {
      const key = JSON.stringify([schemaKey, pk])
      this.#rows.delete(key)
      this.#rows.set(key, { schemaKey, pk, landed })
    }
  }

  /** Refetches the rows that no mutation in flight can write any more that overlaps the last one. */
  settle(): void {
    if (this.#rows.size === 0) return
    const { inFlight, observers } = this.#store
    const { all } = inFlight
    const rows: Conflict[] = []
    for (const [key, conflict] of this.#rows) {
      const { schemaKey, pk, landed } = conflict
      const isContested = all.some(
        ({ call }) => call.started < landed && mayWrite(call, schemaKey, pk),
      )
      if (isContested) continue
      this.#rows.delete(key)
      rows.push(conflict)
    }
    const last = lastOf(rows)
    if (last !== undefined) observers.refetchReaders(rows, last.landed)
  }

  /** Forgets the rows, as a reset does. */
  clear(): void {
    this.#rows.clear()
  }

  get size(): number {
    return this.#rows.size
  }
}
