import type { Order } from '../../schema/contract'
import { compareOrder } from '../../schema/order'

/** The stamps that a row of any kind may have. */
interface Stamped extends Order {
  readonly landed?: Order
  readonly invalidated?: Order
  readonly expired?: Order
}

/** The newest stamp of a row: whatever writes the row brings a newer one. */
export function newestStamp({ fetchedAt, seq, landed, invalidated, expired }: Stamped): Order {
  const stamps = [landed, invalidated, expired]
  return stamps.reduce<Order>(
    (newest, it) => (it !== undefined && compareOrder(it, newest) > 0 ? it : newest),
    { fetchedAt, seq },
  )
}
