import { All, RestEndpoint, rowKey } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API } from '../support/server'
import { turns } from '../support/turns'
import { arrive, loaded, row, shown, titles, Todo, TodoResource, type World } from './world'

// What an app writes, invalidates and fetches by the temporary key of an entity, before and after it has an id.

const { get, getList } = TodoResource

async function creating() {
  const world = await loaded([row('1')])
  const created = await world.send.create({ title: 'new' })
  const todo = world.controller.get(new All(Todo))?.[1] as Todo
  return { world, created, key: rowKey(todo), todo }
}

async function confirmed() {
  const { world, created, key, todo } = await creating()
  await created.land(row('2', { title: 'new' }), 201)
  return { world, key, todo }
}

const ids = ({ controller }: World) => controller.get(new All(Todo))?.map(({ id }) => id)
const requestsIn = ({ store }: World) => Object.keys(store.getState().rest.requests)

describe('while an entity is being created', () => {
  it.each<[about: string, write: (world: World, todo: Todo) => unknown]>([
    [
      'a set by its temporary key',
      ({ controller }, todo) => controller.set(Todo, { id: todo.id }, { ...todo, title: 'set' }),
    ],
    [
      'a set of it by a function',
      ({ controller }, { id }) => controller.set(Todo, { id }, (it) => ({ ...it, title: 'set' })),
    ],
    [
      'a set of an entity that refers to it',
      ({ controller }, { id }) => controller.set(Todo, { id: '1' }, row('1', { project: id })),
    ],
    [
      'a set of a list that has it',
      ({ controller }) =>
        controller.set(getList.schema, {}, controller.getResponse(getList).data ?? []),
    ],
    [
      'a response by hand that has it',
      ({ controller }, todo) => controller.setResponse(get, { id: todo.id }, todo),
    ],
  ])('%s throws and changes nothing', async (_, write) => {
    const { world, created, todo } = await creating()
    const before = world.store.getState()
    expect(() => write(world, todo)).toThrow(
      `was not written: the data has the temporary key ${todo.id}, and no later response would replace it. Change an entity that is being created by a mutation`,
    )
    expect(world.store.getState()).toBe(before)
    await created.land(row('2', { title: 'new' }), 201)
    expect(ids(world)).toEqual(['1', '2'])
  })

  it('a set of its list by a function has the stored list', async () => {
    const { world, created } = await creating()
    world.controller.set(getList.schema, {}, (list) => [...(list ?? []), row('9')])
    expect(new Set(titles(world))).toEqual(new Set(['todo 1', 'todo 9', 'new']))
    await created.land(row('2', { title: 'new' }), 201)
    expect(ids(world)).toEqual(['1', '2', '9'])
  })

  it('an invalidation by its temporary key sends no request with that key', async () => {
    const { world, created, key } = await creating()
    const reader = world.store.dispatch(world.rest.retain(get, { id: key }))
    world.controller.invalidate(get, { id: key })
    await turns()
    expect(world.server.sent.slice(2)).toEqual(['POST /todos'])
    await created.land(row('2', { title: 'new' }), 201)
    const read = await world.server.take('GET /todos/2')
    read.respond(row('2', { title: 'read' }))
    await world.controller.allSettled()
    expect(shown(world, key)?.title).toBe('read')
    expect(ids(world)).toEqual(['1', '2'])
    reader.release()
  })
})

describe('after an entity was created', () => {
  it.each<[about: string, write: (world: World, todo: Todo) => unknown]>([
    [
      'a set',
      ({ controller }, todo) => controller.set(Todo, { id: todo.id }, { ...todo, title: 'set' }),
    ],
    [
      'a set of an instance',
      ({ controller }, todo) =>
        controller.set(Todo, { id: todo.id }, Todo.fromJS({ ...todo, title: 'set' })),
    ],
    [
      'a set by a function',
      ({ controller }, { id }) => controller.set(Todo, { id }, (it) => ({ ...it, title: 'set' })),
    ],
    [
      'a response by hand',
      ({ controller }, todo) =>
        controller.setResponse(get, { id: todo.id }, { ...todo, title: 'set' }),
    ],
  ])('%s by its temporary key writes its row', async (_, write) => {
    const { world, key, todo } = await confirmed()
    expect(todo.id).toBe(key)
    write(world, todo)
    expect(ids(world)).toEqual(['1', '2'])
    expect(titles(world)).toEqual(['todo 1', 'set'])
    expect(shown(world, '2')?.title).toBe('set')
  })

  it.each([true, false])(
    'an invalidation by its temporary key is one of its id (%s)',
    async (isId) => {
      const { world, key } = await confirmed()
      const { store, rest, server, controller } = world
      const id = isId ? '2' : key
      const reader = store.dispatch(rest.retain(get, { id }))
      await turns()
      controller.invalidate(get, { id: key })
      const read = await server.take('GET /todos/2')
      read.respond(row('2', { title: 'read' }))
      await controller.allSettled()
      expect(shown(world, id)?.title).toBe('read')
      reader.release()
    },
  )

  const comments = new RestEndpoint({ urlPrefix: API, path: '/todos/:todo/comments' })

  it('a fetch by its temporary key has the key of its id', async () => {
    const { world, key } = await confirmed()
    const { store, rest, server, controller } = world
    const read = await arrive(
      server,
      'GET /todos/2/comments',
      store.dispatch(rest.fetch(comments, { todo: key })),
    )
    await read.land(['first'])
    expect(controller.getResponse(comments, { todo: '2' }).data).toEqual(['first'])
    expect(requestsIn(world).filter((it) => it.includes('new-'))).toEqual([])
    expect(controller.fetchIfStale(comments, { todo: key })).toEqual(['first'])
  })

  it('a fetch by its temporary key is for the reader that has that key', async () => {
    const { world, key } = await confirmed()
    const { store, rest, server, controller } = world
    const reader = store.dispatch(rest.retain(comments, { todo: key }))
    const first = await server.take('GET /todos/2/comments')
    first.respond(['first'])
    await controller.allSettled()
    const fetched = store.dispatch(rest.fetch(comments, { todo: key }))
    const second = await arrive(server, 'GET /todos/2/comments', fetched)
    await second.land(['second'])
    expect(controller.getResponse(comments, { todo: key }).data).toEqual(['second'])
    reader.release()
  })
})
