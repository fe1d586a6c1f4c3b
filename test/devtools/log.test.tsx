import { configureStore } from '@reduxjs/toolkit'
import type { Middleware } from '@reduxjs/toolkit'
import { createRest, Entity, resource } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import type { Manager, RestAction } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { HappeningLog } from '../../src/devtools/HappeningLog'
import { holdServer } from '../support/holdServer'
import { API } from '../support/server'
import { turns } from '../support/turns'

class Order extends Entity {
  id = ''
  pair = ''
  isDone = false
  static override key = 'Order'
}

const OrderResource = resource({
  path: '/orders/:id',
  urlPrefix: API,
  schema: Order,
  optimistic,
})

/** Removes orders that nobody uses. */
const sweeper: Manager<{ removeOrders(...ids: string[]): void }> = {
  name: 'sweeper',
  apiNames: ['removeOrders'],
  init: (store) => ({
    api: {
      removeOrders: (...ids) => void store.write('gc', { removed: { entities: { Order: ids } } }),
    },
  }),
}

/** A store whose actions go into one group of a log. */
async function logged() {
  const rest = createRest({ managers: [sweeper] })
  const log = new HappeningLog(() => Date.now())
  const group = log.open('Click: Test', true)
  const record: Middleware = (api) => (next) => (action) => {
    const before = rest.selectSlice(api.getState() as never)
    const result = next(action)
    const after = rest.selectSlice(api.getState() as never)
    log.addRestAction(group, action as RestAction, { before, after })
    return result
  }
  const store = configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware, record),
  })
  const { take } = holdServer()
  const controller = rest.getController(store)
  const loaded = controller.fetch(OrderResource.getList)
  const list = await take('GET /orders')
  list.respond([{ id: '1', pair: 'EURUSD', isDone: false }])
  await loaded
  const rowsOf = (type: string) =>
    log
      .views()[0]
      ?.actions.filter((action) => action.type === type)
      .map(({ rows }) => rows.map(({ table, fields }) => `${table}: ${fields.join()}`))
  const removedBy = (type: string) =>
    log
      .views()[0]
      ?.actions.filter((action) => action.type === type)
      .flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'removed'))
      .map(({ table, key }) => `${table} ${key}`)
  const requests = () => log.views()[0]?.requests ?? []
  return { store, rest, take, rowsOf, removedBy, requests }
}

describe('the log of the panel', () => {
  it('lists of an expected change what it changes, and not what others in flight do', async () => {
    const { store, rest, rowsOf } = await logged()
    const { push } = OrderResource.getList
    void store.dispatch(rest.fetch(push, { pair: 'BTCUSD' }))
    void store.dispatch(rest.fetch(push, { pair: 'ETHUSD' }))
    const change = { id: '1' }
    void store.dispatch(rest.fetch(OrderResource.partialUpdate, change, { isDone: true }))
    expect(rowsOf('rest/Order.create/pending')).toEqual([
      ['Order: new', '[Order]: +1'],
      ['Order: new', '[Order]: +1'],
    ])
    expect(rowsOf('rest/Order.partialUpdate/pending')).toEqual([['Order: isDone']])
  })

  it('lists nothing for what is computed anew after a failure', async () => {
    const { store, rest, take, rowsOf } = await logged()
    const change = { id: '1' }
    const failing = store.dispatch(rest.fetch(OrderResource.partialUpdate, change, { pair: 'X' }))
    const request = await take('PATCH /orders/1')
    void store.dispatch(rest.fetch(OrderResource.partialUpdate, change, { isDone: true }))
    request.respond({}, 400)
    await failing
    expect(rowsOf('rest/Order.partialUpdate/rejected')).toEqual([[]])
  })

  it('lists of a row that is only expected what the server changes of it', async () => {
    const { store, rest, take, rowsOf } = await logged()
    const change = { id: '1' }
    void store.dispatch(rest.fetch(OrderResource.partialUpdate, change, { isDone: true }))
    const reading = store.dispatch(rest.fetch(OrderResource.get, change))
    const request = await take('GET /orders/1')
    request.respond({ id: '1', pair: 'BTCUSD', isDone: false })
    await reading
    expect(rowsOf('rest/Order.get/fulfilled')).toEqual([['Order: pair']])
  })

  it('shows a mutation that waited with the id and the time of its request', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { store, rest, take, requests } = await logged()
    void store.dispatch(rest.fetch(OrderResource.getList.push, { pair: 'BTCUSD' }))
    const [, created] = rest.selectors.selectData(store.getState(), OrderResource.getList) ?? []
    const id = created?.id ?? ''
    const changed = store.dispatch(
      rest.fetch(OrderResource.partialUpdate, { id }, { isDone: true }),
    )
    expect(requests().at(-1)?.path).toBe(`/orders/${id}`)
    const creation = await take('POST /orders')
    vi.setSystemTime(Date.now() + 5_000)
    creation.respond({ id: '7', pair: 'BTCUSD', isDone: false })
    const change = await take('PATCH /orders/7')
    vi.setSystemTime(Date.now() + 100)
    change.respond({ id: '7', pair: 'BTCUSD', isDone: true })
    await changed
    await turns()
    const [creating, changing] = requests().slice(1)
    expect(creating).toMatchObject({ method: 'POST', path: '/orders', status: 'done' })
    expect(creating?.ms).toBeGreaterThanOrEqual(5_000)
    expect(changing).toMatchObject({ method: 'PATCH', path: '/orders/7', status: 'done' })
    expect(changing?.ms).toBeLessThan(4_000)
  })

  it('has the time of a request that was in flight before it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { store, rest, take, requests } = await logged()
    const reading = store.dispatch(rest.fetch(OrderResource.get, { id: '1' }))
    const request = await take('GET /orders/1')
    const late = new HappeningLog(() => Date.now())
    const group = late.open('Loading the page', true)
    late.addRequest(group, requests().at(-1)?.id ?? '', 'GET /orders/1')
    vi.setSystemTime(Date.now() + 70)
    request.respond({ id: '1', pair: 'BTCUSD', isDone: false })
    const action = await reading
    const state = rest.selectSlice(store.getState())
    late.addRestAction(group, action, { before: state, after: state })
    expect(late.views()[0]?.requests).toMatchObject([{ status: 'done', ms: 70 }])
  })

  it('lists the rows that a manager removes', async () => {
    const { store, rest, removedBy } = await logged()
    store.dispatch(rest.removeOrders('1'))
    expect(removedBy('rest/gc')).toEqual(['Order 1'])
  })
})
