import { useMemo, useRef } from 'react'
import { useController } from 'rtk-rest/react'
import { orderStatuses } from '../../orders'
import type { OrderStatus } from '../../orders'
import { refusalOf } from '../describeError'
import { orderRefused } from '../orderRefusal'
import { deleteOrder, moveOrder } from '../resources/Order'
import type { Order } from '../resources/Order'
import { useAppDispatch } from '../store'
import { useAnnounce } from '../useAnnounce'
import { NewOrderForm } from './NewOrderForm'
import { OrderColumn } from './OrderColumn'
import { SourceButton } from './SourceButton'
import { columnNames } from './orderActions'
import type { KeptFocus, OrderActions } from './orderActions'

/** The orders on a board: a column for each status, between which they are moved. */
export function OrdersView() {
  const actions = useOrderActions()
  const draggedRef = useRef<Order>(null)
  const keptRef = useRef<KeptFocus>(undefined)
  return (
    <main className="desk board">
      <section className="panel panel--order" aria-labelledby="new-order-heading">
        <div className="panel__head">
          <h2 id="new-order-heading" tabIndex={-1}>
            New order
          </h2>
          <SourceButton of="New order" />
        </div>
        <NewOrderForm />
      </section>
      {orderStatuses.map((status) => (
        <OrderColumn
          key={status}
          status={status}
          actions={actions}
          draggedRef={draggedRef}
          keptRef={keptRef}
        />
      ))}
    </main>
  )
}

/**
 * The changes of orders. They are here, because a card that is moved is another card, in another column. By the controller, because
 * no part of the board shows the state of a mutation: `useMutation` would render all of it.
 */
function useOrderActions(): OrderActions {
  const announce = useAnnounce()
  const dispatch = useAppDispatch()
  const controller = useController()
  return useMemo(() => {
    const refuse = (id: string, text: string) => void dispatch(orderRefused({ id, text }))
    return {
      async move({ id, label }: Order, status: OrderStatus) {
        const refused = await refusalOf(controller.fetch(moveOrder, { id }, { status }))
        const column = columnNames[status]
        if (refused === undefined) announce(`${label} is now in the column ${column}.`)
        else refuse(id, `${label} was not moved to ${column}. ${refused.message}`)
      },
      async remove({ id, label }: Order) {
        const refused = await refusalOf(controller.fetch(deleteOrder, { id }))
        if (refused === undefined) announce(`${label} was deleted.`)
        else refuse(id, `${label} was not deleted. ${refused.message}`)
      },
    }
  }, [announce, controller, dispatch])
}
