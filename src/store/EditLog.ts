import type { EditsOfRow, TableEdit } from '../normalize/Drafts'
import type { Edit, Order } from '../schema/contract'
import { compareOrder } from '../schema/order'

interface Logged extends TableEdit {
  readonly order: Order
}

const NO_EDITS: readonly Edit[] = []

/**
 * What changed lists while older requests were under way: their answers do not know of it, and go through it when they
 * land, so that it does not matter which of the two lands first.
 */
export class EditLog {
  #edits: readonly Logged[] = []

  add(order: Order, edits: readonly TableEdit[]): void {
    if (edits.length === 0) return
    const added = edits.map((edit) => ({ ...edit, order }))
    this.#edits = [...this.#edits, ...added].toSorted((one, other) =>
      compareOrder(one.order, other.order),
    )
  }

  /** The changes of a row by what started after `order`. */
  after(order: Order): EditsOfRow {
    const later = this.#edits.filter((edit) => compareOrder(order, edit.order) < 0)
    if (later.length === 0) return () => NO_EDITS
    return (schemaKey, pk) =>
      later.flatMap((it) => (it.schemaKey === schemaKey ? (it.editOf(pk) ?? []) : []))
  }

  /** Forgets what no request under way is older than. */
  prune(underWay: readonly { readonly order: Order }[]): void {
    if (this.#edits.length === 0) return
    const orders = underWay.map(({ order }) => order)
    this.#edits = this.#edits.filter((edit) =>
      orders.some((order) => compareOrder(order, edit.order) < 0),
    )
  }
}
