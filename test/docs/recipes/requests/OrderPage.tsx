import { Entity, resource } from 'rtk-rest'
import { useDLE } from 'rtk-rest/react'
import type { EndpointError } from 'rtk-rest/types'
import { API } from '../api'

class Order extends Entity {
  id = ''
  title = ''
  static override key = 'Order'
}

export const OrderResource = resource({ urlPrefix: API, path: '/orders/:id', schema: Order })

/** By the status of an error, or by its code where it has no status. */
const sentences: Readonly<Record<string, string>> = {
  404: 'There is no such order.',
  NETWORK: 'You are offline.',
  TIMEOUT: 'The server takes too long.',
}

export function describeError({ status, code = '', message }: EndpointError): string {
  return sentences[status ?? code] ?? message
}

export function OrderPage({ id }: { readonly id: string }) {
  const { data: order, loading, error, refetchError, refetch } = useDLE(OrderResource.get, { id })
  if (loading) return <p>Loading …</p>
  if (error) return <p role="alert">{describeError(error)}</p>
  return (
    <>
      <h1>{order.title}</h1>
      {refetchError && (
        <p role="status">
          This may be old: {describeError(refetchError)}{' '}
          <button onClick={() => void refetch()}>Try again</button>
        </p>
      )}
    </>
  )
}
