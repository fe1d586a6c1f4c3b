import type { RowRef } from '../../normalize/landing'
import type { Order } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import { lastOf } from '../../util/lastOf'
import type { InFlightRequests } from './InFlightRequests'

interface Conflict extends RowRef {
  /** When the last of the mutations landed. */
  readonly landed: Order
}

/** Rows about which overlapping mutations disagree: their readers ask once, when the last of the mutations has landed. */
export class Conflicts {
  readonly #inFlight: InFlightRequests
  readonly #refetch: (rows: readonly RowRef[], landed: Order) => void
  /** By table and primary key. */
  readonly #rows = new Map<string, Conflict>()

  constructor(
    inFlight: InFlightRequests,
    refetch: (rows: readonly RowRef[], landed: Order) => void,
  ) {
    this.#inFlight = inFlight
    this.#refetch = refetch
  }

  add(rows: readonly RowRef[], landed: Order): void {
    for (const { schemaKey, pk } of rows) {
      this.#rows.set(JSON.stringify([schemaKey, pk]), { schemaKey, pk, landed })
    }
  }

  /** Asks for the rows that no mutation in flight may write any more that overlaps the last one. */
  settle(): void {
    if (this.#rows.size === 0) return
    const { mutations } = this.#inFlight
    const settled: Conflict[] = []
    for (const [key, conflict] of this.#rows) {
      const { schemaKey, pk, landed } = conflict
      const isOpen = mutations.some(
        (it) => compareOrder(it.order, landed) < 0 && it.mayWrite(schemaKey, pk),
      )
      if (isOpen) continue
      this.#rows.delete(key)
      settled.push(conflict)
    }
    const last = lastOf(settled)
    if (last !== undefined) this.#refetch(settled, newest(settled, last.landed))
  }

  /** Forgets the rows, as a reset does. */
  clear(): void {
    this.#rows.clear()
  }

  get size(): number {
    return this.#rows.size
  }
}

function newest(conflicts: readonly Conflict[], start: Order): Order {
  return conflicts.reduce(
    (last, { landed }) => (compareOrder(landed, last) > 0 ? landed : last),
    start,
  )
}
