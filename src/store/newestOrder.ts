import type { Order } from '../schema/contract'
import { compareOrder } from '../schema/order'
import type { RestState } from './state'
import { rows } from './table'

/** The newest order in a state that may come from elsewhere: what starts now has to be newer. */
export function newestOrder({ entities, requests, lastReset }: RestState): Order {
  let newest: Order = lastReset
  const look = (order: Order): void => {
    if (compareOrder(order, newest) > 0) newest = order
  }
  for (const table of Object.values(entities)) for (const [, row] of rows(table)) look(row.meta)
  for (const [, row] of rows(requests)) look(row)
  return newest
}
