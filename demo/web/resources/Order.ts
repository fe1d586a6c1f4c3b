import { Entity, resource, serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import type { OrderSide, OrderStatus } from '../../orders'
import { formatNumber } from '../formatNumber'
import { DeskEndpoint } from './DeskEndpoint'

/** An order, which is in one column of the board. */
export class Order extends Entity {
  id = ''
  symbol = ''
  side: OrderSide = 'buy'
  quantity = 0
  status: OrderStatus = 'open'

  static override key = 'Order'

  /** `Buy 1,250 COPPER` */
  get label(): string {
    return `${this.side === 'buy' ? 'Buy' : 'Sell'} ${formatNumber(this.quantity)} ${this.symbol}`
  }
}

/** What an order is made of. */
export type OrderInput = Pick<Order, 'symbol' | 'side' | 'quantity' | 'status'>

/** Reads and writes orders. There is a list for each status; the page shows a change before the server responds. */
export const OrderResource = resource({
  path: '/orders/:id',
  schema: Order,
  optimistic,
  Endpoint: DeskEndpoint,
})

/** Adds an order at the end of its list. */
export const createOrder = OrderResource.getList.push.extend({
  searchParams: undefined,
  body: {} as OrderInput,
  getOptimisticResponse: [
    optimistic,
    (snap, order) => {
      // The server refuses it.
      if (order.quantity <= 0) throw snap.abort
      return order
    },
  ],
})

/** Moves an order from the list of one status to that of another. Changes of one order are sent one after the other. */
export const moveOrder = OrderResource.getList.move.extend({
  scope: [serial, ({ id }) => `order ${id}`],
})

/** Deletes an order. */
export const deleteOrder = OrderResource.delete.extend({
  scope: [serial, ({ id }) => `order ${id}`],
})
