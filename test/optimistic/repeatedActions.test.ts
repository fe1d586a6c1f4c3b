import type { Action, Middleware } from '@reduxjs/toolkit'
import type { RestState } from 'rtk-rest'
import { hydration } from 'rtk-rest/hydration'
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
  TodoResource,
  type World,
} from './world'

type Loaded = Awaited<ReturnType<typeof loaded>>

/** What selectors show of a state. */
function read({ rest }: Pick<World, 'rest'>, state: { rest: RestState }) {
  const { selectData, selectAll, selectQuery } = rest.selectors
  return copy({
    list: selectData(state, TodoResource.getList),
    details: selectData(state, TodoResource.get, one) ?? null,
    all: selectAll(state, Todo),
    bySlug: selectQuery(state, Todo, { slug: 'todo-1' }) ?? null,
  })
}

/** A history of many mutations, of which one is still in flight. */
async function busy() {
  const world = await loaded([row('1'), row('2'), row('3')])
  const { send } = world
  const patch = await send.patch('1', { title: 'patched', slug: 'patched' })
  const votes = [await send.vote('1'), await send.vote('1')]
  const created = [await send.create({ title: 'a' }), await send.create({ title: 'b' })]
  const removal = await send.remove('2')
  const reread = await send.list()
  await votes[0]?.fail()
  await created[1]?.land(row('5', { title: 'b' }), 201)
  await reread.land([row('1', { votes: 4 }), row('2'), row('3', { title: 'three' })])
  await patch.land(row('1', { title: 'patched', slug: 'patched', votes: 4 }))
  world.controller.set(Todo, { id: '3' }, { id: '3', done: true })
  await removal.land({ id: '2' })
  await votes[1]?.land(row('1', { title: 'patched', slug: 'patched', votes: 5 }))
  return { world, last: created[0] }
}

describe('an action of the store that comes a second time', () => {
  it.each([
    ['the same object', (action: Action) => action],
    ['a JSON copy', copy],
  ])('brings back no pending change: %s', async (_, again) => {
    const world = await loaded()
    const sent = await world.send.patch('1', { title: 'new' })
    const other = await world.send.create({ title: 'created' })
    await sent.fail(400)
    await other.land(row('3', { title: 'created' }), 201)
    const state = world.store.getState()
    const past = [...world.actions]
    for (const action of past) {
      world.store.dispatch(again(action))
      await turns(1)
      expect(coveredIn(world)).toEqual([])
      expect(titles(world)).toEqual(['todo 1', 'todo 2', 'created'])
    }
    expect(world.store.getState()).toEqual(state)
  })

  it('brings back no vote for what was deleted meanwhile', async () => {
    const world = await loaded()
    const vote = await world.send.vote('1')
    const removal = await world.send.remove('1')
    await removal.land({ id: '1' })
    await vote.fail(404)
    expect(coveredIn(world)).toEqual([])
    const past: readonly Action[] = [...world.actions]
    for (const action of past) {
      world.store.dispatch(action)
      await turns(1)
      expect(coveredIn(world)).toEqual([])
      expect(titles(world)).toEqual(['todo 2'])
    }
  })

  it.each([
    ['the same object', (action: Action) => action],
    ['a JSON copy', copy],
  ])('leaves what is in flight as it is: %s', async (_, again) => {
    const { world, last } = await busy()
    const [list, details] = [titles(world), copy(shown(world))]
    const past = [...world.actions]
    const covered = coveredIn(world)
    for (const action of past) {
      world.store.dispatch(again(action))
      await turns(1)
      expect(titles(world)).toEqual(list)
      expect(copy(shown(world))).toEqual(details)
      expect(coveredIn(world)).toEqual(covered)
    }
    await last?.fail(400)
    expect(coveredIn(world)).toEqual([])
  })
})

describe('an action that a middleware delays', () => {
  /** A world whose actions of one type wait until they are released. */
  const delaying = async (type: string) => {
    const held: (() => void)[] = []
    let isHeld = true
    const middleware: Middleware = () => (next) => (action) => {
      if (!isHeld || (action as Action).type !== type) return next(action)
      held.push(() => next(action))
      return action
    }
    const world = await loaded(undefined, { middleware })
    const release = async (): Promise<void> => {
      isHeld = false
      for (const run of held) run()
      await turns()
    }
    return { world, release }
  }

  it('until its mutation has ended brings no pending change', async () => {
    const { world, release } = await delaying('rest/Todo.partialUpdate/pending')
    const sent = await world.send.patch('1', { title: 'new' })
    expect(shown(world)?.title).toBe('todo 1')
    await sent.fail(400)
    await release()
    expect(coveredIn(world)).toEqual([])
    expect(shown(world)?.title).toBe('todo 1')
  })

  it('while its mutation is in flight shows it when it comes', async () => {
    const { world, release } = await delaying('rest/Todo.vote/pending')
    const sent = await world.send.vote('1')
    const other = await world.send.vote('1')
    await release()
    expect(shown(world)?.votes).toBe(2)
    await sent.land(row('1', { votes: 1 }))
    await other.land(row('1', { votes: 2 }))
    expect(shown(world)?.votes).toBe(2)
    expect(coveredIn(world)).toEqual([])
  })

  it('and that puts pending changes back causes no endless actions', async () => {
    const held: (() => void)[] = []
    const middleware: Middleware = () => (next) => (action) => {
      if ((action as Action).type !== 'rest/settle') return next(action)
      held.push(() => next(action))
      queueMicrotask(() => held.pop()?.())
      return action
    }
    const world = await loaded(undefined, { middleware })
    const before = world.store.getState()
    const sent = await world.send.patch('1', { title: 'new' })
    world.replace(before)
    await turns()
    expect(shown(world)?.title).toBe('new')
    expect(settleActions(world)).toBeLessThan(5)
    await sent.fail(400)
    expect(shown(world)?.title).toBe('todo 1')
  })

  it('and that ends a mutation leaves the others as they are', async () => {
    const { world, release } = await delaying('rest/Todo.vote/fulfilled')
    const [first, second] = [await world.send.vote('1'), await world.send.vote('1')]
    const patch = await world.send.patch('1', { title: 'new' })
    await first.land(row('1', { votes: 1 }))
    await second.fail(400)
    await release()
    expect(shown(world)).toMatchObject({ title: 'new', votes: 1 })
    await patch.fail(400)
    expect(shown(world)).toMatchObject({ title: 'todo 1', votes: 1 })
    expect(coveredIn(world)).toEqual([])
  })
})

describe('a middleware that copies every action', () => {
  it.each([
    ['itself', (action: Action) => ({ ...action })],
    ['with all that is in it', copy],
  ])('%s changes nothing, and causes no more actions', async (_, copied) => {
    const middleware: Middleware = () => (next) => (action) => next(copied(action as Action))
    const world = await loaded(undefined, { middleware })
    const sent = await world.send.patch('1', { title: 'new' })
    const vote = await world.send.vote('1')
    await turns()
    expect(settleActions(world)).toBe(0)
    expect(shown(world)).toMatchObject({ title: 'new', votes: 1 })
    await sent.fail(400)
    expect(shown(world)).toMatchObject({ title: 'todo 1', votes: 1 })
    await vote.land(row('1', { votes: 1 }))
    await turns()
    expect(coveredIn(world)).toEqual([])
    expect(settleActions(world)).toBe(0)
  })
})

describe('two middlewares, of which one copies every action and one delays those that end votes', () => {
  const copying: Middleware = () => (next) => (action) => next(copy(action))

  it.each([
    ['both in front', (it: Middleware) => ({ middleware: joined(copying, it) })],
    ['the copies in front', (it: Middleware) => ({ middleware: copying, behind: it })],
    ['the delays in front', (it: Middleware) => ({ middleware: it, behind: copying })],
    ['both behind', (it: Middleware) => ({ behind: joined(it, copying) })],
  ])('show in the end what the server has: %s', async (_, place) => {
    const held: (() => void)[] = []
    const delaying: Middleware = () => (next) => (action) => {
      if ((action as Action).type !== 'rest/Todo.vote/fulfilled') return next(action)
      held.push(() => next(action))
      return action
    }
    const world = await loaded(undefined, place(delaying))
    const vote = await world.send.vote('1')
    const patch = await world.send.patch('1', { title: 'new' })
    await vote.land(row('1', { votes: 1 }))
    expect(shown(world)).toMatchObject({ title: 'new' })
    await patch.land(row('1', { votes: 1, title: 'new' }))
    for (const release of held) release()
    await turns()
    expect(shown(world)).toMatchObject({ title: 'new', votes: 1 })
    expect(coveredIn(world)).toEqual([])
    expect(Object.keys(world.store.getState().rest.mutations)).toEqual([])
    expect(settleActions(world)).toBeLessThan(5)
  })
})

describe('a middleware that takes what is expected out of every action', () => {
  it('causes no endless actions', async () => {
    const middleware: Middleware = () => (next) => (action) => {
      const { payload, ...rest } = action as Action & { payload?: { confirmed?: object } }
      return next(payload?.confirmed === undefined ? action : { ...rest, payload: {} })
    }
    const world = await loaded(undefined, { middleware })
    const sent = await world.send.patch('1', { title: 'new' })
    await turns()
    expect(shown(world)?.title).toBe('todo 1')
    await sent.land(row('1', { title: 'new' }))
    await turns()
    expect(shown(world)?.title).toBe('new')
    expect(settleActions(world)).toBeLessThan(5)
  })
})

describe('an action of another store', () => {
  it('brings no pending change, and leaves those that are there', async () => {
    const other = await loaded([row('1'), row('2', { title: 'of the other' })])
    await other.send.patch('1', { title: 'expected there' })
    const created = await other.send.create({ title: 'created there' })
    await created.land(row('9', { title: 'created there' }), 201)
    const world = await loaded(undefined, { managers: [hydration()] })
    const sent = await world.send.patch('1', { done: true })
    for (const action of other.actions) world.store.dispatch(copy<Action>(action))
    await turns()
    expect(coveredIn(world)).toHaveLength(1)
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: true })
    expect(world.controller.get(Todo, { id: '9' })?.title).toBe('created there')
    await sent.fail(400)
    expect(shown(world)).toMatchObject({ title: 'todo 1', done: false })
    expect(coveredIn(world)).toEqual([])
  })

  it('brings what the server said, and not what was expected over that there', async () => {
    const other = await loaded()
    const patch = await other.send.patch('1', { title: 'expected there' })
    const creation = await other.send.create({ title: 'expected there' })
    const read = await other.send.list()
    await read.land([row('1'), row('2', { title: 'of the server' })])
    await patch.fail(400)
    await creation.fail(400)
    const world = await loaded(undefined, { managers: [hydration()] })
    for (const action of other.actions) world.store.dispatch(copy<Action>(action))
    await turns()
    expect(titles(world)).toEqual(['todo 1', 'of the server'])
    expect(shown(world)?.title).toBe('todo 1')
  })

  it('computes what is in flight anew over the rows that it brings', async () => {
    const other = await loaded([row('7', { votes: 20 })])
    const world = await loaded([], { managers: [hydration()] })
    const vote = await world.send.vote('7')
    expect(shown(world, '7')).toBeUndefined()
    for (const action of other.actions) world.store.dispatch(copy<Action>(action))
    await turns()
    expect(shown(world, '7')?.votes).toBe(21)
    await vote.fail(400)
    expect(shown(world, '7')?.votes).toBe(20)
  })
})

describe('a history with optimistic mutations', () => {
  const replay = ({ rest }: Loaded, actions: readonly Action[]) =>
    actions.reduce(rest.reducer, undefined as unknown as RestState)

  it('gives an equal state when it is replayed into a new reducer', async () => {
    const { world } = await busy()
    const state = world.store.getState().rest
    expect(state.confirmed).not.toEqual({})
    expect(replay(world, world.actions)).toEqual(state)
    expect(replay(world, copy(world.actions))).toEqual(state)
  })

  it('reads the same from JSON copies of its states, at each step', async () => {
    const { world } = await busy()
    const { rest } = world
    let state = rest.reducer(undefined, { type: '@@init' })
    for (const action of world.actions) {
      state = rest.reducer(state, action as Action)
      const found = read(world, { rest: state })
      expect(read(world, { rest: copy(state) })).toEqual(found)
      expect(read(createWorld(), { rest: copy(state) })).toEqual(found)
    }
    expect(read(world, { rest: state })).toEqual(read(world, world.store.getState()))
  })
})

describe('an action of the store that comes late', () => {
  it('to a reducer after the end of a change that was shown over it, takes nothing back', async () => {
    const world = await loaded()
    const first = await world.send.patch('1', { title: 'first' })
    const second = await world.send.patch('1', { done: true })
    await first.land(row('1', { title: 'first' }))
    await second.fail(400)
    const { rest, actions, store } = world
    const late = actions.findIndex(({ type }) => type.endsWith('partialUpdate/fulfilled'))
    const order = [...actions.slice(0, late), ...actions.slice(late + 1), actions[late]]
    const replayed = order.reduce<RestState>(
      (state, action) => rest.reducer(state, action as Action),
      rest.getInitialState(),
    )
    expect(read(world, { rest: replayed })).toEqual(read(world, store.getState()))
    expect(titles(world)).toEqual(['first', 'todo 2'])
  })
})

function joined(first: Middleware, second: Middleware): Middleware {
  return (api) => (next) => first(api)(second(api)(next))
}
