import {
  combineSlices,
  configureStore,
  createListenerMiddleware,
  createSelector,
  createSlice,
  type Middleware,
} from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import {
  createRest,
  matchEntityChange,
  matchFulfilled,
  RestEndpoint,
  type RestState,
} from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { holdRead } from '../support/holdEndpoint'
import { API, server } from '../support/server'
import { createStore, User, UserResource } from '../support/world'

const users = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bob' },
]

describe('the slice of createRest', () => {
  it('works with combineSlices, and can be injected later', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json(users)))
    const rest = createRest()
    const late = createRest({ reducerPath: 'late' })
    const reducer = combineSlices(rest).withLazyLoadedSlices<{ late: RestState }>()
    const store = configureStore({
      reducer,
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware().concat(rest.middleware, late.middleware),
    })
    await store.dispatch(rest.fetch(UserResource.getList)).unwrap()
    expect(rest.selectSlice(store.getState())).toBe(store.getState().rest)
    late.injectInto(reducer)
    await store.dispatch(late.fetch(UserResource.getList)).unwrap()
    const { selectAll } = late.getSelectors((state: ReturnType<typeof store.getState>) => {
      return state.late ?? late.getInitialState()
    })
    expect(selectAll(store.getState(), User)).toHaveLength(2)
  })

  it('dispatches actions that listeners and other reducers match', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json(users)))
    const rest = createRest()
    const heard: string[] = []
    const listener = createListenerMiddleware()
    listener.startListening({
      matcher: matchFulfilled(UserResource.getList),
      effect: (action) => {
        heard.push(action.meta.arg.endpoint)
      },
    })
    const count = createSlice({
      name: 'count',
      initialState: 0,
      reducers: {},
      extraReducers: (builder) =>
        builder.addMatcher(
          matchEntityChange(User),
          (state, action) => state + Object.keys(action.payload.entities['User'] ?? {}).length,
        ),
    })
    const store = configureStore({
      reducer: { [rest.reducerPath]: rest.reducer, count: count.reducer },
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware().prepend(listener.middleware).concat(rest.middleware),
    })
    await store.dispatch(rest.fetch(UserResource.getList))
    await store.dispatch(rest.fetch(UserResource.getList))
    expect(heard).toEqual(['User.getList', 'User.getList'])
    expect(store.getState().count).toBe(2)
  })

  it('has selectors that reselect composes without a warning', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json(users)))
    const rest = createRest()
    const store = configureStore({
      reducer: { [rest.reducerPath]: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    const selectNames = createSelector(
      [(state: { rest: RestState }) => rest.selectors.selectAll(state, User)],
      (all) => all.map(({ name }) => name),
    )
    expect(selectNames(store.getState())).toEqual([])
    await store.dispatch(rest.fetch(UserResource.getList))
    expect(selectNames(store.getState())).toEqual(['Ada', 'Bob'])
    expect(selectNames(store.getState())).toBe(selectNames(store.getState()))
  })

  it('keeps the same state after actions of others, even similar ones', () => {
    const rest = createRest()
    const state = rest.getInitialState()
    expect(rest.reducer(state, { type: 'todos/add' })).toBe(state)
    expect(rest.reducer(state, { type: 'rest/User/set' })).toBe(state)
    expect(rest.reducer(state, { type: 'rest/x', meta: { kind: 'unheard of' } })).toBe(state)
  })

  it('has an initial state that two stores do not share', () => {
    const rest = createRest()
    expect(rest.getInitialState()).toEqual(rest.getInitialState())
    expect(rest.getInitialState().entities).not.toBe(rest.getInitialState().entities)
  })
})

describe('a delayed or repeated action', () => {
  it('keeps the newer meta of a row that it only touched', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
    const { store, controller, actions } = createStore()
    for (let turn = 0; turn < 3; turn++) await controller.fetch(UserResource.get, { id: '1' })
    const before = store.getState()
    const touched = actions.filter((action) => action.type.endsWith('fulfilled'))[1]
    expect(touched).toMatchObject({
      payload: { entities: {}, touched: { User: [{ pks: ['1'] }] } },
    })
    store.dispatch(touched as never)
    expect(store.getState().rest.entities).toBe(before.rest.entities)
  })

  it('is shown, although its call was expired twice before it came', () => {
    const { rest, store, controller, actions } = createStore()
    const getVersion = new RestEndpoint({ path: '/version', urlPrefix: API })
    controller.setResponse(getVersion, { version: 7 })
    controller.expireAll(getVersion)
    controller.expireAll(getVersion)
    const [response, ...expiries] = actions
    const late = [...expiries, response].reduce(
      (state, action) => rest.reducer(state, action as never),
      rest.getInitialState(),
    )
    const root = { ...store.getState(), rest: late }
    expect(rest.selectors.selectData(root, getVersion)).toEqual({ version: 7 })
  })

  it('that was requested before an expiry leaves a call of a preloaded state stale', async () => {
    const { endpoint: getVersion, calls } = holdRead('getVersion')
    const before = createStore()
    before.controller.setResponse(getVersion, { version: 7 })
    const rest = createRest()
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (defaults) => defaults().concat(rest.middleware),
      preloadedState: before.store.getState(),
    })
    const controller = rest.getController(store)
    store.dispatch(rest.retain(getVersion))
    const fetched = controller.fetch(getVersion)
    controller.expireAll(getVersion)
    calls[0]?.resolve({ version: 8 })
    await fetched
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    calls[1]?.resolve({ version: 9 })
    await vi.waitFor(() => expect(controller.getResponse(getVersion).data).toEqual({ version: 9 }))
    rest.dispose(store)
  })

  it('is ignored by the reducer if newer data is stored', async () => {
    let name = 'old'
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name })))
    const rest = createRest()
    const late: unknown[] = []
    const record: Middleware = () => (next) => (action) => {
      late.push(action)
      return next(action)
    }
    const store = configureStore({
      reducer: { [rest.reducerPath]: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware, record),
    })
    await store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    name = 'new'
    await store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    const before = store.getState()
    for (const action of late.slice(0, 2)) store.dispatch(action as { type: string })
    expect(rest.selectors.selectEntity(store.getState(), User, '1')?.name).toBe('new')
    expect(store.getState().rest).toEqual(before.rest)
  })
})
