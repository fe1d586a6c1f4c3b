import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { createRest, matchEntityChange, matchFulfilled, type RestState, rows } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createTwo } from '../support/twoInstances'
import { deferred, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

function serveUsers(): string[] {
  const sent: string[] = []
  server.use(
    http.all(`${API}/*`, async ({ request }) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`)
      if (request.method === 'PATCH') return HttpResponse.json({ ...ada, name: 'Bea' })
      return HttpResponse.json([ada])
    }),
  )
  return sent
}

describe('two instances in one store', () => {
  it('have tables, requests and selectors of their own', async () => {
    const sent = serveUsers()
    const { shop, blog, store } = createTwo()
    await store.dispatch(shop.fetch(UserResource.getList)).unwrap()
    expect(blog.selectors.selectAll(store.getState(), User)).toEqual([])
    expect(blog.selectors.selectRequest(store.getState(), UserResource.getList).status).toBe(
      'uninitialized',
    )
    await store.dispatch(blog.fetch(UserResource.getList)).unwrap()
    expect(sent).toEqual(['GET /users', 'GET /users'])
    await store.dispatch(shop.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Bea' }))
    const nameIn = ({
      selectors,
    }: Pick<typeof shop, 'selectors'> | Pick<typeof blog, 'selectors'>) =>
      selectors.selectEntity(store.getState(), User, '1')?.name
    expect([nameIn(shop), nameIn(blog)]).toEqual(['Bea', 'Ada'])
  })

  it('leave the state of the other one as it is', async () => {
    serveUsers()
    const { shop, blog, store } = createTwo()
    await store.dispatch(blog.fetch(UserResource.getList))
    const before = store.getState().blog
    await store.dispatch(shop.fetch(UserResource.getList))
    store.dispatch(shop.set(User, { id: '2' }, { id: '2', name: 'Cleo' }))
    store.dispatch(shop.invalidateAll(UserResource.getList))
    store.dispatch(shop.reset())
    expect(store.getState().blog).toBe(before)
    expect(rows(store.getState().shop.requests)).toEqual([])
  })

  it('take no actions of an instance whose path begins alike', () => {
    const shop = createRest({ reducerPath: 'shop' })
    const shopping = createRest({ reducerPath: 'shopping' })
    const store = configureStore({
      reducer: { shop: shop.reducer, shopping: shopping.reducer },
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware().concat(shop.middleware, shopping.middleware),
    })
    store.dispatch(shopping.set(User, { id: '1' }, ada))
    expect(Object.keys(store.getState().shop.entities)).toEqual([])
    store.dispatch(shop.set(User, { id: '1' }, { ...ada, name: 'Bea' }))
    expect(shopping.selectors.selectEntity(store.getState(), User, '1')?.name).toBe('Ada')
  })

  it('have controllers of their own, which are always the same', () => {
    const { shop, blog, store } = createTwo()
    expect(shop.getController(store)).toBe(shop.getController(store))
    expect(shop.getController(store)).not.toBe(blog.getController(store))
    blog.getController(store).set(User, { id: '1' }, ada)
    expect(shop.getController(store).get(User, { id: '1' })).toBeUndefined()
  })

  it('dispatch actions that matchers see of both, and whose types begin with the path', async () => {
    serveUsers()
    const heard: string[] = []
    const listener = createListenerMiddleware()
    const shop = createRest({ reducerPath: 'shop' })
    const blog = createRest({ reducerPath: 'blog' })
    listener.startListening({
      matcher: matchFulfilled(UserResource.getList),
      effect: ({ type }) => void heard.push(type),
    })
    listener.startListening({
      predicate: (action) => action.type.startsWith('shop/') && matchEntityChange(User)(action),
      effect: ({ type }) => void heard.push(`changed in ${type}`),
    })
    const store = configureStore({
      reducer: { shop: shop.reducer, blog: blog.reducer },
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware()
          .prepend(listener.middleware)
          .concat(shop.middleware, blog.middleware),
    })
    await store.dispatch(shop.fetch(UserResource.getList))
    await store.dispatch(blog.fetch(UserResource.getList))
    expect(heard).toEqual([
      'shop/User.getList/fulfilled',
      'changed in shop/User.getList/fulfilled',
      'blog/User.getList/fulfilled',
    ])
  })

  it('end each for itself', async () => {
    const arrived = deferred()
    server.use(
      http.get(`${API}/users`, async () => {
        await arrived.promise
        return HttpResponse.json([ada])
      }),
    )
    const { shop, blog, store } = createTwo()
    const ofShop = store.dispatch(shop.fetch(UserResource.getList))
    const ofBlog = store.dispatch(blog.fetch(UserResource.getList))
    shop.dispose(store)
    await expect(ofShop.unwrap()).rejects.toThrow('disposed')
    arrived.resolve()
    expect(await ofBlog.unwrap()).toHaveLength(1)
  })

  it('can be injected one after the other', async () => {
    serveUsers()
    const shop = createRest({ reducerPath: 'shop' })
    const blog = createRest({ reducerPath: 'blog' })
    const reducer = combineSlices({ other: () => 1 }).withLazyLoadedSlices<{
      shop: RestState
      blog: RestState
    }>()
    const store = configureStore({
      reducer,
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware().concat(shop.middleware, blog.middleware),
    })
    const lateShop = shop.injectInto(reducer)
    await store.dispatch(lateShop.fetch(UserResource.getList))
    const lateBlog = blog.injectInto(reducer)
    expect(lateBlog.selectors.selectAll(store.getState(), User)).toEqual([])
    lateBlog.getController(store).set(User, { id: '1' }, { ...ada, name: 'Bea' })
    const names = [lateShop, lateBlog].map(({ selectors }) =>
      selectors.selectEntity(store.getState() as never, User, '1'),
    )
    expect(names.map((it) => it?.name)).toEqual(['Ada', 'Bea'])
  })
})
