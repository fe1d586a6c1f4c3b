import {
  combineSlices,
  configureStore,
  createDynamicMiddleware,
  type Middleware,
} from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { createRest, devToolsOptions, getRow, type RestState } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, User, UserResource } from '../support/world'

// How a store comes to its middleware and reducer, and what happens where it comes to them late, twice or not at all.

const ada = { id: '1', name: 'Ada' }
let requests = 0

beforeEach(() => {
  requests = 0
  server.use(
    http.get(`${API}/users/1`, () => {
      requests += 1
      return HttpResponse.json(ada)
    }),
  )
})

describe('a middleware that is added to an existing store', () => {
  function createDynamicStore() {
    const dynamic = createDynamicMiddleware()
    const rest = createRest()
    const types: string[] = []
    const record: Middleware = () => (next) => (action) => {
      const { type } = action as { type: string }
      if (type.startsWith('rest/')) types.push(type)
      return next(action)
    }
    const store = configureStore({
      reducer: { [rest.reducerPath]: rest.reducer },
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware().concat(dynamic.middleware, record),
    })
    return { dynamic, rest, store, types }
  }

  it('handles the first thunk', async () => {
    const { dynamic, rest, store } = createDynamicStore()
    dynamic.addMiddleware(rest.middleware)
    expect(await store.dispatch(rest.fetch(UserResource.get, { id: '1' })).unwrap()).toEqual(
      User.fromJS(ada),
    )
  })

  it('provides a controller synchronously', () => {
    const { dynamic, rest, store } = createDynamicStore()
    dynamic.addMiddleware(rest.middleware)
    const controller = rest.getController(store)
    controller.set(User, { id: '1' }, ada)
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
  })

  it('is named by the error of getController if it is absent', () => {
    const { rest, store } = createDynamicStore()
    expect(() => rest.getController(store)).toThrow(/The store has no rest middleware. Add/)
  })

  it('starts a new instance after the old one was disposed of', async () => {
    const { dynamic, rest, store, types } = createDynamicStore()
    dynamic.addMiddleware(rest.middleware)
    const old = rest.getController(store)
    rest.dispose(store)
    const again = createRest()
    dynamic.addMiddleware(again.middleware)
    types.length = 0
    await store.dispatch(again.fetch(UserResource.get, { id: '1' }))
    expect(types).toEqual(['rest/User.get/pending', 'rest/User.get/fulfilled'])
    expect(again.getController(store)).not.toBe(old)
    expect(again.getController(store).get(User, { id: '1' })?.name).toBe('Ada')
  })
})

describe('two middlewares with the same reducerPath', () => {
  it('throw an error in one store', () => {
    const [one, other] = [createRest(), createRest()]
    const create = (...middlewares: Middleware[]) =>
      configureStore({
        reducer: { rest: one.reducer },
        middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(middlewares),
      })
    const says = /Two rest middlewares with the reducerPath "rest".*createRest\(\{ reducerPath/
    expect(() => create(one.middleware, other.middleware)).toThrow(says)
    expect(() => create(one.middleware, createRest({ reducerPath: 'b' }).middleware)).not.toThrow()
  })

  it('are accepted in two stores', () => {
    const rest = createRest()
    const create = () =>
      configureStore({
        reducer: { rest: rest.reducer },
        middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
      })
    expect(rest.getController(create())).not.toBe(rest.getController(create()))
  })
})

describe('injectInto', () => {
  it('returns the instance, whose selectors read a state without its slice as an empty one', async () => {
    const rest = createRest()
    const reducer = combineSlices({ other: () => 1 }).withLazyLoadedSlices<{ rest: RestState }>()
    const store = configureStore({
      reducer,
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    expect(() =>
      rest.selectors.selectData(store.getState() as never, UserResource.get, ada),
    ).toThrow(/The store has no rest reducer/)
    const injected = rest.injectInto(reducer)
    const { selectData, selectAll } = injected.selectors
    const state = store.getState()
    expect(state.rest).toBeUndefined()
    expect(selectData(state, UserResource.get, { id: '1' })).toBeUndefined()
    expect(selectAll(state, User)).toEqual([])
    expect(selectAll(state, User)).toBe(selectAll(state, User))
    expect(injected.selectSlice(state)).toEqual(rest.getInitialState())
    await store.dispatch(injected.fetch(UserResource.get, { id: '1' })).unwrap()
    expect(selectData(store.getState(), UserResource.get, { id: '1' })?.name).toBe('Ada')
  })

  describe('before the first action', () => {
    function createInjectedStore() {
      const rest = createRest()
      const reducer = combineSlices({ other: () => 1 }).withLazyLoadedSlices<{ rest: RestState }>()
      const store = configureStore({
        reducer,
        middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
      })
      const injected = rest.injectInto(reducer)
      return { rest: injected, store, controller: injected.getController(store) }
    }

    it('allows fetchIfStale to fetch', async () => {
      const { rest, store } = createInjectedStore()
      const user = await store.dispatch(rest.fetchIfStale(UserResource.get, { id: '1' })).unwrap()
      expect(user).toEqual(User.fromJS(ada))
      expect(requests).toBe(1)
    })

    it('allows set and setResponse to write', () => {
      const { rest, store, controller } = createInjectedStore()
      store.dispatch(rest.set(User, { id: '1' }, ada))
      expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
      const other = createInjectedStore()
      other.controller.setResponse(UserResource.get, { id: '1' }, ada)
      expect(other.controller.get(User, { id: '1' })?.name).toBe('Ada')
    })

    it('allows setError to write', () => {
      const { controller } = createInjectedStore()
      controller.setError(UserResource.get, { id: '1' }, new Error('no'))
      expect(controller.getError(UserResource.get, { id: '1' })?.message).toBe('no')
    })

    it('allows invalidateAll and expireAll to find nothing', () => {
      const { rest, store } = createInjectedStore()
      store.dispatch(rest.invalidateAll(UserResource.get))
      store.dispatch(rest.expireAll(UserResource.get))
      expect(store.getState().rest).toBeUndefined()
    })

    it('allows reset to dispatch', () => {
      const { rest, store } = createInjectedStore()
      store.dispatch(rest.reset())
      expect(store.getState().rest?.lastReset).toBeGreaterThan(0)
    })

    it('allows retain to fetch', async () => {
      const { rest, store, controller } = createInjectedStore()
      const held = store.dispatch(rest.retain(UserResource.get, { id: '1' }))
      await vi.waitFor(() => expect(controller.get(User, { id: '1' })?.name).toBe('Ada'))
      held.release()
      expect(requests).toBe(1)
    })

    it('allows the controller to read nothing', () => {
      const { controller } = createInjectedStore()
      expect(controller.get(User, { id: '1' })).toBeUndefined()
      expect(controller.getResponse(UserResource.get, { id: '1' }).data).toBeUndefined()
      expect(controller.getError(UserResource.get, { id: '1' })).toBeUndefined()
      expect(controller.snapshot().get(User, { id: '1' })).toBeUndefined()
    })
  })

  it('does not affect another store, whose fetch still rejects without the reducer', async () => {
    const rest = createRest()
    rest.injectInto(combineSlices({ other: () => 1 }).withLazyLoadedSlices<{ rest: RestState }>())
    const store = configureStore({
      reducer: { other: () => 1 },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    const send = () => store.dispatch(rest.fetch(UserResource.get, { id: '1' })).unwrap()
    await expect((async () => send())()).rejects.toThrow(/The store has no rest reducer/)
    await expect((async () => send())()).rejects.toThrow(/The store has no rest reducer/)
    expect(requests).toBe(0)
  })

  it('throws an error for another reducer of the same path, unless overrideExisting is set', () => {
    const reducer = combineSlices({ other: () => 1 }).withLazyLoadedSlices<{ rest: RestState }>()
    const [one, other] = [createRest(), createRest()]
    one.injectInto(reducer)
    other.injectInto(reducer, { overrideExisting: true })
    expect(reducer(undefined, { type: 'start' }).rest).toEqual(other.getInitialState())
  })
})

describe('a DevTools log that was exported with a sanitizer of states', () => {
  it('restores the full tables when imported, if all rows are shown', () => {
    const { store, rest, controller, actions } = createStore()
    const { stateSanitizer } = devToolsOptions(rest, { maxRows: Infinity })
    const users = Array.from({ length: 500 }, (_, at) => ({ id: `u${at}`, name: `n${at}` }))
    controller.setResponse(UserResource.getList, users.slice(0, 300))
    const start = stateSanitizer(store.getState(), 0)
    const from = actions.length
    controller.setResponse(UserResource.getList, users)
    controller.set(User, { id: 'u7' }, { id: 'u7', name: 'Grace' })

    const log = JSON.stringify({ start, actions: actions.slice(from) })
    const exported = JSON.parse(log) as { start: { rest: RestState }; actions: { type: string }[] }
    const replayed = exported.actions.reduce(rest.reducer, exported.start.rest)
    expect(replayed.entities).toEqual(store.getState().rest.entities)
    expect(getRow(replayed.entities['User'], 'u7')?.data).toEqual({ id: 'u7', name: 'Grace' })
    expect(getRow(replayed.entities['User'], 'u499')?.data).toEqual({ id: 'u499', name: 'n499' })
    expect(rest.getSelectors().selectAll(replayed, User)).toHaveLength(500)
  })
})
