import { type PendingAction, updates } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { copy, loaded, one, row, Todo } from './world'

const anyMoment = expect.any(Number) as number
const actionMeta = {
  kind: 'optimistic',
  session: expect.any(String) as string,
  fetchedAt: anyMoment,
  date: expect.any(Number) as number,
}
/** The layer of a row, as `rest/optimistic` has it. */
const layerOf = (requestId: string, key: string, pk: string, data: object, more: object = {}) => ({
  requestId,
  key,
  fetchedAt: anyMoment,
  entities: {
    Todo: {
      [pk]: {
        data,
        invalid: false,
        meta: {
          fetchedAt: anyMoment,
          date: expect.any(Number) as number,
          expiresAt: 8.64e15,
          landed: anyMoment,
          ...more,
        },
      },
    },
  },
})

describe('the action that starts an optimistic mutation', () => {
  it('has its layer', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const pending = world.actions.at(-1) as PendingAction
    const { requestId } = pending.meta
    const key = 'PATCH http://api.test/todos/1'
    expect(pending.type).toBe('rest/Todo.partialUpdate/pending')
    expect(pending.payload).toStrictEqual({
      optimistic: { layers: [layerOf(requestId, key, '1', row('1', { title: 'new' }))] },
    })
    expect(world.store.getState().rest.optimistic).toStrictEqual([
      layerOf(requestId, key, '1', row('1', { title: 'new' })),
    ])
    await sent.land(row('1', { title: 'new' }))
  })

  it('has the temporary key of an entity that is created', async () => {
    const world = await loaded([])
    const sent = await world.send.create({ title: 'new' })
    const [layer] = world.store.getState().rest.optimistic
    const pk = `new-${layer?.requestId}-1`
    const { entities } = layerOf('', '', pk, { id: pk, title: 'new' }, { createdAs: [pk] })
    expect(layer?.entities).toStrictEqual({
      ...entities,
      '[Todo]': { '{}': expect.objectContaining({ data: [pk] }) as object },
    })
    await sent.fail()
  })

  it('has the results that `update` changes', async () => {
    const { controller, store } = await loaded()
    const list = holdRead('getTodos', { schema: [Todo] })
    controller.setResponse(list.endpoint, [{ id: '1' }])
    const held = holdMutation('create', {
      schema: Todo,
      getOptimisticResponse: [optimistic, () => ({ id: '2', title: 'new' })],
      update: [updates, (id: string) => ({ 'getTodos []': (ids: string[]) => [...ids, id] })],
    })
    const promise = controller.fetch(held.endpoint)
    expect(store.getState().rest.optimistic[0]?.results).toStrictEqual({
      'getTodos []': ['1', '2'],
    })
    await turns()
    held.calls[0]?.resolve({ id: '2' })
    await promise
  })

  it('drops the layers of another time', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const during = world.store.getState()
    const [requestId] = during.rest.optimistic.map((layer) => layer.requestId)
    await sent.fail(400)
    world.replace(during)
    await turns()
    expect(world.actions.at(-1)).toStrictEqual({
      type: 'rest/optimistic',
      payload: { optimistic: { layers: [], dropped: [requestId] } },
      meta: actionMeta,
    })
  })
})

describe('the actions that end mutations', () => {
  it('have the layers that are computed anew, and the requests whose layers are dropped', async () => {
    const world = await loaded()
    const [first, second] = [await world.send.vote('1'), await world.send.vote('1')]
    const ids = world.store.getState().rest.optimistic.map(({ requestId }) => requestId)
    await first.land(row('1', { votes: 5 }))
    const key = 'POST http://api.test/todos/1/votes'
    expect(world.actions.at(-1)).toMatchObject({
      type: 'rest/Todo.vote/fulfilled',
      payload: {
        optimistic: {
          layers: [layerOf(ids[1] ?? '', key, '1', row('1', { votes: 6 }))],
          dropped: [ids[0]],
        },
      },
    })
    await second.fail(400)
    const last = world.actions.at(-1) as { payload?: object }
    expect(last.payload).toStrictEqual({ optimistic: { dropped: [ids[1]] } })
  })

  it('of a read that concerns no layer have none', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const read = await world.send.get('2')
    await read.land(row('2', { title: 'changed' }))
    const { payload } = world.actions.at(-1) as { payload?: object }
    expect(payload).not.toHaveProperty('optimistic')
    await sent.fail(400)
  })
})

describe('all states and actions with optimistic mutations', () => {
  it('are plain JSON, and frozen in development', async () => {
    const world = await loaded([row('1'), row('2')])
    const { store, send } = world
    const states: unknown[] = []
    store.subscribe(() => states.push(store.getState()))
    const sent = [
      await send.patch('1', { title: 'new' }),
      await send.create({ title: 'created' }),
      await send.vote('1'),
      await send.remove('2'),
    ]
    const read = await send.list()
    await read.land([row('1', { votes: 3 }), row('2')])
    world.controller.set(Todo, one, { id: '1', project: 'work' })
    for (const it of sent.slice(0, 2)) await it.fail()
    await sent[2]?.land(row('1', { votes: 4 }))
    await sent[3]?.land({ id: '2' })
    for (const value of [...states, ...world.actions]) {
      expect(copy(value)).toStrictEqual(value)
    }
    const layers = (states as ReturnType<typeof store.getState>[]).flatMap(
      (state) => state.rest.optimistic,
    )
    expect(layers.length).toBeGreaterThan(4)
    expect(layers.every((layer) => Object.isFrozen(layer.entities))).toBe(true)
  })
})
