import { describe, expect } from 'vitest'
import type { ErrorJson, OrderJson } from './support/Api'
import { it } from './support/apiTest'

const order = { symbol: 'COPPER', side: 'sell', quantity: 40, status: 'open' }

describe('the orders API', () => {
  it('lists orders by status, those first that came to it first', async ({ api }) => {
    const { body: all } = await api.request<OrderJson[]>('GET', '/orders')
    expect(all.length).toBe(12)
    expect(all[0]).toEqual({
      id: expect.any(String),
      symbol: 'COPPER',
      side: 'buy',
      quantity: 250,
      status: 'done',
    })
    for (const status of ['open', 'working', 'done']) {
      const { body } = await api.request<OrderJson[]>('GET', `/orders?status=${status}`)
      expect(body).toEqual(all.filter((it) => it.status === status))
    }
    expect(await api.request('GET', '/orders?status=lost')).toEqual({
      status: 400,
      body: { message: 'status must be one of open, working, done.' },
    })
  })

  it('creates, moves and deletes an order', async ({ api }) => {
    const { status: _, ...withoutStatus } = order
    const created = await api.request<OrderJson>('POST', '/orders', withoutStatus)
    expect(created).toMatchObject({ status: 201, body: order })
    const path = `/orders/${created.body.id}`
    const moved = await api.request<OrderJson>('PATCH', path, { status: 'working' })
    expect(moved).toEqual({ status: 200, body: { ...created.body, status: 'working' } })
    const { body: working } = await api.request<OrderJson[]>('GET', '/orders?status=working')
    expect(working.at(-1)).toEqual(moved.body)
    expect(await api.request('DELETE', path)).toEqual({ status: 204, body: undefined })
    const notFound = {
      status: 404,
      body: { message: `There is no order with the id ${created.body.id}.` },
    }
    expect(await api.request('PATCH', path, { status: 'done' })).toEqual(notFound)
    expect(await api.request('DELETE', path)).toEqual(notFound)
  })

  it.for([
    [{}, ['symbol', 'side', 'quantity']],
    [{ ...order, quantity: 0 }, ['quantity']],
    [{ ...order, quantity: 1.5 }, ['quantity']],
    [{ ...order, quantity: '7' }, ['quantity']],
    [{ ...order, quantity: 100_001 }, ['quantity']],
    [{ ...order, symbol: 'TULIPS', side: 'hold', status: 'lost' }, ['symbol', 'side', 'status']],
  ] as const)('rejects an invalid order: %j', async ([body, fields], { api }) => {
    const response = await api.request<ErrorJson>('POST', '/orders', body)
    expect(response.status).toBe(422)
    expect(Object.keys(response.body.errors ?? {})).toEqual(fields)
  })
})
