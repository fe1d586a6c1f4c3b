// @vitest-environment happy-dom
import { configureStore } from '@reduxjs/toolkit'
import { get } from 'idb-keyval'
import { createRest, type Manager } from 'rtk-rest'
import { persistence, type PersistenceApi } from 'rtk-rest/persistence'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage, readDatabase, stubIndexedDb } from '../../support/storages'
import { API, received, respond } from './api'
import { todosAlone } from './store/include'
import { secondVersion } from './store/migrate'
import { rest, Todo, TodoResource } from './store/persistence'
import * as persisted from './store/reduxPersist'
import * as remembered from './store/reduxRemember'
import { inLocalStorage, inSessionStorage, withIdbKeyval } from './store/storages'

const milk = { id: '1', title: 'Buy milk' }
const bread = { id: '2', title: 'Bake bread' }

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(API)
  stubIndexedDb()
  respond(({ path }) => ({ json: path === '/todos' ? [milk, bread] : milk }))
})

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** The store of the page. */
const createStore = () =>
  configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })

const hide = () => window.dispatchEvent(new Event('pagehide'))

/** An app with one of the managers of the page. */
function openWith(manager: Manager<PersistenceApi>) {
  const own = createRest({ managers: [manager] })
  const store = configureStore({
    reducer: { [own.reducerPath]: own.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(own.middleware),
  })
  const todos = () => own.selectors.selectData(store.getState(), TodoResource.getList)
  return { rest: own, store, todos, ready: () => store.dispatch(own.rehydrated()) }
}

/** The app of a manager has requested all todos, and its page goes. */
async function visit(manager: Manager<PersistenceApi>): Promise<void> {
  const { rest: own, store, ready } = openWith(manager)
  await ready()
  await store.dispatch(own.fetch(TodoResource.getList)).unwrap()
  hide()
  own.dispose(store)
}

describe('the recipe for persistence:', () => {
  it('an app shows what it had, without a request, and signs out of it', async () => {
    const first = createStore()
    await first.dispatch(rest.rehydrated())
    await first.dispatch(rest.fetch(TodoResource.getList)).unwrap()
    hide()
    rest.dispose(first)
    const store = createStore()
    await store.dispatch(rest.rehydrated())
    expect(rest.selectors.selectAll(store.getState(), Todo)).toMatchObject([milk, bread])
    const reader = store.dispatch(rest.retain(TodoResource.getList))
    expect(received).toHaveLength(1)
    reader.release()
    store.dispatch(rest.reset())
    await vi.waitFor(async () => expect(Object.keys(await readDatabase('my-app'))).toEqual(['[]']))
    rest.dispose(store)
  })

  it.each([
    ['localStorage', inLocalStorage, () => localStorage.getItem('my-app')],
    ['sessionStorage', inSessionStorage, () => sessionStorage.getItem('my-app')],
    ['idb-keyval', withIdbKeyval, () => get<string>('my-app')],
  ])('other storages: %s', async (_, manager, text) => {
    await visit(manager)
    await vi.waitFor(async () => expect(await text()).toContain('"Todo"'))
    const { rest: own, store, todos, ready } = openWith(manager)
    await ready()
    expect(todos()).toMatchObject([milk, bread])
    own.dispose(store)
  })

  it('`include` stores the todos, their list and its call', async () => {
    const { rest: own, store, ready } = openWith(todosAlone)
    await ready()
    await store.dispatch(own.fetch(TodoResource.getList)).unwrap()
    await store.dispatch(own.fetch(TodoResource.get, { id: '1' })).unwrap()
    hide()
    own.dispose(store)
    expect(Object.keys(await readDatabase('my-app'))).toEqual([
      '[]',
      JSON.stringify([TodoResource.getList.key()]),
      '["Todo","1"]',
      '["Todo","2"]',
      '["[Todo]","/todos"]',
    ])
  })

  it('`migrate` renames a field', async () => {
    respond(() => ({ json: [{ id: '1', name: 'Buy milk' }] }))
    await visit(persistence({ key: 'my-app', version: 1 }))
    const { rest: own, store, todos, ready } = openWith(secondVersion)
    await ready()
    expect(todos()).toEqual([Todo.fromJS({ id: '1', title: 'Buy milk' })])
    own.dispose(store)
  })

  it('redux-persist stores the whole state, and restores it', async () => {
    const { items, ...functions } = memoryStorage(true)
    const storage = functions as unknown as Parameters<typeof persisted.createStore>[0]
    const first = persisted.createStore(storage)
    await first.store.dispatch(persisted.rest.fetch(TodoResource.getList)).unwrap()
    await first.persistor.flush()
    expect([...items.values()].join()).toContain('Buy milk')
    persisted.rest.dispose(first.store as never)
    const { store, persistor } = persisted.createStore(storage)
    await vi.waitFor(() => expect(persistor.getState().bootstrapped).toBe(true))
    expect(
      persisted.rest.selectors.selectData(store.getState() as never, TodoResource.getList),
    ).toMatchObject([milk, bread])
    persisted.rest.dispose(store as never)
  })

  it('redux-remember, too', async () => {
    const first = remembered.createStore()
    await first.dispatch(remembered.rest.fetch(TodoResource.getList)).unwrap()
    const item = () => Object.values(localStorage).join()
    await vi.waitFor(() => expect(item()).toContain('Buy milk'))
    remembered.rest.dispose(first)
    const store = remembered.createStore()
    const { selectData } = remembered.rest.selectors
    await vi.waitFor(() =>
      expect(selectData(store.getState(), TodoResource.getList)).toMatchObject([milk, bread]),
    )
    remembered.rest.dispose(store)
  })
})
