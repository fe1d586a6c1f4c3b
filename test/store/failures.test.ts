import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { createRest, Endpoint, Entity, resource, type RestState } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, deferred, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

function storeWith(middleware: Middleware, preloadedState?: { rest: RestState }) {
  const rest = createRest()
  const store = configureStore({
    reducer: { rest: rest.reducer },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ serializableCheck: false }).concat(middleware, rest.middleware),
    ...(preloadedState && { preloadedState }),
  })
  return { rest, store }
}

describe('a middleware that throws', () => {
  it('on the pending action leaves no request in flight', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    let isFirst = true
    const { rest, store } = storeWith(() => (next) => (action) => {
      const isPending = (action as { type: string }).type.endsWith('/pending')
      if (isPending && isFirst) {
        isFirst = false
        throw new Error('not now')
      }
      return next(action)
    })
    expect(() => store.dispatch(rest.fetch(UserResource.get, { id: '1' }))).toThrow('not now')
    expect(await store.dispatch(rest.fetch(UserResource.get, { id: '1' })).unwrap()).toMatchObject(
      ada,
    )
  })

  it('on the fulfilled action is reported, and the request succeeds', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    const heard = vi.fn()
    vi.stubGlobal('reportError', heard)
    const { rest, store } = storeWith(() => (next) => (action) => {
      const result = next(action)
      if ((action as { type: string }).type.endsWith('/fulfilled')) throw new Error('too late')
      return result
    })
    const user = await store.dispatch(rest.fetch(UserResource.get, { id: '1' })).unwrap()
    expect(user).toMatchObject(ada)
    expect(heard).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })
})

describe('the SyntaxError of an overridden parseResponse', () => {
  it('has no part of the body in state and actions', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.text('4111 1111')))
    const get = UserResource.get.extend({
      async parseResponse(response: Response) {
        return JSON.parse(await response.text()) as object
      },
    })
    const { store, rest, actions } = createStore()
    const failed = await store.dispatch(rest.fetch(get, { id: '1' }))
    expect(failed).toMatchObject({ error: { name: 'SyntaxError', message: /^a SyntaxError/ } })
    expect(JSON.stringify([store.getState(), actions])).not.toContain('1111')
  })
})

describe('a converter that throws for a field', () => {
  it('fails the request with the path, and nothing is stored', async () => {
    class Dated extends Entity {
      id = ''
      at = ''
      static override key = 'Dated'
      static override schema = { at: (iso: string) => new Date(iso).toISOString() }
    }
    const DatedResource = resource({ path: '/dated/:id', urlPrefix: API, schema: Dated })
    server.use(http.get(`${API}/dated`, () => HttpResponse.json([{ id: '1', at: 'soon' }])))
    const { store, controller, actions } = createStore()
    await expect(controller.fetch(DatedResource.getList)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      path: '[Dated][0].at',
    })
    expect(store.getState().rest.entities).toEqual({})
    expect(actions.map(({ type }) => type.split('/').at(-1))).toEqual(['pending', 'rejected'])
  })
})

describe('a caller that aborts its fetch twice', () => {
  it('does not abort the request for another caller', async () => {
    const response = deferred()
    server.use(
      http.get(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.json(ada)
      }),
    )
    const { store, rest } = createStore()
    const one = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    const other = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    one.abort()
    one.abort()
    response.resolve()
    expect(await other.unwrap()).toMatchObject(ada)
  })
})

describe('the clock of a store', () => {
  it('does not run backwards if the system clock does', async () => {
    let name = 'first'
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name })))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 2) })
    const { controller } = createStore()
    await controller.fetch(UserResource.get, { id: '1' })
    vi.setSystemTime(Date.UTC(2026, 0, 1))
    name = 'second'
    expect((await controller.fetch(UserResource.get, { id: '1' })).name).toBe('second')
  })

  it('continues from a preloaded state that is dated in the future', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'fresh' })))
    const before = createStore()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2040, 0, 1) })
    before.controller.set(User, { id: '1' }, { id: '1', name: 'old' })
    vi.useRealTimers()
    const kept = JSON.parse(JSON.stringify(before.store.getState())) as { rest: RestState }
    const { rest, store } = storeWith(() => (next) => (action) => next(action), kept)
    const user = await store.dispatch(rest.fetch(UserResource.get, { id: '1' })).unwrap()
    expect(user.name).toBe('fresh')
  })
})

describe('an error in the state', () => {
  it('has no query strings in its message', async () => {
    const { store, rest } = createStore()
    const failing = UserResource.get.extend({
      name: 'failing',
      fetch: async () =>
        Promise.reject(new Error('GET https://x.test/a?at=10:30&token=secret failed')),
    })
    const action = await store.dispatch(rest.fetch(failing, { id: '1' }))
    expect(action).toMatchObject({ error: { message: 'GET https://x.test/a failed' } })
  })
})

describe('the option reducerPath', () => {
  it('throws an error if it contains a slash', () => {
    expect(() => createRest({ reducerPath: 'api/v2' })).toThrow(/name without "\/"/)
  })
})

describe('a custom error that mentions a header', () => {
  it('is rejected with unchanged', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({})))
    const mine = new TypeError('invalid Link header')
    const parsed = UserResource.get.extend({
      parseResponse: () => {
        throw mine
      },
    })
    const { controller } = createStore()
    await expect(controller.fetch(parsed, { id: '1' })).rejects.toBe(mine)
  })
})

describe('a store without the reducer', () => {
  it('rejects fetch with an error, sends no second request and is not in flight', async () => {
    const rest = createRest()
    const store = configureStore({
      reducer: { api: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    server.use(http.all(`${API}/*`, () => HttpResponse.json({ id: '1' })))
    const controller = rest.getController(store as never)
    let ran = 0
    const change = new Endpoint(async () => void (ran += 1), { name: 'change', sideEffect: true })
    await expect(controller.fetch(change)).rejects.toThrow(/no rest reducer/)
    for (const sent of [
      controller.fetch(UserResource.get, { id: '1' }),
      controller.fetch(UserResource.create, { name: 'Ada' }),
    ]) {
      await expect(sent).rejects.toThrow(/no rest reducer.*reducer: \{ \[rest.reducerPath\]/)
    }
    expect(ran).toBe(0)
  })
})

describe('fetch without an endpoint', () => {
  it.each([[undefined], [null], [UserResource], ['getUser'], [() => {}]])(
    'rejects with a TypeError: %s',
    async (wrong) => {
      const { controller } = createStore()
      await expect(controller.fetch(wrong as never, ...([] as never))).rejects.toThrow(
        /^An endpoint is needed, such as UserResource.get; found /,
      )
    },
  )
})
