import { http, HttpResponse } from 'msw'
import {
  All,
  Collection,
  Endpoint,
  ExpiryStatus,
  Lazy,
  resource,
  RestEndpoint,
  schema as schemas,
  Union,
  Values,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore, User, UserResource } from '../support/world'

const options = { path: '/x', urlPrefix: API } as const
const users = new Collection([User])
const ada = { id: '1', name: 'Ada' }

/** What a read of `schema` gives of `response`. */
async function read(schema: unknown, response: unknown, more: object = {}): Promise<unknown> {
  server.use(http.get(`${API}/x`, () => HttpResponse.json(response as object)))
  const { controller } = createStore()
  return controller.fetch(new RestEndpoint({ ...options, ...more, schema: schema as never }))
}

describe('a response that lacks what its schema has', () => {
  it.each([
    ['an entity', { user: User }, ada, 'response.user'],
    ['an entity beside a number', { user: User, total: 0 }, { total: 1 }, 'response.user'],
    ['a union', { one: new Union({ user: User }, 'type') }, {}, 'response.one'],
    ['a list', { users, total: 0 }, { data: [ada] }, 'response.users'],
    ['an array', { users: [User] }, { data: [ada] }, 'response.users'],
    ['a schema.Array', { users: new schemas.Array(User) }, {}, 'response.users'],
    ['a list of objects', { rows: [{ user: User }] }, {}, 'response.rows'],
    ['a map', { users: new Values(User) }, {}, 'response.users'],
    ['what joins a list', { user: users.push }, { ok: true }, 'response.user'],
    ['an object', { data: { user: User } }, { user: ada }, 'response.data'],
    ['a part of an object', { data: { user: User } }, { data: {} }, 'response.data.user'],
    ['a part of a schema.Object', new schemas.Object({ user: User }), ada, 'response.user'],
  ])('is an error with the path: %s', async (_, schema, response, path) => {
    await expect(read(schema, response)).rejects.toMatchObject({
      name: 'SchemaError',
      code: 'INVALID_RESPONSE',
      path,
      message: `${path}: expected what the schema has, found nothing; if the server leaves it out where there is none, give null or an empty list in \`process\``,
    })
    await expect(read(schema, response, { dataExpiryLength: 0 })).rejects.toMatchObject({ path })
  })

  it('is an error of an Endpoint as well, and of a sensitive call without the path', async () => {
    const { controller, store } = createStore()
    const getUser = new Endpoint(async () => Promise.resolve(ada), {
      name: 'getUser',
      schema: { user: User } as never,
    })
    await expect(controller.fetch(getUser)).rejects.toThrow('response.user: expected')
    await expect(read({ user: User }, ada, { sensitive: true })).rejects.toThrow(
      'The response does not fit its schema',
    )
    expect(store.getState().rest.entities).toEqual({})
  })

  it('leaves what an address with two shapes has brought before', async () => {
    let response: object = { user: ada }
    server.use(http.get(`${API}/x`, () => HttpResponse.json(response)))
    const { controller } = createStore()
    const getUser = new RestEndpoint({ ...options, schema: { user: User } })
    expect((await controller.fetch(getUser)).user.name).toBe('Ada')
    response = { ...ada, name: 'Eve' }
    await expect(controller.fetch(getUser)).rejects.toThrow('response.user: expected')
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    const getBare = getUser.extend({ schema: User })
    expect((await controller.fetch(getBare)).name).toBe('Eve')
  })
})

describe('a response is complete', () => {
  const item = new schemas.Object({ user: User })
  item.define({ next: item, all: [item] })

  it.each([
    ['null in place of a part', { user: User, users }, { user: null, users: null }],
    ['plain values', { user: User, total: 0, at: Date, tags: [''] }, { user: ada }],
    ['plain objects', { user: User, meta: { total: 0, at: Date } }, { user: ada }],
    ['a map of plain values', { user: User, rates: new Values(0) }, { user: ada }],
    ['what is read later', { user: User, users: new Lazy([User]) }, { user: ada }],
    ['what is read from the tables', { user: User, all: new All(User) }, { user: ada }],
    ['parts of an object in a list', [{ user: User, by: User }], [{ user: ada }]],
    ['parts of an object in a map', new Values({ user: User, by: User }), { a: { user: ada } }],
    ['the end of what contains itself', item, { user: ada, next: { user: ada } }],
  ])('without %s', async (_, schema, response) => {
    expect(await read(schema, response)).toMatchObject(response)
  })

  it('with what `process` gives of a server that leaves out what is empty', async () => {
    const process = (value: object) => ({ user: null, users: [], ...value })
    const response = { total: 0 }
    expect(await read({ user: User, users, total: 0 }, response, { process })).toEqual({
      user: null,
      users: [],
      total: 0,
    })
  })
})

describe('what is written by hand, or only expected,', () => {
  it('may be a part of a response', async () => {
    const { controller } = createStore({ managers: [optimistic] })
    const page = { user: User, users }
    controller.set(page, {}, { user: ada })
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    server.use(
      http.put(`${API}/x`, () => HttpResponse.json({ user: { id: '1', name: 'Eve' }, users: [] })),
    )
    const rename = new RestEndpoint({
      ...options,
      method: 'PUT',
      body: {} as { name: string },
      schema: page,
      getOptimisticResponse: [optimistic, (_, { name }) => ({ user: { id: '1', name } })],
    })
    const promise = controller.fetch(rename, { name: 'Eve' })
    expect(controller.get(User, { id: '1' })?.name).toBe('Eve')
    await promise
  })
})

describe('a mutation whose response is { ok: true }', () => {
  it('rejects, and what it may have changed is fetched again', async () => {
    let name = 'Ada'
    server.use(
      http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1', name })),
      http.put(`${API}/users/1`, () => {
        name = 'Eve'
        return HttpResponse.json({ ok: true })
      }),
    )
    const { controller } = createStore()
    const { update } = resource({ path: '/users/:id', urlPrefix: API, schema: User })
    const wrapped = update.extend({ schema: { user: User } })
    await controller.fetch(UserResource.get, { id: '1' })
    await expect(controller.fetch(wrapped, { id: '1' }, { name: 'Eve' })).rejects.toThrow(
      'response.user: expected',
    )
    expect(controller.get(User, { id: '1' })?.name).toBe('Ada')
    const { expiresAt, expiryStatus } = controller.getResponse(UserResource.get, { id: '1' })
    expect([expiryStatus, expiresAt]).toEqual([ExpiryStatus.Valid, 0])
    expect((await controller.fetchIfStale(UserResource.get, { id: '1' }))?.name).toBe('Eve')
  })
})
