import { type PendingAction } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { turns } from '../support/turns'
import { copy, loaded, one, row, Todo } from './world'

const anyMeta = expect.objectContaining({ landed: expect.any(Number) as number }) as object
const rowOf = (data: object) => ({ data, invalid: false, meta: anyMeta })
const tableOf = (data: object) => ({ Todo: { 1: rowOf(row('1', data)) } })

describe('the action that starts an optimistic mutation', () => {
  it('has what is shown, and what the server has', async () => {
    const world = await loaded()
    const before = world.store.getState().rest.entities
    const sent = await world.send.patch('1', { title: 'new' })
    const pending = world.actions.at(-1) as PendingAction
    expect(pending.type).toBe('rest/Todo.partialUpdate/pending')
    expect(pending.payload).toStrictEqual({
      entities: tableOf({ title: 'new' }),
      confirmed: tableOf({}),
    })
    const { confirmed } = world.store.getState().rest
    expect(confirmed).toStrictEqual({ Todo: { 1: copy(before)['Todo']?.['1' as never] } })
    await sent.land(row('1', { title: 'new' }))
    expect(world.store.getState().rest.confirmed).toEqual({})
  })

  it('has the temporary key of an entity that is created, of which the server has none', async () => {
    const world = await loaded([])
    const sent = await world.send.create({ title: 'new' })
    const { payload, meta } = world.actions.at(-1) as PendingAction
    const pk = `new-${meta.requestId}-1`
    expect(payload?.entities?.['Todo']?.[pk]?.meta.createdAs).toEqual([pk])
    expect(payload?.entities?.['[Todo]']?.['/todos']?.data).toEqual([pk])
    expect(payload?.confirmed?.['Todo']).toStrictEqual({ [pk]: null })
    expect(payload?.confirmed?.['[Todo]']?.['/todos']?.data).toEqual([])
    await sent.fail()
    const last = world.actions.at(-1) as PendingAction
    expect(last.payload?.removed).toEqual({ entities: { Todo: [pk] } })
    expect(last.payload?.entities?.['[Todo]']?.['/todos']?.data).toEqual([])
  })

  it('is followed by one that ends what an earlier state shows', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const during = world.store.getState()
    await sent.fail(400)
    world.replace(during)
    await turns()
    expect(world.actions.at(-1)).toMatchObject({
      type: 'rest/settle',
      payload: { ended: [expect.any(String)], entities: tableOf({ title: 'todo 1' }) },
      meta: { kind: 'write', label: 'settle' },
    })
  })
})

describe('the actions that end mutations', () => {
  it('have what others are expected to change, over what is confirmed', async () => {
    const world = await loaded()
    const [first, second] = [await world.send.vote('1'), await world.send.vote('1')]
    await first.land(row('1', { votes: 5 }))
    expect(world.actions.at(-1)).toMatchObject({
      type: 'rest/Todo.vote/fulfilled',
      payload: { entities: tableOf({ votes: 6 }), confirmed: tableOf({ votes: 5 }) },
    })
    await second.fail(400)
    const last = world.actions.at(-1) as { payload?: object }
    expect(last.payload).toMatchObject({ entities: tableOf({ votes: 5 }) })
    expect(Object.keys(last.payload ?? {})).toEqual(['entities'])
  })

  it('of a read that concerns nothing expected have none of it', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const read = await world.send.get('2')
    await read.land(row('2', { title: 'changed' }))
    const { payload } = world.actions.at(-1) as { payload?: object }
    expect(payload).not.toHaveProperty('confirmed')
    await sent.fail(400)
  })
})

describe('all states and actions with optimistic mutations', () => {
  it('are plain JSON, and frozen in development', async () => {
    const world = await loaded([row('1'), row('2')])
    const { store, send } = world
    const states: ReturnType<typeof store.getState>[] = []
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
    const covered = states.flatMap(({ rest }) => Object.values(rest.confirmed))
    expect(covered.length).toBeGreaterThan(4)
    expect(covered.every((table) => Object.isFrozen(table))).toBe(true)
  })
})
