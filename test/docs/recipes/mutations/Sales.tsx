import { Entity, resource, RestEndpoint } from 'rtk-rest'
import { useDLE, useMutation } from 'rtk-rest/react'
import { API } from '../api'

class Sale extends Entity {
  id = ''
  customer = ''
  amount = 0
  static override key = 'Sale'
}

/** Computed by the server: `{ "total": 120 }`. */
export const getTotal = new RestEndpoint({
  urlPrefix: API,
  path: '/total',
  process: (response: { readonly total: number }) => response,
})

export const getBalance = new RestEndpoint({
  urlPrefix: API,
  path: '/customers/:customer/balance',
  process: (response: { readonly balance: number }) => response,
})

export const SaleResource = resource({
  urlPrefix: API,
  path: '/sales/:id',
  schema: Sale,
}).extend('create', {
  expireAll: [getTotal], // every call of the endpoint
  invalidateAll: ({ customer }: Sale) => [getBalance.key({ customer })], // one call
})

export function Sales({ customer }: { readonly customer: string }) {
  const { data: sum, isFetching } = useDLE(getTotal)
  const { data: account, loading } = useDLE(getBalance, { customer })
  const [sell] = useMutation(SaleResource.create)
  return (
    <>
      <p aria-busy={isFetching}>Total: {sum?.total}</p>
      <p>Balance: {loading ? '…' : account?.balance}</p>
      <button onClick={() => void sell({ customer, amount: 20 })}>Sell</button>
    </>
  )
}
