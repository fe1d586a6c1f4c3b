import type { OrderStatus } from '../../orders'
import { OrderResource } from '../resources/Order'
import type { Order } from '../resources/Order'
import type { Call } from '../useCall'

/** The names of the columns of the board. */
export const columnNames: Readonly<Record<OrderStatus, string>> = {
  open: 'Open',
  working: 'Working',
  done: 'Done',
}

/** The call that reads a column. */
export function ordersOf(status: OrderStatus): Call {
  return { endpoint: OrderResource.getList, args: [{ status }] }
}

/** What can be done with an order. */
export interface OrderActions {
  readonly move: (order: Order, status: OrderStatus) => Promise<void>
  readonly remove: (order: Order) => Promise<void>
}

/** The button that had the focus when its card left a column. */
export interface KeptFocus {
  readonly id: string
  readonly action: string | undefined
}
