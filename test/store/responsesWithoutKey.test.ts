import { http, HttpResponse } from 'msw'
import {
  ExpiryStatus,
  matchFulfilled,
  matchRejected,
  RestEndpoint,
  schema as schemas,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore, User, UserResource } from '../support/world'

function respondWith(response: object | string | number): { lists: number } {
  const count = { lists: 0 }
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

const unnamed: [string, object | string | number][] = [
  ['an object without an id', { name: 'Bob' }],
  ['an object with a nested one', { id: '5', boss: { name: 'Cem' } }],
  ['a list with one', [{ name: 'Bob' }, { id: '5', name: 'Cem' }]],
  ['the id alone', 7],
  ['the id as a string', '7'],
]

describe.each(unnamed)('a create whose response is %s', (_, response) => {
  class Person extends User {
    static override key = 'User'
    static override schema = { boss: User }
  }
  const create = UserResource.create.extend({ schema: Array.isArray(response) ? [Person] : Person })

  it('rejects with an error that says what to do, and stores nothing of it', async () => {
    respondWith(response)
    const { store, rest, controller } = createStore()
    const promise = store.dispatch(rest.fetch(create, { name: 'Bob' }))
    expect(matchRejected(create)(await promise)).toBe(true)
    await expect(promise.unwrap()).rejects.toMatchObject({
      name: 'SchemaError',
      code: 'INVALID_RESPONSE',
      message: expect.stringMatching(
        /expected .* found .*`process`.*`schema: undefined`/,
      ) as string,
    })
    expect(controller.get(User, { id: '5' })).toBeUndefined()
    expect(store.getState().rest.entities).toEqual({})
  })
})

describe('a mutation whose response has no id', () => {
  it('makes lists stale, as the server may have changed them', async () => {
    const count = respondWith({ name: 'Bob' })
    const { controller } = createStore()
    await controller.fetch(UserResource.getList)
    await expect(controller.fetch(UserResource.create, { name: 'Bob' })).rejects.toThrow(/process/)
    expect(count.lists).toBe(1)
    const { expiryStatus, expiresAt } = controller.getResponse(UserResource.getList)
    expect([expiryStatus, expiresAt]).toEqual([ExpiryStatus.Valid, 0])
    await controller.fetchIfStale(UserResource.getList)
    expect(count.lists).toBe(2)
    expect(controller.getResponse(UserResource.getList).expiresAt).toBeGreaterThan(Date.now())
  })

  it('makes the row of its arguments stale', async () => {
    respondWith({ name: 'Eve' })
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name: 'Eve' })))
    const { controller } = createStore()
    await controller.fetch(UserResource.getList)
    const update = controller.fetch(UserResource.update, { id: '1' }, { name: 'Eve' })
    await expect(update).rejects.toThrow(/process/)
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    const user = await controller.fetchIfStale(UserResource.get, { id: '1' })
    expect(user?.name).toBe('Eve')
  })

  it('resolves to the response if the endpoint has no schema', async () => {
    respondWith({ name: 'Bob' })
    const { controller } = createStore()
    const create = UserResource.create.extend({ schema: undefined })
    expect(await controller.fetch(create, { name: 'Bob' })).toEqual({ name: 'Bob' })
  })
})

const BINARY = { 'content-type': 'application/octet-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }
const nothing: [string, () => Response][] = [
  ['204', () => new HttpResponse(null, { status: 204 })],
  ['an empty 201', () => new HttpResponse(null, { status: 201 })],
  ['null', () => HttpResponse.json(null)],
  ['nothing but white space', () => new HttpResponse(' \n', { headers: JSON_TYPE })],
  ['an empty body of a binary type', () => new HttpResponse('', { headers: BINARY })],
  ['text', () => HttpResponse.text('Created')],
  ['text that is called HTML', () => HttpResponse.html('OK')],
]

describe.each(nothing)('a mutation whose response is %s', (_, response) => {
  it('is fulfilled, and the list of a create is requested again', async () => {
    const count = respondWith({})
    server.use(http.post(`${API}/users`, response))
    const { store, controller, rest } = createStore()
    await controller.fetch(UserResource.getList)
    const action = await store.dispatch(rest.fetch(UserResource.create, { name: 'Bob' }))
    expect(matchFulfilled(UserResource.create)(action)).toBe(true)
    expect(await controller.fetch(UserResource.getList.push, { name: 'Bob' })).toBeNull()
    await controller.fetchIfStale(UserResource.getList)
    expect(count.lists).toBe(2)
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
    expect(await controller.fetch(UserResource.update, { id: '1' }, { name: 'Eve' })).toBeNull()
    const user = await controller.fetchIfStale(UserResource.get, { id: '1' })
    expect(user?.name).toBe('Eve')
  })

  it('resolves to null if it is sensitive', async () => {
    server.use(http.post(`${API}/users`, response))
    const { controller } = createStore()
    const schema = { user: User, list: new schemas.Collection([User]) }
    const options = { path: '/users', urlPrefix: API, method: 'POST', sensitive: true } as const
    for (const shape of [User, schema, [User], schema.list]) {
      const create = new RestEndpoint({ ...options, schema: shape })
      expect(await controller.fetch(create, {})).toBeNull()
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
