import type { Action } from '@reduxjs/toolkit'
import { Endpoint, Invalidate } from 'rtk-rest'
import { hydration } from 'rtk-rest/hydration'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { createReplaceableStore } from '../support/replaceableStore'
import { turns } from '../support/turns'
import { createStore, User } from '../support/world'

type World = ReturnType<typeof createReplaceableStore>

const today = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

let now = today

beforeEach(() => {
  now = today
  // A slow machine: the clock advances at each read.
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1))
})

const getUser = new Endpoint(async ({ id }: { id: string }) => ({ id, name: 'server' }), {
  name: 'getUser',
  schema: User,
})

/** A state as a machine saved it whose clock is a day ahead. */
function savedState() {
  const { store, controller } = createReplaceableStore()
  now = today + DAY
  controller.setResponse(getUser, { id: '1' }, { id: '1', name: 'imported' })
  now = today
  return JSON.parse(JSON.stringify(store.getState())) as ReturnType<typeof store.getState>
}

function importInto({ replace }: World): void {
  replace(savedState())
}

const nameIn = ({ controller }: World) => controller.getResponse(getUser, { id: '1' }).data?.name

describe('directly after the import of a state,', () => {
  it('a set replaces imported data', () => {
    const world = createReplaceableStore()
    importInto(world)
    world.controller.set(User, { id: '1' }, { id: '1', name: 'by hand' })
    expect(nameIn(world)).toBe('by hand')
  })

  it('setResponse replaces imported data', () => {
    const world = createReplaceableStore()
    importInto(world)
    world.controller.setResponse(getUser, { id: '1' }, { id: '1', name: 'by hand' })
    expect(nameIn(world)).toBe('by hand')
  })

  it('setError replaces imported data', () => {
    const world = createReplaceableStore()
    importInto(world)
    world.controller.setError(getUser, { id: '1' }, new Error('by hand'))
    expect(world.controller.getError(getUser, { id: '1' })?.message).toBe('by hand')
  })

  it('a fetch replaces imported data', async () => {
    const world = createReplaceableStore()
    importInto(world)
    expect(await world.controller.fetch(getUser, { id: '1' })).toMatchObject({ name: 'server' })
    expect(nameIn(world)).toBe('server')
  })

  it.each(['invalidate', 'invalidateAll', 'reset'] as const)(
    '%s makes imported data invalid',
    (kind) => {
      const world = createReplaceableStore()
      const { controller } = world
      importInto(world)
      if (kind === 'invalidate') controller.invalidate(getUser, { id: '1' })
      else if (kind === 'invalidateAll') controller.invalidateAll(getUser)
      else controller.reset()
      expect(nameIn(world)).toBeUndefined()
    },
  )

  it('expireAll makes imported data stale', async () => {
    const world = createReplaceableStore()
    const { controller } = world
    importInto(world)
    controller.expireAll(getUser)
    expect(await controller.fetchIfStale(getUser, { id: '1' })).toMatchObject({ name: 'server' })
  })
})

const updateUser = new Endpoint(async ({ id }: { id: string }) => ({ id, name: 'confirmed' }), {
  name: 'updateUser',
  schema: User,
  sideEffect: true,
})

/** The actions of a store, as its reducer got them. */
function record({ actions }: World): Action[] {
  actions.length = 0
  return actions
}

describe('an action that is dispatched again', () => {
  /** A store that wrote something else after the import, and has that action. */
  const afterImport = () => {
    const world = createReplaceableStore()
    importInto(world)
    const actions = record(world)
    world.controller.set(User, { id: '2' }, { id: '2', name: 'another' })
    const [first] = JSON.parse(JSON.stringify(actions)) as [Action]
    const { rest, store } = world
    return { ...world, reducedAgain: () => rest.reducer(store.getState().rest, first) }
  }

  it('does not restore imported data that a mutation has changed', async () => {
    const { controller, store, reducedAgain } = afterImport()
    await controller.fetch(updateUser, { id: '1' })
    expect(reducedAgain()).toEqual(store.getState().rest)
  })

  it('does not restore imported data that was invalidated', () => {
    const { controller, store, reducedAgain } = afterImport()
    controller.invalidate(getUser, { id: '1' })
    expect(reducedAgain()).toEqual(store.getState().rest)
  })

  it('does not restore imported data after a reset', () => {
    const { controller, store, reducedAgain } = afterImport()
    controller.reset()
    expect(reducedAgain()).toEqual(store.getState().rest)
  })

  it('after an import does not make imported data newer than the import', async () => {
    const world = createReplaceableStore()
    const actions = record(world)
    world.controller.setResponse(getUser, { id: '2' }, { id: '2', name: 'another' })
    importInto(world)
    world.store.dispatch(actions[0] as Action)
    await world.controller.fetch(getUser, { id: '1' })
    expect(nameIn(world)).toBe('server')
  })

  it('by another store after an import does not make imported data newer than the import', async () => {
    const other = createStore()
    other.controller.set(User, { id: '2' }, { id: '2', name: 'another' })
    const world = createReplaceableStore(undefined, [hydration()])
    importInto(world)
    world.store.dispatch(JSON.parse(JSON.stringify(other.actions[0])) as Action)
    await world.controller.fetch(getUser, { id: '1' })
    expect(nameIn(world)).toBe('server')
  })
})

describe('a state that a subscriber imports during a dispatch', () => {
  it('is replaced by the responses of requests in flight', async () => {
    const world = createReplaceableStore()
    const { controller, store } = world
    const held = holdRead('getUser', { schema: User })
    const promise = controller.fetch(held.endpoint, { id: '1' })
    await turns()
    let isImported = false
    store.subscribe(() => {
      if (isImported) return
      isImported = true
      importInto(world)
    })
    controller.set(User, { id: '2' }, { id: '2', name: 'another' })
    expect(nameIn(world)).toBe('imported')
    held.calls[0]?.resolve({ id: '1', name: 'server' })
    await promise
    expect(nameIn(world)).toBe('server')
  })

  it('does not replace the data that the action has written', async () => {
    const world = createReplaceableStore()
    const { controller, store, replace } = world
    const held = holdRead('getUser', { schema: User })
    const promise = controller.fetch(held.endpoint, { id: '1' })
    await turns()
    let isReplaced = false
    store.subscribe(() => {
      if (isReplaced) return
      isReplaced = true
      // Another part of the state is replaced, ours is what it was.
      replace({ ...store.getState() })
    })
    controller.set(User, { id: '1' }, { id: '1', name: 'by hand' })
    held.calls[0]?.resolve({ id: '1', name: 'older' })
    await promise
    expect(controller.get(User, { id: '1' })?.name).toBe('by hand')
  })
})

describe('a mutation that overlaps a deletion, with an import of an older state after both,', () => {
  it('stores its response', async () => {
    const world = createReplaceableStore()
    const { controller, store, replace } = world
    const update = holdMutation('update', { schema: User })
    const remove = holdMutation('remove', { schema: new Invalidate(User) })
    controller.setResponse(getUser, { id: '1' }, { id: '1', name: 'before' })
    const past = store.getState()
    const updated = controller.fetch(update.endpoint, { id: '1' })
    const removed = controller.fetch(remove.endpoint, { id: '1' })
    await turns()
    remove.calls[0]?.resolve({ id: '1' })
    await removed
    expect(nameIn(world)).toBeUndefined()
    replace(past)
    expect(nameIn(world)).toBe('before')
    update.calls[0]?.resolve({ id: '1', name: 'confirmed' })
    await updated
    expect(nameIn(world)).toBe('confirmed')
  })
})
