import { useRef, useState } from 'react'
import type { DragEvent, ReactNode, RefObject } from 'react'
import { rowKey } from 'rtk-rest'
import { useSuspense } from 'rtk-rest/react'
import type { OrderStatus } from '../../orders'
import { OrderResource } from '../resources/Order'
import type { Order } from '../resources/Order'
import { useIsKnown } from '../useCall'
import { OrderCard } from './OrderCard'
import { columnNames, ordersOf } from './orderActions'
import type { KeptFocus, OrderActions } from './orderActions'
import { Reading } from './Reading'
import { Skeleton } from './Skeleton'
import { SourceButton } from './SourceButton'

interface OrderColumnProps {
  readonly status: OrderStatus
  readonly actions: OrderActions
  /** The order whose card is being dragged. */
  readonly draggedRef: RefObject<Order | null>
  readonly keptRef: RefObject<KeptFocus | undefined>
}

/** The orders of one status; a card of another column can be dropped here. */
export function OrderColumn(props: OrderColumnProps) {
  const { status } = props
  const name = columnNames[status]
  const heading = useRef<HTMLHeadingElement>(null)
  const call = ordersOf(status)
  return (
    <DropTarget {...props}>
      <div className="panel__head">
        <h2 id={`orders-${status}`} ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <SourceButton of="Orders" label={`Orders, ${name}`} />
      </div>
      <Reading of={call} fallback={<Skeleton label={`orders: ${name}`} shape="order" rows={4} />}>
        <OrderList {...props} onDelete={() => heading.current?.focus()} />
      </Reading>
    </DropTarget>
  )
}

function OrderList({
  status,
  actions,
  draggedRef,
  keptRef,
  onDelete,
}: OrderColumnProps & { readonly onDelete: () => void }) {
  const orders = useSuspense(OrderResource.getList, { status })
  if (orders.length === 0) return <p className="empty">No order is here.</p>
  return (
    <ol className="orders">
      {orders.map((order) => (
        <OrderCard
          key={rowKey(order)}
          order={order}
          actions={actions}
          keptRef={keptRef}
          draggedRef={draggedRef}
          onDelete={onDelete}
        />
      ))}
    </ol>
  )
}

/**
 * Takes cards of other columns, and nothing else that may be dragged over the page; none where the card would not be seen. While one
 * is over it this renders, and what is within it does not.
 */
function DropTarget(props: OrderColumnProps & { readonly children: ReactNode }) {
  const { status, actions, draggedRef, children } = props
  const isKnown = useIsKnown(ordersOf(status))
  const [isTarget, setTarget] = useState(false)
  const takes = () => isKnown && draggedRef.current !== null && draggedRef.current.status !== status
  return (
    <section
      className={isTarget ? 'panel column column--target' : 'panel column'}
      aria-labelledby={`orders-${status}`}
      onDragOver={(event: DragEvent) => {
        if (!takes()) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={(event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(false)
      }}
      onDrop={(event: DragEvent) => {
        setTarget(false)
        if (!takes() || draggedRef.current === null) return
        event.preventDefault()
        void actions.move(draggedRef.current, status)
      }}
    >
      {children}
    </section>
  )
}
