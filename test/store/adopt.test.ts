import type { Action } from '@reduxjs/toolkit'
import { createRest, getRow, type RestState } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { createReplaceableStore } from '../support/replaceableStore'
import { turns } from '../support/turns'
import { API } from '../support/server'
import { createStore, User, UserResource } from '../support/world'

// What a state of another session is once this one has taken it over.

const NOW = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const KEY = `GET ${API}/users/1`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/** A store whose clock is a day ahead, with user 1. */
function openAhead() {
  vi.setSystemTime(NOW + DAY)
  const world = createStore()
  world.controller.setResponse(UserResource.get, { id: '1' }, { id: '1', name: 'Ada' })
  return world
}

/** The state after the first action of another store. */
function taken(state: RestState) {
  vi.setSystemTime(NOW)
  const world = createReplaceableStore({ rest: copy(state) })
  world.controller.set(User, { id: '2' }, { id: '2', name: 'Bob' })
  return { ...world, state: world.store.getState().rest }
}

describe('a state that a store takes over', () => {
  it('names the store, and its rows are older than all that the store does', () => {
    const { store } = openAhead()
    const before = store.getState().rest
    const { state } = taken(before)
    expect(before.session).not.toBe('')
    expect(state.session).not.toBe(before.session)
    expect(getRow(state.entities['User'], '1')?.meta).toEqual({
      fetchedAt: 0,
      landed: 0,
      date: NOW,
      expiresAt: NOW + 60_000,
    })
    expect(getRow(state.requests, KEY)).toMatchObject({
      fetchedAt: 0,
      landed: 0,
      date: NOW,
      expiresAt: NOW + 60_000,
    })
  })

  it('keeps its times where they are past', () => {
    const world = createStore()
    world.controller.setResponse(UserResource.get, { id: '1' }, { id: '1', name: 'Ada' })
    vi.setSystemTime(NOW + 10_000)
    const { requests } = createReplaceableStoreWith(world.store.getState().rest)
    expect(getRow(requests, KEY)).toMatchObject({ date: NOW, expiresAt: NOW + 60_000 })
  })

  it('has nothing in flight, and has forgotten resets', async () => {
    const { controller, store } = openAhead()
    const update = holdMutation('update', { schema: User })
    const read = holdRead('read', { schema: User })
    controller.reset()
    controller.setResponse(UserResource.get, { id: '1' }, { id: '1', name: 'Ada' })
    void controller.fetch(update.endpoint, { id: '1' }).catch(() => undefined)
    void controller.fetch(read.endpoint).catch(() => undefined)
    await turns()
    const { state } = taken(store.getState().rest)
    expect(state).toMatchObject({ mutations: {}, confirmed: {}, lastReset: 0 })
    expect(Object.keys(state.requests)).toEqual([KEY])
  })

  it('leaves hidden what is invalid, and stale what is expired', async () => {
    const { controller, store } = openAhead()
    controller.invalidate(UserResource.get, { id: '1' })
    controller.setResponse(UserResource.getList, [{ id: '2', name: 'Bob' }])
    controller.expireAll(UserResource.getList)
    const world = taken(store.getState().rest)
    expect(world.controller.getResponse(UserResource.get, { id: '1' }).data).toBeUndefined()
    const { selectRequest } = world.rest.selectors
    const list = selectRequest(world.store.getState(), UserResource.getList)
    expect(list.data).toHaveLength(1)
    expect(list.expiresAt).toBeLessThanOrEqual(NOW)
    expect(getRow(world.state.requests, `GET ${API}/users`)?.expiresAt).toBe(0)
  })

  it('is the same when the actions are replayed over it', () => {
    const { store } = openAhead()
    const before = copy(store.getState().rest)
    const { state, actions, controller, store: next } = taken(before)
    controller.invalidate(UserResource.get, { id: '1' })
    const { reducer } = createRest()
    const replayed = actions.reduce<RestState>((it, action) => reducer(it, action), before)
    expect(replayed).toEqual(next.getState().rest)
    expect(state.session).toBe(replayed.session)
    // Late and twice.
    expect(reducer(replayed, actions[0] as Action)).toEqual(replayed)
  })

  it('lets no response land of a read from before a reset', async () => {
    const { store, controller, replace } = createReplaceableStore()
    const read = holdRead('read', { schema: User })
    const update = holdMutation('update', { schema: User })
    const reading = controller.fetch(read.endpoint).catch((error: Error) => error.name)
    const updating = controller.fetch(update.endpoint, { id: '1' })
    await turns()
    controller.reset()
    expect(await reading).toBe('ResetError')
    replace({ rest: copy(openAhead().store.getState().rest) })
    update.calls[0]?.resolve({ id: '1', name: 'from before' })
    await updating
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    expect(store.getState().rest.lastReset).toBe(0)
  })
})

function createReplaceableStoreWith(state: RestState): RestState {
  const world = createReplaceableStore({ rest: copy(state) })
  world.controller.set(User, { id: '2' }, { id: '2', name: 'Bob' })
  return world.store.getState().rest
}
