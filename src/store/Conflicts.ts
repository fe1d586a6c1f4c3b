import type { RowRef } from '../normalize/landing'
import type { Order } from '../schema/contract'
import { compareOrder } from '../schema/order'
import type { InFlightRequests } from './InFlightRequests'

/** Rows about which overlapping mutations disagree: their readers ask once, when the last of the mutations has landed. */
export class Conflicts {
  readonly #inFlight: InFlightRequests
  readonly #refetch: (rows: readonly RowRef[], landed: Order) => void
  #rows: readonly RowRef[] = []
  #landed: Order | undefined

  constructor(
    inFlight: InFlightRequests,
    refetch: (rows: readonly RowRef[], landed: Order) => void,
  ) {
    this.#inFlight = inFlight
    this.#refetch = refetch
  }

  add(rows: readonly RowRef[], landed: Order): void {
    if (rows.length === 0) return
    this.#rows = [...this.#rows, ...rows]
    this.#landed = landed
  }

  /** Asks for the rows, unless a mutation that overlaps the last one is still in flight. */
  settle(): void {
    const landed = this.#landed
    if (landed === undefined) return
    const isOpen = this.#inFlight.mutations.some(({ order }) => compareOrder(order, landed) < 0)
    if (isOpen) return
    const rows = this.#rows
    this.#rows = []
    this.#landed = undefined
    this.#refetch(rows, landed)
  }
}
