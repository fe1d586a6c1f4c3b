import { All } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { turns } from '../support/turns'
import {
  copy,
  createWorld,
  settleActions,
  coveredIn,
  loaded,
  one,
  row,
  shown,
  titles,
  Todo,
} from './world'

describe('a jump to an earlier state', () => {
  it('in which a mutation was in flight that has ended does not show it', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const during = world.store.getState()
    await sent.fail(400)
    const count = settleActions(world)
    world.replace(during)
    await turns()
    expect(shown(world)?.title).toBe('todo 1')
    expect(coveredIn(world)).toEqual([])
    expect(settleActions(world)).toBe(count + 1)
    expect(titles(world)).toEqual(['todo 1', 'todo 2'])
  })

  it('and back again drops the pending changes each time', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const during = world.store.getState()
    await sent.land(row('1', { title: 'confirmed' }))
    const after = world.store.getState()
    for (const state of [during, after, during]) {
      world.replace(state)
      await turns()
      expect(coveredIn(world)).toEqual([])
    }
    expect(shown(world)?.title).toBe('todo 1')
  })

  it('from before a mutation that is in flight shows it again', async () => {
    const world = await loaded()
    const before = world.store.getState()
    const sent = await world.send.patch('1', { title: 'new' })
    world.replace(before)
    await turns()
    expect(shown(world)?.title).toBe('new')
    await sent.fail(400)
    expect(shown(world)?.title).toBe('todo 1')
    expect(coveredIn(world)).toEqual([])
  })

  it('with other rows computes what is in flight anew over them', async () => {
    const world = await loaded()
    const before = world.store.getState()
    world.controller.set(Todo, one, { id: '1', votes: 10 })
    const sent = await world.send.vote('1')
    expect(shown(world)?.votes).toBe(11)
    world.replace(before)
    await turns()
    expect(shown(world)?.votes).toBe(1)
    await sent.land(row('1', { votes: 11 }))
    expect(shown(world)?.votes).toBe(11)
    expect(coveredIn(world)).toEqual([])
  })

  it('while one mutation is in flight and another has ended keeps the one, and drops the other', async () => {
    const world = await loaded()
    const ending = await world.send.patch('1', { title: 'ended' })
    const going = await world.send.patch('1', { done: true })
    const during = world.store.getState()
    await ending.fail(400)
    world.replace(copy(during))
    await turns()
    expect(coveredIn(world)).toHaveLength(1)
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: true })
    await going.land(row('1', { done: true }))
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: true })
  })
})

describe('a copy of the state as it is', () => {
  it('as some reducers make it of every action, causes no action', async () => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const count = settleActions(world)
    world.replace({ rest: { ...world.store.getState().rest } })
    await turns()
    expect(settleActions(world)).toBe(count)
    expect(shown(world)?.title).toBe('new')
    await sent.fail(400)
    expect(shown(world)?.title).toBe('todo 1')
  })
})

describe('a preloaded state', () => {
  /** The state of another store with a patch and a creation in flight. */
  const saved = async () => {
    const world = await loaded()
    await world.send.patch('1', { title: 'new' })
    await world.send.create({ title: 'created' })
    expect(titles(world)).toEqual(['new', 'todo 2', 'created'])
    return copy(world.store.getState())
  }

  it('with pending changes of another store shows none of them', async () => {
    const world = createWorld({ preloadedState: await saved() })
    expect(titles(world)).toEqual(['todo 1', 'todo 2'])
    expect(shown(world)?.title).toBe('todo 1')
    expect(world.controller.get(new All(Todo))).toHaveLength(2)
    await turns()
    expect(coveredIn(world)).toEqual([])
    expect(settleActions(world)).toBe(1)
    expect(titles(world)).toEqual(['todo 1', 'todo 2'])
  })

  it('with a mutation that was in flight elsewhere does not show it to components that only select', async () => {
    const state = await saved()
    const worlds = [createWorld({ preloadedState: state }), createWorld({ preloadedState: state })]
    await turns()
    for (const world of worlds) {
      const { selectEntity, selectIsPending, selectIsMutating } = world.rest.selectors
      const now = world.store.getState()
      expect(selectEntity(now, Todo, one)?.title).toBe('todo 1')
      expect(selectIsPending(now, Todo, '1')).toBe(false)
      expect(selectIsMutating(now)).toBe(false)
      expect(settleActions(world)).toBe(1)
    }
  })

  it('without a mutation in flight causes no action', async () => {
    const { store } = await loaded()
    const preloadedState = copy(store.getState())
    const world = createWorld({ preloadedState })
    await turns()
    expect(world.actions).toEqual([])
    expect(world.store.getState()).toEqual(preloadedState)
  })

  it('that is imported while a mutation is in flight is shown with this mutation', async () => {
    const state = await saved()
    const world = await loaded([row('1'), row('2')])
    const sent = await world.send.patch('1', { done: true })
    world.replace(state)
    await turns()
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: true })
    expect(titles(world)).toEqual(['todo 1', 'todo 2'])
    expect(coveredIn(world)).toHaveLength(1)
    await sent.land(row('1', { done: true }))
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: true })
    expect(coveredIn(world)).toEqual([])
  })
})

describe('two stores', () => {
  it('do not show the mutations of each other', async () => {
    const world = await loaded()
    const other = createWorld({ preloadedState: world.store.getState() })
    const sent = await world.send.patch('1', { title: 'new' })
    expect([shown(world)?.title, shown(other)?.title]).toEqual(['new', 'todo 1'])
    await sent.land(row('1', { title: 'new' }))
    expect([shown(world)?.title, shown(other)?.title]).toEqual(['new', 'todo 1'])
    expect(coveredIn(other)).toEqual([])
  })
})
