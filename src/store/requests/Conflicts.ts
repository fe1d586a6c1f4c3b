import type { RowRef } from '../../normalize/landing'
import type { Order } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import { lastOf } from '../../util/collections'
import { mayWrite } from './affected'
import type { InFlightRequests } from './InFlightRequests'

interface Conflict extends RowRef {
  /** When the last of the mutations landed. */
  readonly landed: Order
}

interface Store {
  readonly inFlight: InFlightRequests
  readonly observers: { refetchReaders(rows: readonly RowRef[], landed: Order): void }
}

/** Rows to which overlapping mutations gave different values: their readers refetch once, when the last mutation has landed. */
export class Conflicts {
  readonly #store: Store
  /** By table and primary key, in order of landing. */
  readonly #rows = new Map<string, Conflict>()

  constructor(store: Store) {
    this.#store = store
  }

  add(rows: readonly RowRef[], landed: Order): void {
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
    const { mutations } = inFlight
    const settled = [...this.#rows].filter(
      ([, { schemaKey, pk, landed }]) =>
        !mutations.some(
          ({ call }) => compareOrder(call.order, landed) < 0 && mayWrite(call, schemaKey, pk),
        ),
    )
    for (const [key] of settled) this.#rows.delete(key)
    const rows = settled.map(([, conflict]) => conflict)
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
