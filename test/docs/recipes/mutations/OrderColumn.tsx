import { Entity, resource, rowKey } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Order extends Entity {
  id = ''
  title = ''
  status = ''
  static override key = 'Order'
}

export const OrderResource = resource({
  urlPrefix: API,
  path: '/orders/:id',
  schema: Order,
  searchParams: {} as { readonly status: string },
  optimistic,
})

/** One column of a board: `GET /orders?status=open`. */
export function OrderColumn({ status, next }: { readonly status: string; readonly next: string }) {
  const orders = useSuspense(OrderResource.getList, { status })
  const [add] = useMutation(OrderResource.getList.unshift)
  const [move, { error }] = useMutation(OrderResource.getList.move)
  const [remove, { error: deletionError }] = useMutation(OrderResource.delete)
  return (
    <section aria-label={status}>
      <button onClick={() => void add({ status }, { title: 'New order' })}>Add to {status}</button>
      <ul>
        {orders.map((order) => (
          <li key={rowKey(order)}>
            {order.title}
            <button onClick={() => void move({ id: order.id }, { status: next })}>Move</button>
            <button onClick={() => void remove({ id: order.id })}>Delete</button>
          </li>
        ))}
      </ul>
      {error && <p role="alert">Not moved.</p>}
      {deletionError && <p role="alert">Not deleted.</p>}
    </section>
  )
}
