import { Entity, resource, serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class CartItem extends Entity {
  id = ''
  quantity = 0
  static override key = 'CartItem'
}

export const CartResource = resource({
  urlPrefix: API,
  path: '/cart/:id',
  schema: CartItem,
  optimistic,
}).extend('partialUpdate', { scope: [serial, ({ id }) => `cart ${id}`] })

export function Quantity({ id }: { readonly id: string }) {
  const { quantity } = useSuspense(CartResource.get, { id })
  const [change, { isLoading, error }] = useMutation(CartResource.partialUpdate)
  return (
    <p aria-busy={isLoading}>
      <output>{quantity}</output>
      <button onClick={() => void change({ id }, { quantity: quantity + 1 })}>More</button>
      {error && <b role="alert">Not changed.</b>}
    </p>
  )
}
