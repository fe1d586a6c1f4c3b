// @vitest-environment happy-dom
import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit'
import { Collection, createRest } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import {
  FLUSH,
  PAUSE,
  PERSIST,
  persistReducer,
  persistStore,
  PURGE,
  REGISTER,
  REHYDRATE,
} from 'redux-persist'
import { REMEMBER_REHYDRATED, rememberEnhancer, rememberReducer } from 'redux-remember'
import { describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { turns } from '../support/turns'
import { User } from '../support/world'

// Libraries that store the whole state, and put it back by an action of their own.

/** What both are given as the storage. */
function storage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: async (key: string) => items.get(key) ?? null,
    setItem: async (key: string, value: string) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  }
}

type Storage = ReturnType<typeof storage>

const named = <State>(state: State = 1 as State): State => state

/** An app with redux-persist around its root reducer. */
function openPersisted(of: Storage) {
  const rest = createRest()
  const reducer = combineReducers({ rest: rest.reducer, other: named<number> })
  const store = configureStore({
    reducer: persistReducer({ key: 'root', storage: of }, reducer),
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        serializableCheck: { ignoredActions: [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE] },
      }).concat(rest.middleware),
  })
  const persistor = persistStore(store)
  const rehydrated = vi.waitFor(() => expect(persistor.getState().bootstrapped).toBe(true))
  const getState = () => store.getState() as never as { rest: ReturnType<typeof rest.reducer> }
  return {
    rest,
    rehydrated,
    getState,
    controller: rest.getController(store as never),
    retain: (...call: Parameters<typeof rest.retain>) => store.dispatch(rest.retain(...call)),
    save: () => persistor.flush(),
    close: () => {
      persistor.pause()
      rest.dispose(store as never)
    },
  }
}

/** An app with redux-persist around our reducer alone. */
function openSlice(of: Storage) {
  const rest = createRest()
  const store = configureStore({
    reducer: { rest: persistReducer({ key: 'rest', storage: of }, rest.reducer) },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        serializableCheck: { ignoredActions: [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE] },
      }).concat(rest.middleware),
  })
  const persistor = persistStore(store)
  const rehydrated = vi.waitFor(() => expect(persistor.getState().bootstrapped).toBe(true))
  return {
    rest,
    rehydrated,
    getState: () => store.getState() as { rest: ReturnType<typeof rest.reducer> },
    controller: rest.getController(store),
    retain: (...call: Parameters<typeof rest.retain>) => store.dispatch(rest.retain(...call)),
    save: () => persistor.flush(),
    close: () => {
      persistor.pause()
      rest.dispose(store)
    },
  }
}

/**
 * An app with redux-remember.
 * @param isFirst its actions go through the middlewares; it is the last enhancer in its own documentation
 */
function openRemembered(of: Storage, isFirst = true) {
  const rest = createRest()
  let isRehydrated = false
  const store = configureStore({
    reducer: rememberReducer({
      rest: rest.reducer,
      other: (state = 1, action: UnknownAction) => {
        if (action.type === REMEMBER_REHYDRATED) isRehydrated = true
        return state
      },
    }),
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    enhancers: (getDefaultEnhancers) => {
      const enhancer = rememberEnhancer(of, ['rest'], { persistThrottle: 1 })
      const others = getDefaultEnhancers()
      return isFirst ? others.prepend(enhancer) : others.concat(enhancer)
    },
  })
  const rehydrated = vi.waitFor(() => expect(isRehydrated).toBe(true))
  return {
    rest,
    rehydrated,
    getState: () => store.getState(),
    dispatch: (action: UnknownAction) => store.dispatch(action),
    controller: rest.getController(store),
    retain: (...call: Parameters<typeof rest.retain>) => store.dispatch(rest.retain(...call)),
    save: () =>
      vi.waitFor(() => {
        const text = JSON.stringify(store.getState().rest)
        expect([...of.items.values()]).toContain(text)
      }),
    close: () => rest.dispose(store),
  }
}

const { endpoint: getUsers, calls: usersCalls } = holdRead('getUsers', {
  schema: new Collection([User]),
})
const users = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bob' },
]

type Open = (of: Storage) => Omit<ReturnType<typeof openRemembered>, 'dispatch'>

/** The app was closed while a read, a refetch and a mutation were in flight. */
async function visit(open: Open, of: Storage): Promise<void> {
  const own = storage()
  const app = open(own)
  await app.rehydrated
  const swallow = (promise: Promise<unknown>) => promise.catch(() => undefined)
  const first = app.controller.fetch(getUsers)
  usersCalls.at(-1)?.resolve(users)
  await first
  void swallow(app.controller.fetch(getUsers))
  void swallow(app.controller.fetch(holdRead('getSlow').endpoint))
  const rename = holdMutation('rename', {
    schema: User,
    getOptimisticResponse: [optimistic, (_snapshot: unknown, user: object) => user],
  })
  void swallow(app.controller.fetch(rename.endpoint, { id: '2', name: 'Expected' }))
  await app.save()
  // What is stored as the requests are aborted is left out.
  for (const [key, text] of own.items) of.items.set(key, text)
  app.close()
}

describe.each<[string, Open]>([
  ['redux-persist', openPersisted],
  ['redux-persist around our reducer alone', openSlice],
  ['redux-remember', (of) => openRemembered(of)],
])('%s', (_, open) => {
  it('shows what it restores, as the server had it', async () => {
    const of = storage()
    await visit(open, of)
    const app = open(of)
    await app.rehydrated
    await turns()
    const { selectRequest } = app.rest.selectors
    const request = selectRequest(app.getState(), getUsers)
    expect(request.data).toEqual(users)
    expect(request).toMatchObject({ status: 'fulfilled', isSuccess: true })
    app.close()
  })

  it('leaves nothing in flight', async () => {
    const of = storage()
    await visit(open, of)
    const app = open(of)
    await app.rehydrated
    await turns()
    const state = app.getState()
    const { selectIsFetching, selectIsMutating, selectRequest } = app.rest.selectors
    expect(selectRequest(state, getUsers).isFetching).toBe(false)
    expect(selectRequest(state, holdRead('getSlow').endpoint).status).toBe('uninitialized')
    expect([selectIsFetching(state), selectIsMutating(state)]).toEqual([false, false])
    app.close()
  })

  it('keeps no reader waiting for a request that was in flight', async () => {
    const of = storage()
    await visit(open, of)
    const app = open(of)
    const { endpoint, calls } = holdRead('getSlow')
    const early = app.retain(endpoint)
    await app.rehydrated
    const late = app.retain(endpoint)
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    calls[0]?.resolve('here')
    await vi.waitFor(() =>
      expect(app.rest.selectors.selectData(app.getState(), endpoint)).toBe('here'),
    )
    early.release()
    late.release()
    app.close()
  })
})

it('redux-remember as the last enhancer is noticed with the next action or reader', async () => {
  const of = storage()
  await visit(openRemembered, of)
  const app = openRemembered(of, false)
  await app.rehydrated
  const { endpoint } = holdRead('getSlow')
  const statusOf = () => app.rest.selectors.selectRequest(app.getState(), endpoint).status
  expect(statusOf()).toBe('pending')
  app.dispatch({ type: 'anything' })
  await turns()
  expect(statusOf()).toBe('uninitialized')
  app.close()
})
