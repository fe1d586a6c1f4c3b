import type { Action } from 'redux'
import { Collection, Entity, rowKey } from 'rtk-rest'
import { hydration } from 'rtk-rest/hydration'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import {
  arrive,
  copy,
  createWorld,
  loaded,
  row,
  shown,
  titles,
  Todo,
  TodoResource,
  type World,
} from './world'

const { get, getList } = TodoResource

/** The members of the list by their row keys. */
function members({ controller }: Pick<World, 'controller'>) {
  const list = controller.getResponse(getList).data ?? []
  return Object.fromEntries(list.map((todo) => [rowKey(todo), todo.title]))
}

/** A world with one row, and a creation in flight with its temporary key. */
async function creating() {
  const world = await loaded([row('1')], { managers: [hydration()] })
  const created = await world.send.create({ title: 'new' })
  const [, key = ''] = Object.keys(members(world))
  expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'new' })
  return { world, created, key }
}

describe('an entity without an id', () => {
  it('has its temporary key as id', async () => {
    const { world, created, key } = await creating()
    expect(key).toMatch(/^new-/)
    expect(world.controller.getResponse(getList).data?.[1]).toMatchObject({
      id: key,
      title: 'new',
    })
    await created.fail()
    expect(members(world)).toEqual({ 1: 'todo 1' })
  })

  it.each(['2', '7f9c24e8', 'new-york', '__proto__', 'constructor'])(
    'keeps its row key when the server gives it the id %s',
    async (id) => {
      const { world, created, key } = await creating()
      expect(await created.land(row(id, { title: 'new' }), 201)).toMatchObject({ id, title: 'new' })
      expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'new' })
      expect(world.controller.get(Todo, { id })?.title).toBe('new')
      expect(rowKey(await created.promise)).toBe(key)
    },
  )

  it('keeps its row key when the server gives it a number', async () => {
    const { world, created, key } = await creating()
    await created.land({ ...row('1', { title: 'new' }), id: 7 }, 201)
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'new' })
  })

  it('keeps its row key, if the server gives it an id that is there already', async () => {
    const { world, created, key } = await creating()
    await created.land(row('1', { title: 'new' }), 201)
    expect(members(world)).toEqual({ [key]: 'new' })
    expect(titles(world)).toEqual(['new'])
  })

  it('keeps its row key, if another tab writes it', async () => {
    const { world, created, key } = await creating()
    await created.land(row('2', { title: 'new' }), 201)
    const tab = createWorld()
    tab.controller.setResponse(get, { id: '2' }, row('2', { title: 'newer' }))
    world.store.dispatch(copy(tab.actions.at(-1)) as Action)
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'newer' })
    expect(shown(world, key)).toMatchObject({ id: '2' })
  })

  it('keeps its row key, if a refetch brings the entity before the creation responds', async () => {
    const { world, created, key } = await creating()
    const read = await world.send.list()
    await read.land([row('1'), row('2', { title: 'new' })])
    expect(members(world)).toEqual({ 1: 'todo 1', 2: 'new', [key]: 'new' })
    await created.land(row('2', { title: 'new' }), 201)
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'new' })
    expect(shown(world, key)).toMatchObject({ id: '2' })
  })

  it('and another one get one row, if the server gives both the same id', async () => {
    const { world, created, key } = await creating()
    const second = await world.send.create({ title: 'newer' })
    expect(titles(world)).toEqual(['todo 1', 'new', 'newer'])
    await created.land(row('2', { title: 'new' }), 201)
    expect(titles(world)).toEqual(['todo 1', 'new', 'newer'])
    await second.land(row('2', { title: 'newer' }), 201)
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'newer' })
  })

  it('is fetched with its list, if its creation rejects because the response has no id', async () => {
    const { world, created } = await creating()
    await expect(created.land({ title: 'new' }, 201)).rejects.toThrow(/primary key for Todo/)
    expect(titles(world)).toEqual(['todo 1'])
    const again = world.controller.fetchIfStale(getList)
    const read = await world.server.take('GET /todos')
    read.respond([row('1'), row('2', { title: 'new' })])
    await again
    expect(members(world)).toEqual({ 1: 'todo 1', 2: 'new' })
  })

  it('has the same key while other rows come, and others are created', async () => {
    const { world, created, key } = await creating()
    const second = await world.send.create({ title: 'newer' })
    const read = await world.send.list()
    await read.land([row('1'), row('2')])
    const [, , , other = ''] = Object.keys(members(world))
    expect(members(world)).toEqual({ 1: 'todo 1', 2: 'todo 2', [key]: 'new', [other]: 'newer' })
    await second.land(row('4', { title: 'newer' }), 201)
    await created.land(row('3', { title: 'new' }), 201)
    expect(members(world)).toEqual({ 1: 'todo 1', 2: 'todo 2', [key]: 'new', [other]: 'newer' })
  })
})

describe('the row key of a created entity', () => {
  const confirmed = async () => {
    const { world, created, key } = await creating()
    await created.land(row('2', { title: 'new' }), 201)
    const keyNow = () => {
      const todo = world.controller.get(Todo, { id: '2' })
      return todo && rowKey(todo)
    }
    expect(keyNow()).toBe(key)
    return { world, key, keyNow }
  }

  it('survives a refetch', async () => {
    const { world, key, keyNow } = await confirmed()
    const same = await world.send.list()
    await same.land([row('1'), row('2', { title: 'new' })])
    expect(keyNow()).toBe(key)
    const changed = await world.send.list()
    await changed.land([row('1'), row('2', { title: 'changed' })])
    expect(keyNow()).toBe(key)
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'changed' })
  })

  it('survives a partial update, from its start to its end', async () => {
    const { world, key, keyNow } = await confirmed()
    const patch = await world.send.patch('2', { title: 'patched' })
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'patched' })
    await patch.land(row('2', { title: 'patched' }))
    expect(keyNow()).toBe(key)
    const failing = await world.send.patch('2', { title: 'failing' })
    await failing.fail()
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'patched' })
  })

  it('survives a set, an expiry and an increment', async () => {
    const { world, key, keyNow } = await confirmed()
    world.controller.set(Todo, { id: '2' }, { id: '2', title: 'by hand' })
    world.controller.expireAll(getList)
    const vote = await world.send.vote('2')
    expect(keyNow()).toBe(key)
    await vote.land(row('2', { title: 'by hand', votes: 1 }))
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'by hand' })
  })

  it('survives an invalidation of the list, and of the entity', async () => {
    const { world, key, keyNow } = await confirmed()
    world.controller.invalidate(getList)
    const read = await world.send.list()
    await read.land([row('1'), row('2', { title: 'new' })])
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'new' })
    const held = holdMutation('touch', { schema: Todo })
    const touched = world.controller.fetch(held.endpoint)
    await turns()
    held.calls[0]?.resolve(row('2', { title: 'touched' }))
    await touched
    expect(keyNow()).toBe(key)
  })

  it('survives a deletion that the server did not do', async () => {
    const { world, key, keyNow } = await confirmed()
    const removal = await world.send.remove('2')
    await removal.land({ id: '2' })
    expect(keyNow()).toBeUndefined()
    const read = await world.send.list()
    await read.land([row('1'), row('2', { title: 'new' })])
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'new' })
  })

  it('is in a JSON copy of the state as well', async () => {
    const { world, key } = await confirmed()
    world.replace(JSON.parse(JSON.stringify(world.store.getState())) as never)
    expect(members(world)).toEqual({ 1: 'todo 1', [key]: 'new' })
  })
})

describe('the details by a temporary key', () => {
  it('are those of the entity, before and after it has an id', async () => {
    const { world, created, key } = await creating()
    expect(shown(world, key)?.title).toBe('new')
    expect(world.controller.get(Todo, { id: key })?.title).toBe('new')
    expect(world.controller.fetchIfStale(get, { id: '1' })).not.toBeInstanceOf(Promise)
    await created.land(row('2', { title: 'new', votes: 5 }), 201)
    expect(shown(world, key)).toMatchObject({ id: '2', votes: 5 })
    expect(shown(world, key)).toBe(shown(world, '2'))
    const patch = await world.send.patch('2', { title: 'patched' })
    expect(shown(world, key)?.title).toBe('patched')
    await patch.land(row('2', { title: 'patched' }))
    expect(shown(world, key)?.title).toBe('patched')
  })

  it('are nothing after the creation has failed', async () => {
    const { world, created, key } = await creating()
    await created.fail()
    expect(shown(world, key)).toBeUndefined()
    expect(world.controller.get(Todo, { id: key })).toBeUndefined()
  })

  it('are fresh after the creation: nothing is requested by the temporary key', async () => {
    const { world, created, key } = await creating()
    await created.land(row('2', { title: 'new' }), 201)
    expect(world.controller.fetchIfStale(get, { id: key })).toMatchObject({ id: '2' })
    const held = world.store.dispatch(world.rest.retain(get, { id: key }))
    await turns()
    held.release()
    expect(world.server.sent).not.toContain(`GET /todos/${key}`)
  })
})

describe('a row key', () => {
  class Price extends Entity {
    from = ''
    to = ''
    amount = 0
    override pk() {
      return `${this.from}-${this.to}`
    }
    static override key = 'Price'
  }

  it('is the primary key of an entity that no optimistic mutation created', async () => {
    const world = await loaded()
    expect(members(world)).toEqual({ 1: 'todo 1', 2: 'todo 2' })
    expect(rowKey(Price.fromJS({ from: 'EUR', to: 'USD' }))).toBe('EUR-USD')
    expect(rowKey(Todo.fromJS({}))).toBe('')
  })

  it('is the primary key where the body has an id', async () => {
    const world = await loaded([row('1')])
    const created = await world.send.create({ id: 'mine', title: 'new' })
    expect(members(world)).toEqual({ 1: 'todo 1', mine: 'new' })
    await created.land(row('mine', { title: 'new' }), 201)
    expect(members(world)).toEqual({ 1: 'todo 1', mine: 'new' })
  })

  it('differs for each of several entities of one creation', async () => {
    const world = await loaded([])
    const { store, rest, server } = world
    const sent = await arrive(
      server,
      'POST /todos',
      store.dispatch(rest.fetch(getList.push, [{ title: 'x' }, { title: 'y' }])),
    )
    const before = members(world)
    expect(Object.values(before)).toEqual(['x', 'y'])
    await sent.land([row('1', { title: 'x' }), row('2', { title: 'y' })], 201)
    expect(members(world)).toEqual(before)
  })

  it('is a temporary one while one of the fields of `pk` is missing, if `pk` gives no text then', async () => {
    class Rate extends Entity {
      from = ''
      to = ''
      amount = 0
      override pk() {
        return this.from && this.to && `${this.from}-${this.to}`
      }
      static override key = 'Rate'
    }
    const list = new Collection([Rate])
    const push = holdMutation('push', {
      schema: list.push,
      getOptimisticResponse: [optimistic, (_: unknown, body: object) => body],
    })
    const { controller } = await loaded([])
    controller.set(list, {}, [{ from: 'EUR', to: 'USD' }])
    const keys = () => controller.get(list, {})?.map((rate) => rowKey(rate))
    const creations = [1, 2].map((amount) => controller.fetch(push.endpoint, { amount }))
    const [, first, second] = keys() ?? []
    expect([first, second]).toEqual([
      expect.stringMatching(/^new-/),
      expect.stringMatching(/^new-/),
    ])
    expect(first).not.toBe(second)
    push.calls[1]?.resolve({ from: 'EUR', to: 'JPY', amount: 2 })
    push.calls[0]?.resolve({ from: 'EUR', to: 'GBP', amount: 1 })
    await Promise.all(creations)
    expect(new Set(keys())).toEqual(new Set(['EUR-USD', first, second]))
  })

  it('differs in two stores', async () => {
    const [one, other] = [await creating(), await creating()]
    expect(one.key).not.toBe(other.key)
  })
})
