import { http, HttpResponse } from 'msw'
import {
  Collection,
  Query,
  resource,
  RestEndpoint,
  type RestGenerics,
  schema as schemas,
  Values,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore, User } from '../support/world'

function respondWith(status: number, body: BodyInit | null = null): void {
  server.use(http.all(`${API}/users`, () => new HttpResponse(body, { status })))
}

const options = { path: '/users', urlPrefix: API } as const
const lists = new Collection([User])

describe('a read of a list that the server answers with 204', () => {
  it.each([
    ['a list', [User], []],
    ['a schema.Array', new schemas.Array(User), []],
    ['a Collection', lists, []],
    ['a map', new Values(User), {}],
    ['a Collection of a map', new Collection(new Values(User)), {}],
    ['a Query', new Query(lists, (users: readonly User[]) => users.map(({ id }) => id)), []],
    ['plain values', [], []],
  ])('reads %s without members', async (_, schema, empty) => {
    for (const status of [204, 205]) {
      respondWith(status)
      const { controller } = createStore()
      const getUsers = new RestEndpoint({ ...options, schema: schema as never })
      expect(await controller.fetch(getUsers)).toEqual(empty)
      expect(controller.getResponse(getUsers).data).toEqual(empty)
    }
  })

  it('has a list that grows', async () => {
    respondWith(204)
    server.use(http.post(`${API}/users`, () => HttpResponse.json({ id: '1', name: 'Ada' })))
    const { controller } = createStore()
    const Users = resource({ ...options, path: '/users/:id', schema: User })
    expect(await controller.fetch(Users.getList)).toEqual([])
    await controller.fetch(Users.create, { name: 'Ada' })
    expect(controller.getResponse(Users.getList).data).toMatchObject([{ name: 'Ada' }])
  })

  it('gives `process` null, which may return a list of its own', async () => {
    respondWith(204)
    const { controller } = createStore()
    const seen: unknown[] = []
    class Unwrapping<O extends RestGenerics> extends RestEndpoint<O> {
      override process(value: { data: unknown } | null): unknown {
        seen.push(value)
        return value === null ? null : value.data
      }
    }
    const getUsers = new Unwrapping({ ...options, schema: lists })
    expect(await controller.fetch(getUsers)).toEqual([])
    const own = getUsers.extend({ process: () => [{ id: '1', name: 'Ada' }] })
    expect(await controller.fetch(own)).toMatchObject([{ name: 'Ada' }])
    expect(seen).toEqual([null])
  })
})

describe('what else has no content', () => {
  it('is an error if it is an entity, or an object with a list', async () => {
    respondWith(204)
    const { controller } = createStore()
    for (const schema of [User, { users: lists, count: 0 }] as never[]) {
      const call = controller.fetch(new RestEndpoint({ ...options, schema }))
      await expect(call).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
    }
  })

  it('is an error of a list if the status is another one', async () => {
    const getUsers = new RestEndpoint({ ...options, schema: lists })
    for (const body of ['', 'null']) {
      respondWith(200, body)
      const { controller } = createStore()
      await expect(controller.fetch(getUsers)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
    }
  })

  it('is null if it is a mutation, or has no schema', async () => {
    respondWith(204)
    const { controller } = createStore()
    const reorder = new RestEndpoint({ ...options, method: 'POST', schema: lists })
    expect(await controller.fetch(reorder, {})).toBeNull()
    expect(await controller.fetch(new RestEndpoint(options))).toBeNull()
  })
})
