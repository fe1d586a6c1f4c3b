import { http, HttpResponse } from 'msw'
import { Collection, getRow, Invalidate, isStale, ResetError } from 'rtk-rest'
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
  it('writes an entity, named by the table in the list of actions', async () => {
    const { store, rest, actions } = await withUsers()
    store.dispatch(rest.set(User, { id: '1' }, { id: '1', name: 'Countess' }))
    expect(actions.at(-1)).toMatchObject({
      type: 'rest/User/set',
      payload: { entities: { User: { 1: { data: { id: '1', name: 'Countess' } } } } },
      meta: { kind: 'set', arg: { schema: 'User', args: [{ id: '1' }] } },
    })
    expect(rest.selectors.selectEntity(store.getState(), User, '1')?.name).toBe('Countess')
  })

  it('takes a function of what is there, and does nothing where nothing is', async () => {
    const { store, rest } = await withUsers()
    store.dispatch(rest.set(User, { id: '1' }, (user) => ({ ...user, name: `${user.name}!` })))
    expect(rest.selectors.selectEntity(store.getState(), User, '1')?.name).toBe('Ada!')
    const before = store.getState()
    store.dispatch(rest.set(User, { id: '9' }, (user) => ({ ...user, name: 'nobody' })))
    expect(store.getState()).toBe(before)
  })

  it('takes an instance back, dates and nested entities included', async () => {
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

  it('adds to a list, and invalidates, through the schemas that do so', async () => {
    const { store, rest, controller } = await withUsers()
    const list = new Collection([User])
    controller.set(list.push, {}, { id: '3', name: 'Cy' })
    const names = () => controller.getResponse(UserResource.getList).data?.map(({ name }) => name)
    expect(names()).toEqual(['Ada', 'Bob', 'Cy'])
    store.dispatch(rest.set(new Invalidate(User), { id: '2' }))
    expect(names()).toEqual(['Ada', 'Cy'])
  })

  it('throws at once on what does not fit, and leaves the store as it was', async () => {
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

  it('copies what it is given, so that later changes to it reach nobody', async () => {
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
  it('keeps the last data in the state and shows it to nobody', async () => {
    const { store, rest } = await withUsers()
    store.dispatch(rest.invalidate(UserResource.getList))
    const request = rest.selectors.selectRequest(store.getState(), UserResource.getList)
    expect(request).toMatchObject({ data: undefined, isInvalid: true, isSuccess: false })
    expect(getRow(store.getState().rest.requests, `GET ${API}/users`)).toMatchObject({
      result: '{}',
      invalid: true,
    })
  })

  it('also of what was only found through others, and does nothing with null', async () => {
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
  it('stays inspectable, resolves to what it was, and lives again when it is written anew', async () => {
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

  it('takes along what cannot do without it, and leaves a gap where it was optional', async () => {
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

  it('that nobody knew is noted, so that an older answer does not bring it', async () => {
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
  it('forgets everything, and lets nothing land that started before', async () => {
    const answer = deferred()
    server.use(
      http.get(`${API}/users/1`, async () => {
        await answer.promise
        return HttpResponse.json(ada)
      }),
      http.post(`${API}/users`, async () => {
        await answer.promise
        return HttpResponse.json({ id: '3', name: 'Cy' })
      }),
    )
    const { store, rest, controller } = await withUsers()
    const read = controller.fetch(UserResource.get, { id: '1' })
    const write = controller.fetch(UserResource.create, { name: 'Cy' })
    store.dispatch(rest.reset())
    await expect(read).rejects.toBeInstanceOf(ResetError)
    answer.resolve()
    expect(await write).toEqual({ id: '3', name: 'Cy' })
    const { entities, requests, lastReset } = store.getState().rest
    expect(entities).toEqual({})
    expect(requests).toEqual({})
    expect(lastReset.seq).toBeGreaterThan(0)
  })

  it('lets what starts afterwards land', async () => {
    const { store, rest, controller } = await withUsers()
    store.dispatch(rest.reset())
    expect(await controller.fetch(UserResource.getList)).toHaveLength(2)
    expect(rest.selectors.selectAll(store.getState(), User)).toHaveLength(2)
  })
})

describe('rest.retain', () => {
  it('reads as a component does: asks for what is missing, and again for what is invalidated', async () => {
    const asked = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        asked()
        return HttpResponse.json(ada)
      }),
    )
    const { store, rest, controller } = createStore()
    const held = store.dispatch(rest.retain(UserResource.get, { id: '1' }))
    await controller.allSettled()
    expect(asked).toHaveBeenCalledTimes(1)
    store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    await controller.allSettled()
    expect(asked).toHaveBeenCalledTimes(2)
    expect(
      rest.selectors.selectData(store.getState(), UserResource.get, { id: '1' }),
    ).toMatchObject(ada)
    held.release()
    held.release()
    store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    await controller.allSettled()
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('does not ask for what a mutation took, if it is released in the same breath', async () => {
    const asked = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        asked()
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
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('asks again for what was expired, and shows it in the meantime', async () => {
    const { store, rest, controller, actions } = await withUsers()
    const held = store.dispatch(rest.retain(UserResource.getList))
    const before = actions.length
    store.dispatch({
      type: 'rest/expireAll',
      payload: { keys: [`GET ${API}/users`] },
      meta: { kind: 'expireAll', fetchedAt: Date.now(), seq: 99, date: Date.now() },
    })
    expect(rest.selectors.selectData(store.getState(), UserResource.getList)).toHaveLength(2)
    await controller.allSettled()
    expect(actions.slice(before).map(({ type }) => type)).toEqual([
      'rest/expireAll',
      'rest/User.getList/pending',
      'rest/User.getList/fulfilled',
    ])
    held.release()
  })

  it('does not ask for what is fresh', async () => {
    const { store, rest, controller, actions } = await withUsers()
    const before = actions.length
    const held = store.dispatch(rest.retain(UserResource.getList))
    await controller.allSettled()
    expect(actions).toHaveLength(before)
    held.release()
  })
})

describe('freshness', () => {
  it('lasts as long as the endpoint says, else the store', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    const { store, rest, controller } = createStore({ dataExpiryLength: 5_000 })
    const getForever = UserResource.get.extend({ dataExpiryLength: Infinity })
    const select = () =>
      rest.selectors.selectRequest(store.getState(), UserResource.get, { id: '1' })
    await controller.fetch(UserResource.get, { id: '1' })
    const { expiresAt, fetchedAt } = select()
    expect(expiresAt - fetchedAt).toBeGreaterThanOrEqual(5_000)
    expect(expiresAt - fetchedAt).toBeLessThan(60_000)
    expect(isStale(select(), expiresAt - 1)).toBe(false)
    expect(isStale(select(), expiresAt)).toBe(true)
    await controller.fetch(getForever, { id: '1' })
    expect(select().expiresAt).toBe(8.64e15)
  })

  it('decides whether fetchIfStale sends a request', async () => {
    const asked = vi.fn()
    server.use(
      http.get(`${API}/users/1`, () => {
        asked()
        return HttpResponse.json(ada)
      }),
    )
    const { controller } = createStore()
    const first = await controller.fetchIfStale(UserResource.get, { id: '1' })
    expect(await controller.fetchIfStale(UserResource.get, { id: '1' })).toBe(first)
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('is refused where it is no time', () => {
    expect(() => createStore({ dataExpiryLength: -1 })).toThrow(/dataExpiryLength.*-1/)
    const { store, rest } = createStore()
    const bad = UserResource.get.extend({ errorExpiryLength: Number.NaN })
    expect(() => store.dispatch(rest.fetch(bad, { id: '1' }))).toThrow(/errorExpiryLength.*NaN/)
  })
})
