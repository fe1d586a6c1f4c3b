import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { createRest, getRow, type RestAction } from 'rtk-rest'
import { hydration } from 'rtk-rest/hydration'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { actionRows, request, row, times } from '../hostile/actions'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore as createPlainStore, User, UserResource } from '../support/world'

type Fields = Record<string, unknown>

const createStore = () => createPlainStore({ managers: [hydration()] })

/** Some of each kind of action that a store sends. */
async function sentActions() {
  server.use(
    http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })),
    http.get(`${API}/users/9`, () => HttpResponse.json({}, { status: 404 })),
  )
  const world = createStore()
  const { controller, actions } = world
  const update = holdMutation('update', { schema: User })
  const lost = controller.fetch(update.endpoint, { id: '1' }).catch(() => undefined)
  await turns()
  await controller.fetch(UserResource.get, { id: '1' })
  await controller.fetch(UserResource.get, { id: '1' })
  await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
  update.calls[0]?.reject(new Error('lost'))
  await lost
  controller.set(User, { id: '1' }, { id: '1', name: 'Bea' })
  controller.invalidate(UserResource.get, { id: '1' })
  controller.invalidateAll(UserResource.get)
  controller.expireAll(UserResource.get)
  const late = controller.fetch(update.endpoint, { id: '1' })
  await turns()
  controller.reset()
  controller.set(User, { id: '1' }, { id: '1', name: 'Cid' })
  // It ends after the reset, and so makes everything stale.
  update.calls[1]?.resolve({ id: '1' })
  await late
  const own = actions.map((it) => it as unknown as { type: string; meta: Fields; payload?: Fields })
  return { ...world, own }
}

/** A row that another store wrote by hand, as its clock showed it. */
function theirSet(now: number) {
  const meta = { fetchedAt: now, date: now, expiresAt: 8.64e15, landed: now }
  const entities = { User: { 1: { ...row, data: { id: '1', name: 'theirs' }, meta } } }
  return { type: 'rest/User/set', payload: { entities }, meta: { ...meta, kind: 'set' } }
}

describe('an action of another store', () => {
  it('is refused without `hydration()`, with the line to write', () => {
    const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { store } = createPlainStore()
    const before = store.getState()
    store.dispatch(theirSet(1))
    expect(store.getState()).toBe(before)
    expect(refused.mock.calls).toEqual([
      [expect.stringMatching(/^rest\/User\/set was refused: .*managers: \[hydration\(\)\]/)],
    ])
    refused.mockClear()
  })

  it('is not mentioned where `hydration()` would not take it either', async () => {
    server.use(http.get(`${API}/users/9`, () => HttpResponse.json({}, { status: 404 })))
    const other = createPlainStore()
    await other.controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    const { store } = createPlainStore()
    const before = store.getState()
    for (const action of other.actions) store.dispatch({ ...action })
    expect(store.getState()).toBe(before)
  })
})

describe('an action of this library that was written by hand', () => {
  it.each(actionRows)(
    'with %s is ignored with an error, and the store continues to work',
    async (_, action) => {
      const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
      const { store, controller } = createStore()
      const before = store.getState()
      store.dispatch({ type: 'rest/by hand', ...action })
      expect(store.getState()).toBe(before)
      expect(refused.mock.calls).toEqual([
        [expect.stringMatching(/^rest\/by hand was refused: .+\.$/)],
      ])
      refused.mockClear()
      expect(await controller.fetch(UserResource.get, { id: '1' })).toMatchObject({ name: 'Ada' })
      expect(refused).not.toHaveBeenCalled()
    },
  )

  it('writes rows as a set does: what is requested later replaces them', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'ours' })))
    const { store, controller, rest } = createStore()
    store.dispatch({
      type: 'rest/User.get/pending',
      meta: { ...request, requestStatus: 'pending' },
    })
    expect(store.getState().rest.requests).toEqual({})
    store.dispatch(theirSet(Date.now() + 1e9))
    const { selectEntity } = rest.selectors
    expect(selectEntity(store.getState(), User, '1')).toMatchObject({ name: 'theirs' })
    await controller.fetch(UserResource.get, { id: '1' })
    expect(selectEntity(store.getState(), User, '1')).toMatchObject({ name: 'ours' })
  })

  it('stays during a read in flight, and is fetched again', async () => {
    const { store, controller } = createStore()
    const held = holdRead('getUser', { schema: User })
    const promise = controller.fetch(held.endpoint)
    await turns()
    store.dispatch(theirSet(1))
    held.calls[0]?.resolve({ id: '1', name: 'older' })
    await promise
    expect(controller.get(User, { id: '1' })).toMatchObject({ name: 'theirs' })
    void controller.fetchIfStale(held.endpoint)
    await turns()
    expect(held.calls).toHaveLength(2)
  })

  it.each(['expireAll', 'invalidateAll', 'write'])('of the kind %s does not add rows', (kind) => {
    const { store, controller } = createStore()
    controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
    const { entities } = store.getState().rest
    const payload = {
      keys: ['a'],
      requests: ['a'],
      entities: 'abc',
    }
    const meta = { kind, label: kind, ...times }
    store.dispatch({ type: `rest/${kind}`, meta, payload })
    expect(store.getState().rest.entities).toBe(entities)
  })

  it('that another store broadcasts has the same effect here, with the current time', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
    const [one, other] = [createStore(), createStore()]
    await one.controller.fetch(UserResource.get, { id: '1' })
    const broadcast = (): void => {
      for (const action of one.actions) other.store.dispatch(JSON.parse(JSON.stringify(action)))
      one.actions.length = 0
    }
    broadcast()
    expect(other.controller.getResponse(UserResource.get, { id: '1' }).data).toMatchObject({
      name: 'Ada',
    })
    expect(other.store.getState().rest.requests).toMatchObject({
      [`GET ${API}/users/1`]: { status: 'fulfilled' },
    })
    one.controller.invalidate(UserResource.get, { id: '1' })
    broadcast()
    expect(other.controller.getResponse(UserResource.get, { id: '1' }).data).toBeUndefined()
    await other.controller.fetch(UserResource.get, { id: '1' })
    one.controller.reset()
    broadcast()
    expect(other.store.getState().rest).toMatchObject({ entities: {}, requests: {} })
    // It was reset now, not when the other store was: what starts from now on lands.
    expect(await other.controller.fetch(UserResource.get, { id: '1' })).toMatchObject({ id: '1' })
  })

  it('is applied unchanged by a reducer without a store', () => {
    const { reducer } = createRest()
    const action = { type: 'rest/reset', meta: { kind: 'reset', ...times } } as RestAction
    expect(reducer(undefined, action as never)).toMatchObject({ lastReset: 1 })
  })
})

describe('a copy of an action of this store, made by another middleware,', () => {
  /** A store with a middleware before ours that adds to the meta of each action, as those for logs and tabs do. */
  const createCopying = () => {
    const rest = createRest()
    const copy: Middleware = () => (next) => (action) => {
      const { meta, ...others } = action as { meta?: object }
      return next({ ...others, ...(meta && { meta: { ...meta, tab: 1 } }) })
    }
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(copy, rest.middleware),
    })
    const controller = rest.getController(store)
    const nameOf = (id: string) =>
      (controller.get(User, { id }) as { name?: string } | undefined)?.name
    return { controller, store, nameOf }
  }

  it('sets a row even if a read of the row is in flight', async () => {
    const { controller, nameOf } = createCopying()
    const held = holdRead('getUser', { schema: User })
    const promise = controller.fetch(held.endpoint)
    await turns()
    controller.set(User, { id: '1' }, { id: '1', name: 'by hand' })
    held.calls[0]?.resolve({ id: '1', name: 'older' })
    await promise
    expect(nameOf('1')).toBe('by hand')
  })

  it('makes the row fresh again if it sets the same data', async () => {
    const { controller, store } = createCopying()
    const before = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: before })
    controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
    vi.setSystemTime(before + 30_000)
    controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
    const { User: users } = store.getState().rest.entities
    expect(getRow(users, '1')?.meta).toMatchObject({ expiresAt: before + 90_000 })
  })

  it.each(['invalidate', 'invalidateAll', 'reset'] as const)(
    'of the kind %s discards earlier requests in flight, and one new request is sent',
    async (kind) => {
      const { controller } = createCopying()
      const held = holdRead('getUser', { schema: User })
      const promise = controller.fetch(held.endpoint)
      await turns()
      if (kind === 'invalidate') controller.invalidate(held.endpoint)
      else if (kind === 'invalidateAll') controller.invalidateAll(held.endpoint)
      else controller.reset()
      held.calls[0]?.resolve({ id: '1', name: 'older' })
      await promise.catch(() => undefined)
      expect(controller.getResponse(held.endpoint).data).toBeUndefined()
    },
  )
})

describe('a complete copy of an action of this store', () => {
  it.each([
    ['of the action', (it: object) => ({ ...it })],
    ['as text', (it: object) => JSON.parse(JSON.stringify(it)) as object],
  ])('is not reported: %s', async (_, copy) => {
    const { store, own } = await sentActions()
    const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const action of own) store.dispatch(copy(action) as never)
    expect(refused).not.toHaveBeenCalled()
  })
})
