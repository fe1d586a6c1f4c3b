import { Entity, NetworkError, resource, rows as rowsOf } from 'rtk-rest'
import { mockServer } from 'rtk-rest/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class User extends Entity {
  id = ''
  name = ''
  team = ''
  static override key = 'User'
}

const UserResource = resource({ path: '/users/:id', urlPrefix: API, schema: User })
const rows = [
  { id: '1', name: 'Ada', team: 'a' },
  { id: '2', name: 'Bob', team: 'b' },
]

describe('mockServer responds to', () => {
  beforeEach(() => {
    server.use(...mockServer(UserResource, rows))
  })

  it('get with the row', async () => {
    expect(await UserResource.get({ id: '1' })).toEqual(rows[0])
  })

  it('getList with all rows, or those that match the search parameters', async () => {
    expect(await UserResource.getList()).toEqual(rows)
    expect(await UserResource.getList({ team: 'b' })).toEqual([rows[1]])
    expect(await UserResource.getList({ team: 'none' })).toEqual([])
  })

  it('getList with the rows that match the parameters of its path, which a new row has', async () => {
    const TeamResource = resource({ path: '/teams/:team/users/:id', urlPrefix: API, schema: User })
    server.use(...mockServer(TeamResource, rows))
    expect(await TeamResource.getList({ team: 'b' })).toEqual([rows[1]])
    await TeamResource.create({ team: 'b' }, { name: 'Eve' })
    expect(await TeamResource.getList({ team: 'b' })).toMatchObject([
      {},
      { name: 'Eve', team: 'b' },
    ])
  })

  it('lists of a store, which are kept by their address and follow a new row', async () => {
    const { controller } = createStore()
    const { getList } = UserResource
    await controller.fetch(getList)
    await controller.fetch(getList, { team: 'a' })
    await controller.fetch(getList, { team: 'b' })
    await controller.fetch(getList.push, { id: '9', name: 'Eve', team: 'a' })
    const lists = Object.fromEntries(rowsOf(controller.getState().entities['[User]']))
    expect(lists).toMatchObject({
      '/users': { data: ['1', '2', '9'] },
      '/users {"team":"a"}': { data: ['1', '9'] },
      '/users {"team":"b"}': { data: ['2'] },
    })
  })

  it('getList with all rows if no row has a field of the search parameter', async () => {
    expect(await UserResource.getList({ page: 1 })).toEqual(rows)
  })

  it('create with a new row, which is in the list afterwards', async () => {
    const created = (await UserResource.create({ name: 'Eve' })) as User
    expect(created).toMatchObject({ name: 'Eve', id: expect.stringMatching(/./) as string })
    const other = (await UserResource.create({ name: 'Eve' })) as User
    expect(other.id).not.toBe(created.id)
    expect(await UserResource.get({ id: created.id })).toEqual(created)
    expect(await UserResource.getList()).toHaveLength(4)
  })

  it('create with the primary key of the body', async () => {
    expect(await UserResource.create({ id: '9', name: 'Eve' })).toEqual({ id: '9', name: 'Eve' })
  })

  it('create with the fields of a form', async () => {
    const form = new FormData()
    form.append('name', 'Eve')
    expect(await UserResource.create(form)).toMatchObject({ name: 'Eve' })
  })

  it('update with the replaced row', async () => {
    expect(await UserResource.update({ id: '1' }, { name: 'Ada L.' })).toEqual({
      id: '1',
      name: 'Ada L.',
    })
    expect(await UserResource.get({ id: '1' })).toEqual({ id: '1', name: 'Ada L.' })
  })

  it('partialUpdate with the changed row', async () => {
    expect(await UserResource.partialUpdate({ id: '1' }, { name: 'Ada L.' })).toEqual({
      id: '1',
      name: 'Ada L.',
      team: 'a',
    })
    expect(await UserResource.get({ id: '1' })).toMatchObject({ name: 'Ada L.', team: 'a' })
  })

  it('delete with an empty response, and the row is removed', async () => {
    expect(await UserResource.delete({ id: '1' })).toEqual({ id: '1' })
    await expect(UserResource.get({ id: '1' })).rejects.toMatchObject({ status: 404 })
    expect(await UserResource.getList()).toEqual([rows[1]])
  })

  it('all methods with 404 for a missing row', async () => {
    const id = 'nobody'
    const calls = [
      UserResource.get({ id }),
      UserResource.update({ id }, { name: 'x' }),
      UserResource.partialUpdate({ id }, { name: 'x' }),
      UserResource.delete({ id }),
    ]
    for (const call of calls) {
      await expect(call).rejects.toBeInstanceOf(NetworkError)
      await expect(call).rejects.toMatchObject({ status: 404 })
    }
  })
})

describe('mockServer', () => {
  it('does not mutate the given rows or those of another server', async () => {
    server.use(...mockServer(UserResource, rows))
    await UserResource.partialUpdate({ id: '1' }, { name: 'changed' })
    await UserResource.delete({ id: '2' })
    expect(rows).toEqual([
      { id: '1', name: 'Ada', team: 'a' },
      { id: '2', name: 'Bob', team: 'b' },
    ])
    server.use(...mockServer(UserResource, rows))
    expect(await UserResource.getList()).toEqual(rows)
  })

  it('copies the given rows, so that later mutations of them have no effect', async () => {
    const own = [{ id: '1', name: 'Ada' }]
    server.use(...mockServer(UserResource, own))
    Object.assign(own[0]!, { name: 'changed' })
    own.push({ id: '2', name: 'Bob' })
    expect(await UserResource.getList()).toEqual([{ id: '1', name: 'Ada' }])
  })

  it('finds rows by numbers and special characters', async () => {
    const odd = [{ id: 5 }, { id: 'a/b c' }, { id: '__proto__' }]
    server.use(...mockServer(UserResource, odd))
    expect(await UserResource.get({ id: 5 })).toEqual({ id: 5 })
    expect(await UserResource.get({ id: 'a/b c' })).toEqual({ id: 'a/b c' })
    expect(await UserResource.get({ id: '__proto__' })).toEqual({ id: '__proto__' })
    expect(await UserResource.update({ id: 5 }, { name: 'x' })).toEqual({ id: 5, name: 'x' })
  })

  it('finds rows by the last parameter of the path, or by the given field', async () => {
    const bySlug = resource({ path: '/:group/posts/:slug', urlPrefix: API, schema: User })
    server.use(...mockServer(bySlug, [{ slug: 'hello' }]))
    expect(await bySlug.get({ group: 'g', slug: 'hello' })).toEqual({ slug: 'hello' })
    expect(await bySlug.getList({ group: 'g' })).toEqual([{ slug: 'hello' }])
    const byUuid = resource({ path: '/people/:id', urlPrefix: API, schema: User })
    server.use(...mockServer(byUuid, [{ uuid: 'u1', name: 'Ada' }], { pk: 'uuid' }))
    expect(await byUuid.get({ id: 'u1' })).toEqual({ uuid: 'u1', name: 'Ada' })
    expect(await byUuid.update({ id: 'u1' }, { name: 'x' })).toEqual({ uuid: 'u1', name: 'x' })
  })

  it('responds where a urlPrefix ends with a slash', async () => {
    for (const urlPrefix of [`${API}/`, '/api/']) {
      const slashed = resource({ path: '/things/:id', urlPrefix, schema: User })
      server.use(...mockServer(slashed, [{ id: '1' }]))
      const here = slashed.get.extend({ urlPrefix: new URL(urlPrefix, API).href })
      expect(await here({ id: '1' })).toEqual({ id: '1' })
    }
  })

  it('responds at any origin if the resource has no urlPrefix', async () => {
    const plain = resource({ path: '/things/:id', schema: User })
    server.use(...mockServer(plain, [{ id: '1' }]))
    const here = plain.get.extend({ urlPrefix: 'http://elsewhere.test/api' })
    expect(await here({ id: '1' })).toEqual({ id: '1' })
  })

  it('supports optional parameters', async () => {
    const optional = resource({ path: '/optional{/:id}', urlPrefix: API, schema: User })
    server.use(...mockServer(optional, [{ id: '1' }]))
    expect(await optional.get({ id: '1' })).toEqual({ id: '1' })
    expect(await optional.getList()).toEqual([{ id: '1' }])
  })

  it('supports quoted parameter names', async () => {
    const quoted = resource({ path: '/quoted/:"user-id"', urlPrefix: API, schema: User })
    server.use(...mockServer(quoted, [{ 'user-id': '1' }]))
    expect(await quoted.get({ 'user-id': '1' })).toEqual({ 'user-id': '1' })
  })

  it('supports escaped characters', async () => {
    const escaped = resource({ path: '/v1\\:beta/:id', urlPrefix: API, schema: User })
    server.use(...mockServer(escaped, [{ id: '1' }]))
    expect(await escaped.get({ id: '1' })).toEqual({ id: '1' })
    expect(await escaped.getList()).toEqual([{ id: '1' }])
  })

  it('supports wildcards', async () => {
    const files = resource({ path: '/files/*path', urlPrefix: API, schema: User })
    server.use(...mockServer(files, [{ path: 'a/b', size: 5 }]))
    expect(await files.get({ path: ['a', 'b'] })).toEqual({ path: 'a/b', size: 5 })
    expect(await files.getList()).toHaveLength(1)
  })
})
