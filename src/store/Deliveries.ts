import type { Order } from '../schema/contract'
import { compareOrder } from '../schema/order'
import type { Timers } from './Timers'

/** How long a suspended component that never commits counts as still waiting, in ms. */
export const WAITER_PATIENCE = 5_000

/** The answers that suspended components were given, so that an answer stale at once is still shown. */
export class Deliveries {
  readonly #orders = new Map<string, Order>()
  readonly #timers: Timers

  constructor(timers: Timers) {
    this.#timers = timers
  }

  add(key: string, order: Order): void {
    this.#orders.set(key, order)
    this.#forgetAfter(WAITER_PATIENCE, key, order)
  }

  /** Whether the answer of this order is the very one that a suspended component waited for. */
  has(key: string, order: Order): boolean {
    const delivered = this.#orders.get(key)
    return delivered !== undefined && compareOrder(delivered, order) === 0
  }

  /** A component that waited is on the page; others that waited with it may follow in the same task. */
  commit(key: string): void {
    const order = this.#orders.get(key)
    if (order !== undefined) this.#forgetAfter(0, key, order)
  }

  #forgetAfter(delay: number, key: string, order: Order): void {
    this.#timers.after(delay, () => {
      if (this.#orders.get(key) === order) this.#orders.delete(key)
    })
  }
}
