import { memo, useLayoutEffect, useRef } from 'react'
import type { DragEvent, RefObject } from 'react'
import { rowKey } from 'rtk-rest'
import { formatNumber } from '../formatNumber'
import { orderStatuses } from '../../orders'
import type { OrderStatus } from '../../orders'
import { Order } from '../resources/Order'
import { useAppSelector } from '../store'
import { useIsKnown } from '../useCall'
import { columnNames, ordersOf } from './orderActions'
import type { KeptFocus, OrderActions } from './orderActions'
import { Alert } from './Refusal'
import { SavingMark } from './SavingMark'

interface OrderCardProps {
  readonly order: Order
  readonly actions: OrderActions
  readonly keptRef: RefObject<KeptFocus | undefined>
  /** The order whose card is being dragged. */
  readonly draggedRef: RefObject<Order | null>
  readonly onDelete: () => void
}

/**
 * One order, which can be dragged to another column, moved by its buttons, and deleted; renders again only when this order changed.
 */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, actions, keptRef, draggedRef, onDelete } = props
  const { symbol, side, quantity, label } = order
  const startDrag = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move'
    // Firefox drags nothing that has no data.
    event.dataTransfer.setData('text/plain', label)
    draggedRef.current = order
  }
  return (
    <li
      ref={useKeptFocus(keptRef, rowKey(order))}
      className="order"
      draggable
      onDragStart={startDrag}
      onDragEnd={() => {
        draggedRef.current = null
      }}
    >
      <span className="order__what">
        <span className={`tag tag--${side}`}>{side}</span>{' '}
        <span className="number">{formatNumber(quantity)}</span> <strong>{symbol}</strong>
      </span>
      <SavingMark of={Order} pk={order.id} />
      <Buttons order={order} actions={actions} onDelete={onDelete} />
      <CardRefusal id={order.id} />
    </li>
  )
})

/** Why the last change of this order was refused. */
function CardRefusal({ id }: { id: string }) {
  const text = useAppSelector(({ orderRefusal }) =>
    orderRefusal?.id === id ? orderRefusal.text : undefined,
  )
  return text === undefined ? null : <Alert text={text} />
}

function Buttons({
  order,
  actions,
  onDelete,
}: Pick<OrderCardProps, 'order' | 'actions' | 'onDelete'>) {
  const at = orderStatuses.indexOf(order.status)
  const mover = { order, move: actions.move }
  const remove = () => {
    onDelete()
    void actions.remove(order)
  }
  return (
    <span className="order__actions">
      <MoveButton direction="left" target={orderStatuses[at - 1]} {...mover} />
      <MoveButton direction="right" target={orderStatuses[at + 1]} {...mover} />
      <button
        type="button"
        className="button button--quiet button--icon"
        data-action="delete"
        aria-label={`Delete ${order.label}`}
        onClick={remove}
      >
        <span aria-hidden="true">×</span>
      </button>
    </span>
  )
}

interface MoveButtonProps {
  readonly order: Order
  readonly direction: 'left' | 'right'
  /** The column on this side, if there is one. */
  readonly target: OrderStatus | undefined
  readonly move: OrderActions['move']
}

function MoveButton({ order, direction, target, move }: MoveButtonProps) {
  const isPossible = useIsKnown(ordersOf(target ?? order.status)) && target !== undefined
  return (
    <button
      type="button"
      className="button button--quiet button--icon"
      data-action={direction}
      aria-label={`Move ${order.label} ${target === undefined ? direction : `to ${columnNames[target]}`}`}
      aria-disabled={!isPossible}
      onClick={() => isPossible && void move(order, target)}
    >
      <span aria-hidden="true">{direction === 'left' ? '←' : '→'}</span>
    </button>
  )
}

/** Gives the focus of a card that leaves a column to its card in the next one, so that the keyboard stays with the order. */
function useKeptFocus(keptRef: RefObject<KeptFocus | undefined>, id: string) {
  const card = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const element = card.current
    const { action } = keptRef.current ?? {}
    if (keptRef.current?.id === id && action !== undefined) {
      keptRef.current = undefined
      element?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.focus()
    }
    return () => {
      const focused = document.activeElement
      if (!(focused instanceof HTMLElement) || element?.contains(focused) !== true) return
      keptRef.current = { id, action: focused.dataset['action'] }
    }
  }, [keptRef, id])
  return card
}
