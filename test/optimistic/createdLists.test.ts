import { All, Entity, resource, rowKey } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { API } from '../support/server'
import { turns } from '../support/turns'
import {
  arrive,
  loaded,
  row,
  type Sent,
  Todo,
  type TodoData,
  TodoResource,
  type World,
} from './world'

// A creation of several entities, while calls wait that name one of them by its temporary key.

const { getList } = TodoResource

const all = ({ controller }: Pick<World, 'controller'>) => controller.get(new All(Todo)) ?? []

/** Sends a creation of todos, and their deletions; returns the ids of the todos whose deletions are sent. */
async function deletingEach(titles: readonly string[]) {
  const world = await loaded([])
  const { store, rest, server } = world
  const bodies = titles.map((title) => ({ title }))
  const created: Sent = await arrive(
    server,
    'POST /todos',
    store.dispatch(rest.fetch(getList.push, bodies)),
  )
  const deletions = all(world).map(({ id }) =>
    store.dispatch(rest.fetch(TodoResource.delete, { id })),
  )
  expect(all(world)).toEqual([])
  const errors = deletions.map((it) => it.unwrap().then(() => '', String))
  /** Responds with entities of titles, whose ids are their places; returns what was sent instead of each deletion. */
  const respond = async (...responses: readonly string[]) => {
    await created.land(responses.map((title, at) => row(`${at + 1}`, { title })) as never, 201)
    await turns()
    const sent = server.sent.slice(2)
    for (const name of sent) (await server.take(name)).respond({})
    const texts = await Promise.all(errors)
    return { sent, refused: titles.filter((_, at) => texts[at]?.includes('was not sent')) }
  }
  return { world, respond }
}

describe('a deletion of one of several entities that are being created deletes', () => {
  it.each<[about: string, titles: string[], response: string[], sent: number[], refused: string[]]>(
    [
      ['that entity', ['a', 'b', 'c'], ['a', 'b', 'c'], [1, 2, 3], []],
      ['none, if the server leaves one out', ['a', 'b', 'c'], ['b', 'c'], [], ['a', 'b', 'c']],
      ['none, if the server adds one', ['a', 'b'], ['x', 'b', 'a'], [], ['a', 'b']],
      [
        'that entity, if the server changes what was sent',
        ['A ', 'B ', 'c'],
        ['a', 'b', 'c'],
        [1, 2, 3],
        [],
      ],
      [
        'none, if the server responds in another order',
        ['a', 'b', 'c'],
        ['c', 'a', 'b'],
        [],
        ['a', 'b', 'c'],
      ],
      ['each of two that are alike', ['a', 'a', 'b'], ['a', 'a', 'b'], [1, 2, 3], []],
      ['the only one, whatever the server makes of it', ['A'], ['b'], [1], []],
    ],
  )('%s', async (_, titles, response, sent, refused) => {
    const { respond } = await deletingEach(titles)
    expect(await respond(...response)).toEqual({
      sent: sent.map((id) => `DELETE /todos/${id}`),
      refused,
    })
  })
})

describe('each of several entities keeps its row key', () => {
  it.each<[about: string, bodies: readonly Partial<TodoData>[]]>([
    ['and one has a field more', [{ title: 'a' }, { title: 'b', done: true }]],
    ['and one has no field that is sent', [{}, { title: 'b' }, { title: 'c' }]],
  ])('%s', async (_, bodies) => {
    const { keys, created } = await creatingAll(bodies)
    const before = keys()
    await created.land(bodies.map((it, at) => row(`${at + 1}`, it)) as never, 201)
    expect(keys().map(([, key]) => key)).toEqual(before.map(([, key]) => key))
  })

  it('but for those whose place is taken by one that the app made the id of', async () => {
    const { keys, created } = await creatingAll([{ id: '9', title: 'a' }, { title: 'b' }])
    await created.land([row('2', { title: 'b' }), row('9', { title: 'a' })] as never, 201)
    expect(Object.fromEntries(keys())).toEqual({ a: '9', b: '2' })
  })
})

/** Sends a creation of todos; `keys` are their titles and row keys as they are shown. */
async function creatingAll(bodies: readonly Partial<TodoData>[]) {
  const world = await loaded([])
  const { store, rest, server } = world
  const creating = store.dispatch(rest.fetch(getList.push, bodies))
  const created: Sent = await arrive(server, 'POST /todos', creating)
  return { created, keys: () => all(world).map((it) => [it.title, rowKey(it)]) }
}

describe('an entity within another one that is created', () => {
  class Line extends Entity {
    id = ''
    product = ''
    static override key = 'Line'
  }
  class Order extends Entity {
    id = ''
    lines: Line[] = []
    static override key = 'Order'
    static override schema = { lines: [Line] }
  }
  const body = (): { lines: { product: string }[] } => ({ lines: [] })
  const OrderResource = resource({
    path: '/orders/:id',
    urlPrefix: API,
    schema: Order,
    body: body(),
    optimistic,
  })

  it('keeps its row key', async () => {
    const { store, rest, server, controller } = await loaded([])
    const keys = () =>
      Object.fromEntries(
        (controller.get(new All(Line)) ?? []).map((it) => [it.product, rowKey(it)]),
      )
    const products = ['tea', 'milk', 'rice']
    const sent = { lines: products.map((product) => ({ product })) }
    const creating = store.dispatch(rest.fetch(OrderResource.create, sent))
    const created: Sent = await arrive(server, 'POST /orders', creating)
    const before = keys()
    expect(Object.keys(before)).toEqual(products)
    const lines = products.map((product, at) => ({ id: `${at}`, product }))
    await created.land({ id: '1', lines } as never, 201)
    expect(keys()).toEqual(before)
  })
})
