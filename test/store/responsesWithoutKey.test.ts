import { http, HttpResponse } from 'msw'
import { Entity, ExpiryStatus, resource, RestEndpoint, schema as schemas } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, User, UserResource } from '../support/world'

// A server that creates something and responds without its id has not failed.

/** What the console warned of, which is expected from here on. */
function warnings(): string[] {
  const said = vi.mocked(console.warn).mock.calls.map(([text]) => String(text))
  vi.mocked(console.warn).mockClear()
  // Redux Toolkit warns where a busy machine makes one of its checks slow.
  return said.filter((text) => !/Middleware took/.test(text))
}

function respondWith(response: object): { lists: number } {
  const count = { lists: 0 }
  vi.mocked(console.warn).mockImplementation(() => undefined)
  server.use(
    http.post(`${API}/users`, () => HttpResponse.json(response, { status: 201 })),
    http.put(`${API}/users/:id`, () => HttpResponse.json(response)),
    http.get(`${API}/users`, () => {
      count.lists += 1
      return HttpResponse.json([{ id: '1', name: 'Ada' }])
    }),
  )
  return count
}

describe('a create whose response has no id', () => {
  it('resolves to an instance, stores no row, and mounted lists are requested again', async () => {
    const count = respondWith({ name: 'Bob' })
    const { store, rest, controller } = createStore()
    const { release } = store.dispatch(rest.retain(UserResource.getList))
    await vi.waitFor(() =>
      expect(controller.getResponse(UserResource.getList).data).toHaveLength(1),
    )
    const tables = store.getState().rest.entities
    const user = await controller.fetch(UserResource.create, { name: 'Bob' })
    expect(user).toBeInstanceOf(User)
    expect(user).toEqual(User.fromJS({ name: 'Bob' }))
    expect(store.getState().rest.entities['User']).toBe(tables['User'])
    expect(warnings()).toEqual([
      expect.stringMatching(/^User\.create responded without a primary key.*`process`.*found/),
    ])
    await vi.waitFor(() => expect(count.lists).toBe(2))
    await turns()
    expect(count.lists).toBe(2)
    release()
  })

  it('makes lists without a reader stale', async () => {
    const count = respondWith({ name: 'Bob' })
    const { controller } = createStore()
    await controller.fetch(UserResource.getList)
    await controller.fetch(UserResource.create, { name: 'Bob' })
    expect(count.lists).toBe(1)
    const { expiryStatus, expiresAt } = controller.getResponse(UserResource.getList)
    expect([expiryStatus, expiresAt]).toEqual([ExpiryStatus.Valid, 0])
    await controller.fetchIfStale(UserResource.getList)
    expect(count.lists).toBe(2)
    expect(controller.getResponse(UserResource.getList).expiresAt).toBeGreaterThan(Date.now())
    expect(warnings()).toHaveLength(1)
  })

  it('dispatches a fulfilled action that matchers recognize', async () => {
    respondWith({ name: 'Bob' })
    const { store, rest, actions } = createStore()
    const promise = store.dispatch(rest.fetch(UserResource.create, { name: 'Bob' }))
    const action = await promise
    expect(rest.matchFulfilled(UserResource.create)(action)).toBe(true)
    expect((await promise.unwrap()).name).toBe('Bob')
    expect(actions.map(({ type }) => type)).toEqual([
      'rest/User.create/pending',
      'rest/User.create/fulfilled',
    ])
    expect(warnings()).toHaveLength(1)
  })

  it('resolves to nested instances and converted values', async () => {
    class Comment extends Entity {
      id = ''
      author = User.fromJS({})
      at = new Date(0)
      static override key = 'Comment'
      static override schema = { author: User, at: Date }
    }
    const { create } = resource({ path: '/users/:id', urlPrefix: API, schema: Comment })
    respondWith({ author: { id: '1', name: 'Ada' }, at: '2026-01-02T00:00:00Z' })
    const { store, controller } = createStore()
    const comment = await controller.fetch(create, {})
    expect(comment.author).toBeInstanceOf(User)
    expect(comment.at).toEqual(new Date('2026-01-02T00:00:00Z'))
    expect(store.getState().rest.entities).toEqual({})
    expect(warnings()).toHaveLength(1)
  })

  it('resolves to all instances of a list', async () => {
    respondWith([{ name: 'Bob' }, { id: '5', name: 'Cem' }])
    const { controller } = createStore()
    const users = await controller.fetch(UserResource.create, [{ name: 'Bob' }, { name: 'Cem' }])
    expect(users).toEqual([User.fromJS({ name: 'Bob' }), User.fromJS({ id: '5', name: 'Cem' })])
    expect(controller.get(User, { id: '5' })).toBeUndefined()
    expect(warnings()).toHaveLength(1)
  })
})

const BINARY = { 'content-type': 'application/octet-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }
const nothing: [string, () => Response, unknown][] = [
  ['204', () => new HttpResponse(null, { status: 204 }), null],
  ['an empty 201', () => new HttpResponse(null, { status: 201 }), null],
  ['null', () => HttpResponse.json(null), null],
  ['nothing but white space', () => new HttpResponse(' \n', { headers: JSON_TYPE }), null],
  ['an empty body of a binary type', () => new HttpResponse('', { headers: BINARY }), null],
  ['text', () => HttpResponse.text('Created'), null],
  ['text that is called HTML', () => HttpResponse.html('OK'), null],
  ['the id alone', () => HttpResponse.json(7), 7],
  ['the id as a string', () => HttpResponse.json('7'), '7'],
]

describe.each(nothing)('a mutation whose response is %s', (_, response, given) => {
  it('is fulfilled, and the list of a create is requested again', async () => {
    const count = respondWith({})
    server.use(http.post(`${API}/users`, response))
    const { store, controller, rest } = createStore()
    await controller.fetch(UserResource.getList)
    const action = await store.dispatch(rest.fetch(UserResource.create, { name: 'Bob' }))
    expect(rest.matchFulfilled(UserResource.create)(action)).toBe(true)
    expect(await controller.fetch(UserResource.getList.push, { name: 'Bob' })).toBe(given)
    await controller.fetchIfStale(UserResource.getList)
    expect(count.lists).toBe(2)
    expect(warnings()).toEqual([
      expect.stringMatching(/^User\.create responded without a primary key.*`process`/),
    ])
  })

  it('is fulfilled, and the row of an update is requested again', async () => {
    let reads = 0
    respondWith({})
    server.use(
      http.put(`${API}/users/:id`, response),
      http.get(`${API}/users/1`, () => {
        reads += 1
        return HttpResponse.json({ id: '1', name: reads === 1 ? 'Ada' : 'Eve' })
      }),
    )
    const { controller } = createStore()
    await controller.fetch(UserResource.get, { id: '1' })
    expect(await controller.fetch(UserResource.update, { id: '1' }, { name: 'Eve' })).toBe(given)
    const user = await controller.fetchIfStale(UserResource.get, { id: '1' })
    expect(user?.name).toBe('Eve')
    expect(warnings()).toHaveLength(1)
  })

  it('resolves to the same value if it is sensitive', async () => {
    server.use(http.post(`${API}/users`, response))
    const { controller } = createStore()
    const schema = { user: User, list: new schemas.Collection([User]) }
    const options = { path: '/users', urlPrefix: API, method: 'POST', sensitive: true } as const
    for (const shape of [User, schema, [User], schema.list]) {
      const create = new RestEndpoint({ ...options, schema: shape })
      expect(await controller.fetch(create, {})).toBe(given)
    }
  })
})

describe('a mutation whose response is an HTML page', () => {
  it('rejects', async () => {
    respondWith({})
    server.use(http.post(`${API}/users`, () => HttpResponse.html('<!doctype html><p>Hi</p>')))
    const { controller } = createStore()
    await expect(controller.fetch(UserResource.create, {})).rejects.toThrow(/an HTML page/)
  })
})

describe('an update whose response has no id', () => {
  it('resolves to an instance, and the row of its arguments is requested again', async () => {
    respondWith({ name: 'Eve' })
    const { controller } = createStore()
    await controller.fetch(UserResource.getList)
    const user = await controller.fetch(UserResource.update, { id: '1' }, { name: 'Eve' })
    expect(user.name).toBe('Eve')
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    expect(warnings()).toHaveLength(1)
  })
})

describe('a read whose response has no id', () => {
  it('rejects with an error that names `process`', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ name: 'Ada' })))
    const { controller } = createStore()
    await expect(controller.fetch(UserResource.get, { id: '1' })).rejects.toThrow(/process/)
  })
})

describe('a sensitive create whose response has no id', () => {
  it('resolves to an instance, without values in the state', async () => {
    respondWith({ name: 'Bob' })
    const { controller } = createStore()
    const create = new RestEndpoint({
      path: '/users',
      urlPrefix: API,
      method: 'POST',
      schema: User,
      sensitive: true,
    })
    expect((await controller.fetch(create, {})).name).toBe('Bob')
  })
})
