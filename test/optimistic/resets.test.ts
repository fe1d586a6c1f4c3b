import { LogoutManager, rows, serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { holdMutation } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { coveredIn, loaded, one, row, shown, titles, Todo, TodoResource } from './world'

describe('while a mutation is in flight,', () => {
  it('reset hides everything, and the response changes nothing', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const created = await world.send.create({ title: 'created' })
    world.controller.reset()
    expect(world.store.getState().rest.confirmed).toEqual({})
    expect(shown(world)).toBeUndefined()
    const read = await world.send.list()
    await read.land([row('1')])
    expect(titles(world)).toEqual(['todo 1'])
    await sent.land(row('1', { title: 'new' }))
    await created.fail()
    expect(titles(world)).toEqual(['todo 1'])
    await turns()
    expect(world.store.getState().rest.confirmed).toEqual({})
  })

  it('a mutation that starts after a reset is shown, and outlives the end of an earlier one', async () => {
    const world = await loaded()
    const early = await world.send.patch('1', { title: 'early' })
    world.controller.reset()
    world.controller.set(Todo, one, row('1'))
    const late = await world.send.patch('1', { done: true })
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: true })
    await early.land(row('1', { title: 'early' }))
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: true })
    await late.land(row('1', { done: true }))
    expect(coveredIn(world)).toEqual([])
  })

  it('a logout aborts it, and nothing of it is shown any more', async () => {
    const world = await loaded(undefined, { managers: [new LogoutManager()] })
    const sent = await world.send.patch('1', { title: 'new' })
    const read = await world.send.get('2')
    await read.fail(401)
    expect(coveredIn(world)).toEqual([])
    expect(shown(world)).toBeUndefined()
    expect(await sent.error()).toBeInstanceOf(Error)
    await turns()
    expect(coveredIn(world)).toEqual([])
    expect(world.store.getState().rest.entities).toEqual({})
  })

  it('the end of the work of the store takes it back', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    world.rest.dispose(world.store)
    expect(await sent.error()).toBeInstanceOf(Error)
    await turns()
    expect(coveredIn(world)).toEqual([])
    const { selectData } = world.rest.selectors
    expect(selectData(world.store.getState(), TodoResource.get, one)?.title).toBe('todo 1')
  })
  it('the end of the work of the store takes back what a mutation shows that waits in a scope', async () => {
    const { store, rest, controller } = await loaded()
    const { endpoint, calls } = holdMutation('rename', {
      schema: Todo,
      scope: [serial, 'all'],
      getOptimisticResponse: [optimistic, (_: unknown, title: string) => ({ id: '1', title })],
    })
    const promises = ['A', 'B'].map((title) => store.dispatch(rest.fetch(endpoint, title)))
    await turns()
    expect(controller.get(Todo, one)?.title).toBe('B')
    rest.dispose(store)
    await expect(promises[1]?.unwrap()).rejects.toMatchObject({ name: 'DisposedError' })
    await Promise.all(promises)
    await turns()
    expect(calls).toHaveLength(1)
    expect(store.getState().rest.confirmed).toEqual({})
    expect(rows(store.getState().rest.mutations)).toEqual([])
    expect(controller.get(Todo, one)?.title).toBe('todo 1')
  })
})
