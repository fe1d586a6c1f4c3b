import type { FieldNames, Landing, ListOverlap, RowOverlap } from '../../normalize/landing'
import type { ListChange, Order, RowMeta } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import { type Entry, LandingIndex, type LoggedLanding } from './LandingIndex'

/** What the response itself is, and whether others are still in flight. */
export interface LandingRequest {
  readonly meta: RowMeta
  readonly isMutation: boolean
  readonly names: FieldNames
  readonly isLogged: boolean
  /** Whether another mutation that may write a row is in flight. */
  isContested(schemaKey: string, pk: string): boolean
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
  /** The first of the entries, by what they concern; the others follow when it is asked. */
  #index = new LandingIndex()

  add(landing: LoggedLanding): void {
    const from = this.#placeAfter(landing.started)
    const index = this.#indexFrom(from)
    const changes = (landing.changes ?? []).map((change) => ({
      ...change,
      isOpposed: index?.isOpposed(change, from) ?? false,
    }))
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
    if (this.#start === 0 || this.#start * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#start)
    this.#start = 0
    this.#index = new LandingIndex()
  }

  get size(): number {
    return this.#entries.length - this.#start
  }

  /** How a response meets what landed since its request started. */
  landing(request: LandingRequest): Landing {
    const from = this.#placeAfter(request.meta)
    return new LoggedOverlaps(request, from, this.#indexFrom(from))
  }

  /** What pages of a list said since a request started, in order of landing. */
  pageResults(key: string, started: Order): readonly unknown[] {
    const from = this.#placeAfter(started)
    return this.#indexFrom(from)?.pageResults(key, from) ?? NO_OVERLAPS
  }

  /** Whether a mutation, or a write by hand, brought a row after a moment. */
  hasWritten(schemaKey: string, pk: string, moment: Order): boolean {
    const from = this.#placeAfter(moment)
    return this.#indexFrom(from)?.hasWrites(schemaKey, pk, from) ?? false
  }

  /** The index of all entries, where there are any from a place on: one request after the other needs none. */
  #indexFrom(from: number): LandingIndex | undefined {
    const entries = this.#entries
    if (from === entries.length) return undefined
    for (let at = this.#index.size; at < entries.length; at++) {
      this.#index.add(entries[at] as Entry)
    }
    return this.#index
  }

  /** Where the entries begin that landed after a moment. */
  #placeAfter(moment: Order): number {
    const entries = this.#entries
    let low = this.#start
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareOrder((entries[middle] as Entry).landed, moment) > 0) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** A class, since every action makes one: an object with functions of its own takes several times as long to make. */
class LoggedOverlaps implements Landing {
  readonly meta: RowMeta
  readonly isMutation: boolean
  readonly names: FieldNames
  readonly isLogged: boolean
  readonly hasOverlaps: boolean
  readonly #request: LandingRequest
  readonly #from: number
  readonly #index: LandingIndex | undefined

  constructor(request: LandingRequest, from: number, index: LandingIndex | undefined) {
    this.meta = request.meta
    this.isMutation = request.isMutation
    this.names = request.names
    this.isLogged = request.isLogged
    this.hasOverlaps = index !== undefined
    this.#request = request
    this.#from = from
    this.#index = index
  }

  rowOverlap(schemaKey: string, pk: string): RowOverlap | undefined {
    return this.#index?.row(schemaKey, pk, this.#from)
  }

  listOverlaps(schemaKey: string, pk: string): readonly ListOverlap[] {
    return this.#index?.list(schemaKey, pk, this.#from) ?? NO_OVERLAPS
  }

  isOpposed(schemaKey: string, pk: string, change: ListChange): boolean {
    return this.#index?.isOpposedIn(schemaKey, pk, change, this.#from) ?? false
  }

  isContested(schemaKey: string, pk: string): boolean {
    return this.#request.isContested(schemaKey, pk)
  }
}
