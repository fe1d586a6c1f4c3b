import { http, HttpResponse } from 'msw'
import { getRow, Invalidate, isStale, ResetError } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, deferred, Post, PostResource, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const bob = { id: '2', name: 'Bob' }

async function withUsers() {
  server.use(http.get(`${API}/users`, () => HttpResponse.json([ada, bob])))
  const world = createStore()
  await world.controller.fetch(UserResource.getList)
  return world
}

describe('rest.set', () => {
  it('writes an entity with an action named after its table', async () => {
    const { store, rest, actions } = await withUsers()
    store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Countess' }))
    expect(actions.at(-1)).toMatchObject({
      type: 'rest/User/set',
      payload: { entities: { User: { 1: { data: { id: '1', name: 'Countess' } } } } },
      meta: { kind: 'set', arg: { schema: 'User', args: [{ id: '1' }] } },
    })
    expect(rest.selectors.selectEntity(store.getState(), User, '1')?.name).toBe('Countess')
  })

  it('accepts a function of the stored data, and does nothing if there is none', async () => {
    const { store, rest } = await withUsers()
    store.dispatch(rest.set(User, { id: '1' }, (user) => ({ ...user, name: `${user.name}!` })))
    expect(rest.selectors.selectEntity(store.getState(), User, '1')?.name).toBe('Ada!')
    const before = store.getState()
    store.dispatch(rest.set(User, { id: '9' }, (user) => ({ ...user, name: 'nobody' })))
    expect(store.getState()).toBe(before)
  })

  it('accepts an instance with dates and nested entities', async () => {
    const { store, rest } = await withUsers()
    const post = Post.fromJS({ id: '1', title: 'one', author: User.fromJS(ada) })
    store.dispatch(rest.set(Post, { id: '1' }, post))
    expect(getRow(store.getState().rest.entities['Post'], '1')?.data).toEqual({
      id: '1',
      title: 'one',
      author: '1',
    })
    expect(rest.selectors.selectEntity(store.getState(), Post, '1')?.author).toBe(
      rest.selectors.selectEntity(store.getState(), User, '1'),
    )
  })

  it('adds to a list and invalidates with the schemas push and Invalidate', async () => {
    const { store, rest, controller } = await withUsers()
    const list = UserResource.getList.schema
    controller.set(list.push, {}, { id: '3', name: 'Cy' })
    const names = () => controller.getResponse(UserResource.getList).data?.map(({ name }) => name)
    expect(names()).toEqual(['Ada', 'Bob', 'Cy'])
    store.dispatch(rest.set(new Invalidate(User), { id: '2' }))
    expect(names()).toEqual(['Ada', 'Cy'])
  })

  it('throws synchronously if the data does not fit, and does not change the store', async () => {
    const { store, controller } = await withUsers()
    const before = store.getState()
    expect(() => controller.set(User, { id: '1' }, { name: 'no id' })).toThrow(
      /primary key for User/,
    )
    expect(() => controller.set(User, { id: '1' }, { id: '1', name: (() => 1) as never })).toThrow(
      'User.name: a function cannot be kept as plain data',
    )
    expect(() => controller.set(Post, { id: '1' }, { id: '1', author: true as never })).toThrow(
      'Post.author: expected an object or an id, found true',
    )
    expect(store.getState()).toBe(before)
  })

  it('copies the data, so that later mutations of it have no effect', async () => {
    const { store, rest, controller } = await withUsers()
    const mine = { id: '1', name: 'mine', tags: ['a'] }
    controller.set(User, { id: '1' }, mine)
    mine.tags.push('b')
    mine.name = 'changed'
    expect(rest.selectors.selectEntity(store.getState(), User, '1')).toMatchObject({
      name: 'mine',
      tags: ['a'],
    })
  })
})

describe('rest.invalidate', () => {
  it('keeps the last data in the state, and selectors return undefined', async () => {
    const { store, rest } = await withUsers()
    store.dispatch(rest.invalidate(UserResource.getList))
    const request = rest.selectors.selectRequest(store.getState(), UserResource.getList)
    expect(request).toMatchObject({ data: undefined, isInvalid: true, isSuccess: false })
    expect(getRow(store.getState().rest.requests, `GET ${API}/users`)).toMatchObject({
      result: '/users',
      invalid: true,
    })
  })

  it('also affects data that other responses brought, and ignores null', async () => {
    const { store, rest } = await withUsers()
    expect(rest.selectors.selectData(store.getState(), UserResource.get, { id: '1' })).toBeTruthy()
    store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    expect(
      rest.selectors.selectData(store.getState(), UserResource.get, { id: '1' }),
    ).toBeUndefined()
    const before = store.getState()
    expect(store.dispatch(rest.invalidate(UserResource.get, null))).toBeUndefined()
    expect(store.getState()).toBe(before)
  })
})

describe('a deleted entity', () => {
  it('stays in the state as invalid, is the result of the delete, and becomes valid when written again', async () => {
    server.use(http.delete(`${API}/users/1`, () => new HttpResponse(null, { status: 204 })))
    const { store, rest, controller } = await withUsers()
    store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Ada', nick: 'A' } as object))
    expect(await controller.fetch(UserResource.delete, { id: '1' })).toMatchObject(ada)
    expect(getRow(store.getState().rest.entities['User'], '1')).toMatchObject({
      data: ada,
      invalid: true,
    })
    expect(rest.selectors.selectEntity(store.getState(), User, '1')).toBeUndefined()
    store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'New Ada' }))
    const revived = rest.selectors.selectEntity(store.getState(), User, '1')
    expect(revived).toMatchObject({ name: 'New Ada' })
    expect(revived).not.toHaveProperty('nick')
  })

  it('invalidates entities that require it, and is undefined in optional fields', async () => {
    server.use(
      http.get(`${API}/posts`, () =>
        HttpResponse.json([
          { id: '1', title: 'one', author: ada },
          { id: '2', title: 'two', author: bob, reviewer: ada },
        ]),
      ),
      http.delete(`${API}/users/1`, () => HttpResponse.json({ id: '1' })),
    )
    const { controller } = createStore()
    await controller.fetch(PostResource.getList)
    await controller.fetch(UserResource.delete, { id: '1' })
    const posts = controller.getResponse(PostResource.getList).data
    expect(posts?.map(({ title }) => title)).toEqual(['two'])
    expect(posts?.[0]?.reviewer).toBeUndefined()
  })

  it('that was not stored is recorded, so that an older response does not restore it', async () => {
    server.use(http.delete(`${API}/users/7`, () => HttpResponse.json('7')))
    const { store, controller } = createStore()
    expect(await controller.fetch(UserResource.delete, { id: '7' })).toBeUndefined()
    expect(getRow(store.getState().rest.entities['User'], '7')).toMatchObject({
      data: {},
      invalid: true,
    })
  })
})

describe('rest.reset', () => {
  it('empties the state, and discards the responses of earlier requests', async () => {
    const response = deferred()
    server.use(
      http.get(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.json(ada)
      }),
      http.post(`${API}/users`, async () => {
        await response.promise
        return HttpResponse.json({ id: '3', name: 'Cy' })
      }),
    )
    const { store, rest, controller } = await withUsers()
    const read = controller.fetch(UserResource.get, { id: '1' })
    const write = controller.fetch(UserResource.create, { name: 'Cy' })
    store.dispatch(rest.reset())
    await expect(read).rejects.toBeInstanceOf(ResetError)
    response.resolve()
    expect(await write).toEqual({ id: '3', name: 'Cy' })
    const { entities, requests, lastReset } = store.getState().rest
    expect(entities).toEqual({})
    expect(requests).toEqual({})
    expect(lastReset).toBeGreaterThan(0)
  })

  it('accepts the responses of later requests', async () => {
    const { store, rest, controller } = await withUsers()
    store.dispatch(rest.reset())
    expect(await controller.fetch(UserResource.getList)).toHaveLength(2)
    expect(rest.selectors.selectAll(store.getState(), User)).toHaveLength(2)
  })
})

describe('rest.retain', () => {
  it('fetches missing data, and fetches again after an invalidation', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json(ada)
      }),
    )
    const { store, rest, controller } = createStore()
    const held = store.dispatch(rest.retain(UserResource.get, { id: '1' }))
    await controller.allSettled()
    expect(onRequest).toHaveBeenCalledTimes(1)
    store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    await controller.allSettled()
    expect(onRequest).toHaveBeenCalledTimes(2)
    expect(
      rest.selectors.selectData(store.getState(), UserResource.get, { id: '1' }),
    ).toMatchObject(ada)
    held.release()
    held.release()
    store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    await controller.allSettled()
    expect(onRequest).toHaveBeenCalledTimes(2)
  })

  it('sends no request for deleted data if it is released in the same task', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json(ada)
      }),
      http.delete(`${API}/users/1`, () => new HttpResponse(null, { status: 204 })),
    )
    const { store, rest, controller } = createStore()
    const held = store.dispatch(rest.retain(UserResource.get, { id: '1' }))
    await controller.allSettled()
    await controller.fetch(UserResource.delete, { id: '1' })
    held.release()
    await new Promise((resolve) => setTimeout(resolve))
    await controller.allSettled()
    expect(onRequest).toHaveBeenCalledTimes(1)
  })

  it('fetches again after an expiry, and keeps the data in the meantime', async () => {
    const { store, rest, controller, actions } = await withUsers()
    const held = store.dispatch(rest.retain(UserResource.getList))
    const before = actions.length
    controller.expireAll(UserResource.getList)
    expect(rest.selectors.selectData(store.getState(), UserResource.getList)).toHaveLength(2)
    await controller.allSettled()
    expect(actions.slice(before).map(({ type }) => type)).toEqual([
      'rest/expireAll',
      'rest/User.getList/pending',
      'rest/User.getList/fulfilled',
    ])
    held.release()
  })

  it('sends no request for fresh data', async () => {
    const { store, rest, controller, actions } = await withUsers()
    const before = actions.length
    const held = store.dispatch(rest.retain(UserResource.getList))
    await controller.allSettled()
    expect(actions).toHaveLength(before)
    held.release()
  })
})

describe('the expiry length of a response', () => {
  it('is that of the endpoint, or of the store as a default', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    const { store, rest, controller } = createStore({ dataExpiryLength: 5_000 })
    const getForever = UserResource.get.extend({ dataExpiryLength: Infinity })
    const select = () =>
      rest.selectors.selectRequest(store.getState(), UserResource.get, { id: '1' })
    await controller.fetch(UserResource.get, { id: '1' })
    const { expiresAt, fetchedAt } = select()
    expect(expiresAt - Math.floor(fetchedAt)).toBeGreaterThanOrEqual(5_000)
    expect(expiresAt - fetchedAt).toBeLessThan(60_000)
    expect(isStale(select(), expiresAt - 1)).toBe(false)
    expect(isStale(select(), expiresAt)).toBe(true)
    await controller.fetch(getForever, { id: '1' })
    expect(select().expiresAt).toBe(8.64e15)
  })

  it('determines whether fetchIfStale sends a request', async () => {
    const onRequest = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        onRequest()
        return HttpResponse.json(ada)
      }),
    )
    const { controller } = createStore()
    const first = await controller.fetchIfStale(UserResource.get, { id: '1' })
    expect(await controller.fetchIfStale(UserResource.get, { id: '1' })).toBe(first)
    expect(onRequest).toHaveBeenCalledTimes(1)
  })

  it('throws an error if it is not a duration', () => {
    expect(() => createStore({ dataExpiryLength: -1 })).toThrow(/dataExpiryLength.*-1/)
    const { store, rest } = createStore()
    const bad = UserResource.get.extend({ errorExpiryLength: Number.NaN })
    expect(() => store.dispatch(rest.fetch(bad, { id: '1' }))).toThrow(/errorExpiryLength.*NaN/)
  })
})
