import { All, Entity, resource, RestEndpoint, rowKey, serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { API } from '../support/server'
import { turns } from '../support/turns'
import {
  arrive,
  copy,
  type Fetched,
  loaded,
  row,
  shown,
  titles,
  Todo,
  TodoResource,
  withOptions,
} from './world'

const { getList, partialUpdate } = TodoResource

/** A world with a list without rows, and a creation in flight with its temporary key. */
async function creating() {
  const world = await loaded([])
  const created = await world.send.create({ title: 'new' })
  const [todo] = world.controller.get(new All(Todo)) ?? []
  return { world, created, key: todo ? rowKey(todo) : '' }
}

// The types of what calls may have.
const assignment = () => ({ todo: '', kind: '' })
const order = () => ({ customer: '', lines: [{ product: '' }] })

describe('a temporary key in the arguments of a call', () => {
  it.each(['2', 'new-york'])('is sent as the id %s that the server gave', async (id) => {
    const { world, created, key } = await creating()
    await created.land(row(id, { title: 'new' }), 201)
    const { store, rest, server } = world
    const fetched = store.dispatch(rest.fetch(partialUpdate, { id: key }, { title: 'patched' }))
    const patch = await arrive(server, `PATCH /todos/${id}`, fetched)
    expect(titles(world)).toEqual(['patched'])
    expect(await patch.land(row(id, { title: 'patched' }))).toMatchObject({ id, title: 'patched' })
    expect(titles(world)).toEqual(['patched'])
  })

  it.each([0, 1])('is sent as the id that two creations have in common (%s)', async (at) => {
    const { world, created } = await creating()
    const second = await world.send.create({ title: 'new' })
    const { store, rest, server, controller } = world
    const id = controller.get(new All(Todo))?.[at]?.id ?? ''
    // A server that finds the entity of that title, or creates it.
    await created.land(row('5', { title: 'new' }), 201)
    await second.land(row('5', { title: 'new' }), 200)
    expect(controller.get(new All(Todo))).toHaveLength(1)
    const patching = store.dispatch(rest.fetch(partialUpdate, { id }, { done: true }))
    const patch = await arrive(server, 'PATCH /todos/5', patching)
    await patch.land(row('5', { title: 'new', done: true }))
    expect(shown(world, id)).toMatchObject({ id: '5', done: true })
  })

  it('is sent as the number that the server gave, in a body as well', async () => {
    const { world, created, key } = await creating()
    await created.land({ ...row(''), id: 7 }, 201)
    const assign = new RestEndpoint({
      path: '/assign',
      urlPrefix: API,
      method: 'POST',
      body: assignment(),
      schema: undefined,
    })
    const { store, rest, server } = world
    const body = { todo: key, kind: 'new-one' }
    const sent = await arrive(server, 'POST /assign', store.dispatch(rest.fetch(assign, body)))
    expect(sent.body).toEqual({ todo: 7, kind: 'new-one' })
    await sent.land({})
  })

  it('deletes the entity that it has become', async () => {
    const { world, created, key } = await creating()
    await created.land(row('2', { title: 'new' }), 201)
    const { store, rest, server } = world
    const fetched = store.dispatch(rest.fetch(TodoResource.delete, { id: key }))
    const removal = await arrive(server, 'DELETE /todos/2', fetched)
    expect(titles(world)).toEqual([])
    await removal.land({})
    expect(titles(world)).toEqual([])
    expect(world.controller.get(Todo, { id: '2' })).toBeUndefined()
  })

  it('of a read waits for the creation as well', async () => {
    const { world, created, key } = await creating()
    const { store, rest, server } = world
    const comments = new RestEndpoint({ urlPrefix: API, path: '/todos/:todo/comments' })
    const fetched = store.dispatch(rest.fetch(comments, { todo: key }))
    await turns()
    expect(server.sent).toEqual(['GET /todos', 'POST /todos'])
    await created.land(row('2', { title: 'new' }), 201)
    const read = await arrive(server, 'GET /todos/2/comments', fetched)
    expect(await read.land(['first'])).toEqual(['first'])
    expect(world.controller.getResponse(comments, { todo: key }).data).toEqual(['first'])
  })

  it('marks the entity as pending by its id', async () => {
    const { world, created, key } = await creating()
    const { store, rest } = world
    const isPending = () => rest.selectors.selectIsPending(store.getState(), Todo, '2')
    const rename = withOptions(partialUpdate, { getOptimisticResponse: undefined })
    const renaming = store.dispatch(rest.fetch(rename, { id: key }, { title: 'renamed' }))
    await created.land(row('2', { title: 'new' }), 201)
    expect(isPending()).toBe(true)
    const patch = await arrive(world.server, 'PATCH /todos/2', renaming)
    await patch.land(row('2', { title: 'renamed' }))
    expect(isPending()).toBe(false)
  })

  it('reads the entity that it has become', async () => {
    const { world, created, key } = await creating()
    await created.land(row('2', { title: 'new' }), 201)
    const { store, rest, server } = world
    const fetched = store.dispatch(rest.fetch(TodoResource.get, { id: key }))
    const read = await arrive(server, 'GET /todos/2', fetched)
    await read.land(row('2', { title: 'changed' }))
    expect(shown(world, key)?.title).toBe('changed')
  })

  it('of a mutation holds it back until the entity is created', async () => {
    const { world, created, key } = await creating()
    const { store, rest, server } = world
    const id = { id: key }
    const patching = store.dispatch(rest.fetch(partialUpdate, id, { title: 'patched' }))
    expect(titles(world)).toEqual(['patched'])
    const voting = store.dispatch(rest.fetch(TodoResource.vote, id))
    expect(world.controller.get(new All(Todo))).toMatchObject([{ title: 'patched', votes: 1 }])
    const removing = store.dispatch(rest.fetch(TodoResource.delete, id))
    expect(titles(world)).toEqual([])
    await turns()
    expect(server.sent.slice(1)).toEqual(['POST /todos'])

    await created.land(row('2', { title: 'new', votes: 3 }), 201)
    expect(titles(world)).toEqual([])
    const removed = await arrive(server, 'DELETE /todos/2', removing)
    await removed.fail()
    expect(world.controller.get(new All(Todo))).toMatchObject([{ title: 'patched', votes: 4 }])
    const patched = await arrive(server, 'PATCH /todos/2', patching)
    await patched.land(row('2', { title: 'patched', votes: 3 }))
    const voted = await arrive(server, 'POST /todos/2/votes', voting)
    await voted.land(row('2', { title: 'patched', votes: 4 }))
    expect(world.controller.get(new All(Todo))).toMatchObject([{ title: 'patched', votes: 4 }])
    expect(server.sent.filter((name) => name.includes('new-'))).toEqual([])
  })

  it('waits in a scope like any other mutation', async () => {
    const world = await loaded([])
    const { store, rest, server } = world
    const create = withOptions(getList.push, { scope: [serial, 'todos'] })
    const patch = withOptions(partialUpdate, { scope: [serial, 'todos'] })
    const creating = store.dispatch(rest.fetch(create, { title: 'new' }))
    const created = await arrive(server, 'POST /todos', creating)
    const [todo] = world.controller.get(new All(Todo)) ?? []
    const id = todo ? rowKey(todo) : ''
    const [first, second] = ['one', 'two'].map((title) =>
      store.dispatch(rest.fetch(patch, { id }, { title })),
    )
    expect(titles(world)).toEqual(['two'])
    await created.land(row('2', { title: 'new' }), 201)
    const sent = await arrive(server, 'PATCH /todos/2', first as Fetched<Todo>)
    await turns()
    expect(server.sent.filter((name) => name.startsWith('PATCH'))).toHaveLength(1)
    await sent.land(row('2', { title: 'one' }))
    expect(titles(world)).toEqual(['two'])
    const last = await arrive(server, 'PATCH /todos/2', second as Fetched<Todo>)
    await last.land(row('2', { title: 'two' }))
    expect(titles(world)).toEqual(['two'])
  })

  it('joins the scope of calls that named the entity by its id meanwhile', async () => {
    const { world, created, key } = await creating()
    const { store, rest, server } = world
    const patch = withOptions(partialUpdate, {
      scope: [serial, ({ id }: { id: string }) => `todo ${id}`],
    })
    const run = (id: string, title: string) => store.dispatch(rest.fetch(patch, { id }, { title }))
    // Another page has read the entity before the creation responds.
    const first = await arrive(server, 'PATCH /todos/2', run('2', 'one'))
    const waiting = run(key, 'two')
    await created.land(row('2', { title: 'new' }), 201)
    const second = await arrive(server, 'PATCH /todos/2', waiting)
    const later = run('2', 'three')
    await second.land(row('2', { title: 'two' }))
    await turns()
    expect(server.sent.filter((name) => name.startsWith('PATCH'))).toHaveLength(2)
    await first.land(row('2', { title: 'one' }))
    const third = await arrive(server, 'PATCH /todos/2', later)
    await third.land(row('2', { title: 'three' }))
    expect(titles(world)).toEqual(['three'])
  })

  it('stays in its scope over an imported state without that key', async () => {
    const other = (await loaded([row('2', { title: 'new' })])).store.getState()
    const { world, created, key } = await creating()
    const { store, rest, server } = world
    const patch = withOptions(partialUpdate, {
      scope: [serial, ({ id }: { id: string }) => `todo ${id}`],
    })
    const run = (id: string, title: string) => store.dispatch(rest.fetch(patch, { id }, { title }))
    await created.land(row('2', { title: 'new' }), 201)
    const first = await arrive(server, 'PATCH /todos/2', run(key, 'one'))
    world.replace(copy(other))
    const waiting = run('2', 'two')
    await turns()
    expect(server.sent.filter((name) => name.startsWith('PATCH'))).toHaveLength(1)
    await first.land(row('2', { title: 'one' }))
    const second = await arrive(server, 'PATCH /todos/2', waiting)
    await second.land(row('2', { title: 'two' }))
    expect(titles(world)).toEqual(['two'])
  })

  it('shows a change that was sent also over an imported state without that key', async () => {
    const other = (await loaded([row('2', { title: 'new' })])).store.getState()
    const { world, created, key } = await creating()
    const { store, rest, server } = world
    const patching = store.dispatch(rest.fetch(partialUpdate, { id: key }, { title: 'patched' }))
    await created.land(row('2', { title: 'new' }), 201)
    const patch = await arrive(server, 'PATCH /todos/2', patching)
    world.replace(copy(other))
    await turns()
    expect(titles(world)).toEqual(['patched'])
    await patch.land(row('2', { title: 'patched' }))
  })

  it('of an entity that was not created is never sent', async () => {
    const { world, created, key } = await creating()
    const { store, rest, server } = world
    const waiting = store.dispatch(rest.fetch(partialUpdate, { id: key }, { title: 'patched' }))
    await created.fail()
    const message = `Todo.partialUpdate was not sent: its arguments have the temporary key ${key}, and the store knows no entity by it. The creation failed or was aborted, or its response does not show which entity it is, or a reset removed the entity, or the key is of another page.`
    await expect(waiting.unwrap()).rejects.toThrow(message)
    const later = store.dispatch(rest.fetch(TodoResource.get, { id: key }))
    await expect(later.unwrap()).rejects.toThrow('Todo.get was not sent')
    expect(server.sent).toEqual(['GET /todos', 'POST /todos'])
    expect(titles(world)).toEqual([])
    expect(store.getState().rest.confirmed).toEqual({})
  })

  it('of an entity that was not created shows no change of it', async () => {
    const { world, created, key } = await creating()
    const { store, rest, controller } = world
    await created.fail()
    const patch = withOptions(partialUpdate, {
      getOptimisticResponse: [
        optimistic,
        (_snap: unknown, params: object, body: object) => ({
          ...params,
          ...body,
        }),
      ],
    })
    const patching = store.dispatch(rest.fetch(patch, { id: key }, { title: 'patched' }))
    await expect(patching.unwrap()).rejects.toThrow('Todo.partialUpdate was not sent')
    expect(controller.get(new All(Todo)) ?? []).toEqual([])
    expect(store.getState().rest).toMatchObject({ confirmed: {}, mutations: {} })
  })

  it('of a mutation that was aborted meanwhile is not sent', async () => {
    const { world, created, key } = await creating()
    const { store, rest, server } = world
    const waiting = store.dispatch(rest.fetch(partialUpdate, { id: key }, { title: 'patched' }))
    waiting.abort()
    await expect(waiting.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    expect(titles(world)).toEqual(['new'])
    await created.land(row('2', { title: 'new' }), 201)
    expect(server.sent).toEqual(['GET /todos', 'POST /todos'])
  })

  it.each(['new-york', 'new-7', 'new-arrivals-2026-11'])('is no id like %s', async (id) => {
    const world = await loaded([row(id)])
    const patch = await world.send.patch(id, { title: 'patched' })
    await patch.land(row(id, { title: 'patched' }))
    expect(titles(world)).toEqual(['patched'])
  })
})

describe('an entity whose id is a number', () => {
  class Bug extends Entity {
    id = 0
    title = ''
    static override key = 'Bug'
  }
  const BugResource = resource({ path: '/bugs/:id', urlPrefix: API, schema: Bug, optimistic })

  it('is updated by the id that is shown while it is being created', async () => {
    const { store, rest, server, controller } = await loaded([])
    const list = await arrive(server, 'GET /bugs', store.dispatch(rest.fetch(BugResource.getList)))
    await list.land([])
    const shown = () => controller.getResponse(BugResource.getList).data ?? []
    const push = rest.fetch(BugResource.getList.push, { title: 'new' })
    const created = await arrive(server, 'POST /bugs', store.dispatch(push))
    const [id = 0] = shown().map((bug) => bug.id)
    const update = rest.fetch(BugResource.partialUpdate, { id }, { title: 'renamed' })
    const renaming = store.dispatch(update)
    expect(shown()).toMatchObject([{ id, title: 'renamed' }])
    await created.land({ id: 12, title: 'new' }, 201)
    expect(shown()).toMatchObject([{ id: 12, title: 'renamed' }])
    const renamed = await arrive(server, 'PATCH /bugs/12', renaming)
    await renamed.land({ id: 12, title: 'renamed' })
    expect(shown()).toMatchObject([{ id: 12, title: 'renamed' }])
  })
})

describe('the row key of an entity that is created within another one', () => {
  class Line extends Entity {
    id = ''
    product = ''
    static override key = 'Line'
  }
  class Order extends Entity {
    id = ''
    customer = ''
    lines: Line[] = []
    static override key = 'Order'
    static override schema = { lines: [Line] }
  }
  const create = new RestEndpoint({
    path: '/orders',
    urlPrefix: API,
    method: 'POST',
    body: order(),
    schema: Order,
    getOptimisticResponse: [optimistic, (_snap, body) => body],
  })

  it('stays the same when the server gives both an id', async () => {
    const { store, rest, server, controller } = await loaded([])
    const keys = () => controller.get(new All(Line))?.map((line) => [rowKey(line), line.product])
    const body = { customer: 'Ada', lines: [{ product: 'tea' }, { product: 'milk' }] }
    const created = await arrive(server, 'POST /orders', store.dispatch(rest.fetch(create, body)))
    const before = keys()
    expect(before).toEqual([
      [expect.stringMatching(/^new-/), 'tea'],
      [expect.stringMatching(/^new-/), 'milk'],
    ])
    const lines = [
      { id: 'a', product: 'tea' },
      { id: 'b', product: 'milk' },
    ]
    const order = await created.land({ id: '1', customer: 'Ada', lines }, 201)
    expect(keys()).toEqual(before)
    expect(order).toMatchObject({ id: '1', lines })
  })
})
