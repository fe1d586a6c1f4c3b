import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { createRest, getRow, type RestAction } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { actionRows, request, row, times } from '../hostile/actions'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, User, UserResource } from '../support/world'

type Fields = Record<string, unknown>

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

/** The console message for an action that is ignored, in development or in production. */
function refusal(type: string): RegExp {
  return new RegExp(`^(?:${type} was refused: .+\\.|rtk-rest/refused-action: ${type}, .+)$`)
}

/** The meta that makes an action one of the store that gave the id. */
function idOf({ kind }: { readonly kind: string }, id: string): object {
  return kind === 'request' ? { requestId: id } : { actionId: id }
}

/** The console message for an action that no store makes, after which the store has to continue to work. */
async function refuse(actionOf: (id: string) => object): Promise<unknown[]> {
  const { store, controller, own } = await sentActions()
  const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const id = own.find(({ meta }) => meta['kind'] === 'set')?.meta['actionId'] as string
  const before = store.getState()
  store.dispatch({ type: 'rest/by hand', ...actionOf(id) })
  expect(store.getState()).toBe(before)
  const messages = refused.mock.calls.map(([message]) => message as unknown)
  refused.mockClear()
  await expect(controller.fetch(UserResource.get, { id: '1' })).resolves.toMatchObject({ id: '1' })
  return messages
}

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
      expect(refused.mock.calls).toEqual([[expect.stringMatching(refusal('rest/by hand'))]])
      refused.mockClear()
      expect(await controller.fetch(UserResource.get, { id: '1' })).toMatchObject({ name: 'Ada' })
      expect(refused).not.toHaveBeenCalled()
    },
  )

  it.each(actionRows.filter(([what]) => what !== 'an id that is no text'))(
    'with %s is ignored with an error even if it has the store id',
    async (_, action) => {
      const { meta, ...others } = action as { meta: { kind: string } }
      const refused = await refuse((id) => ({ ...others, meta: { ...meta, ...idOf(meta, id) } }))
      expect(refused).toEqual([expect.stringMatching(refusal('rest/by hand'))])
    },
  )

  it('writes rows as imported ones, which do not replace rows of a request in flight', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'ours' })))
    const { store, controller, rest } = createStore()
    const meta = { ...times, fetchedAt: Date.now() + 1e9, date: Date.now() + 1e9, expiresAt: 9e15 }
    const theirs = {
      ...row,
      data: { id: '1', name: 'theirs' },
      meta: { ...meta, landed: meta.fetchedAt },
    }
    const entities = { User: { 1: theirs } }
    store.dispatch({
      type: 'rest/User.get/pending',
      meta: { ...request, requestStatus: 'pending' },
    })
    expect(store.getState().rest.requests).toEqual({})
    store.dispatch({ type: 'rest/User/set', payload: { entities }, meta: { ...meta, kind: 'set' } })
    const { selectEntity } = rest.selectors
    expect(selectEntity(store.getState(), User, '1')).toMatchObject({ name: 'theirs' })
    await controller.fetch(UserResource.get, { id: '1' })
    expect(selectEntity(store.getState(), User, '1')).toMatchObject({ name: 'ours' })
  })

  it.each(['expireAll', 'invalidateAll', 'write', 'optimistic'])(
    'of the kind %s does not add rows or repairs',
    (kind) => {
      const { store, controller } = createStore()
      controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
      const { entities } = store.getState().rest
      const payload = {
        keys: ['a'],
        requests: ['a'],
        entities: 'abc',
        repaired: { entities: 'abc' },
      }
      const meta = { kind, label: kind, ...times }
      store.dispatch({ type: `rest/${kind}`, meta, payload })
      expect(store.getState().rest.entities).toBe(entities)
    },
  )

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

const later = 8.64e15
const unread = { meta: { ...times, expiresAt: 1 }, invalid: false, data: {} }

/** What each kind of own action is altered to, so that it cannot be read. */
const altered: readonly (readonly [kind: string, what: string, alter: (it: Fields) => Fields])[] = [
  ...['request', 'set'].flatMap((kind) => [
    [kind, 'rows that are text', () => ({ entities: 'abc' })] as const,
    [kind, 'a row that is null', () => ({ entities: { Item: { 1: null } } })] as const,
    [kind, 'a row without landing', () => ({ entities: { User: { 1: unread } } })] as const,
    [kind, 'touched rows that are text', () => ({ touched: { User: 'abc' } })] as const,
    [kind, 'touched rows of nothing', () => ({ touched: { User: [null] } })] as const,
    [kind, 'repairs of nothing', () => ({ repaired: {} })] as const,
  ]),
  ['expireAll', 'keys that are text', () => ({ keys: 'abc' })],
  ['expireAll', 'rows that are null', () => ({ entities: { User: { 1: null } } })],
  ['invalidateAll', 'keys that are text', () => ({ keys: 'abc' })],
  ['invalidate', 'no key', () => ({ key: undefined })],
  ['invalidate', 'repairs that are text', () => ({ repaired: { entities: 'abc' } })],
  ['reset', 'wrong rows', () => ({ requests: { a: 1 } })],
]

describe('a malformed copy of an action of this store', () => {
  it.each(altered)(
    '(%s) with %s is ignored with an error, and the store continues to work',
    async (kind, _, alter) => {
      const { store, controller, own } = await sentActions()
      const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const before = store.getState()
      const copied = own.filter(
        ({ meta, payload }) => meta['kind'] === kind && (payload !== undefined || kind === 'reset'),
      )
      expect(copied).not.toHaveLength(0)
      for (const { payload, ...action } of copied) {
        const meta = { ...action.meta, fetchedAt: later }
        store.dispatch({ ...action, meta, payload: { ...payload, ...alter(payload ?? {}) } })
      }
      expect(store.getState()).toBe(before)
      expect(refused.mock.calls).toEqual(
        copied.map(({ type }) => [expect.stringMatching(refusal(type))]),
      )
      refused.mockClear()
      await expect(controller.fetch(UserResource.get, { id: '1' })).resolves.toMatchObject({
        id: '1',
      })
    },
  )

  it('without a payload or without a key is ignored with an error', async () => {
    const { store, own } = await sentActions()
    const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { meta, payload, type } = own.find((it) => it.type.endsWith('/fulfilled')) ?? {}
    const before = store.getState()
    const { arg: _, ...withoutArg } = { ...meta, fetchedAt: later } as Fields
    store.dispatch({ type: type ?? '', meta: { ...meta, fetchedAt: later } } as never)
    store.dispatch({ type: type ?? '', meta: withoutArg, payload } as never)
    expect(store.getState()).toBe(before)
    expect(refused).toHaveBeenCalledTimes(2)
    refused.mockClear()
  })

  it.each([
    ['of the action', (it: object) => ({ ...it })],
    ['as text', (it: object) => JSON.parse(JSON.stringify(it)) as object],
  ])('is not reported if the copy is complete (%s)', async (_, copy) => {
    const { store, own } = await sentActions()
    const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const action of own) store.dispatch(copy(action) as never)
    expect(refused).not.toHaveBeenCalled()
  })
})
