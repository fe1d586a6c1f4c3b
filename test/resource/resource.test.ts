import { http, HttpResponse } from 'msw'
import { Collection, Entity, Invalidate, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'Person'
}

const UserResource = resource({ path: '/users/:id', schema: User })
const members = ['get', 'getList', 'create', 'update', 'partialUpdate', 'delete'] as const

describe('resource()', () => {
  it.each([
    ['get', 'GET', '/users/:id'],
    ['getList', 'GET', '/users'],
    ['create', 'POST', '/users'],
    ['update', 'PUT', '/users/:id'],
    ['partialUpdate', 'PATCH', '/users/:id'],
    ['delete', 'DELETE', '/users/:id'],
  ] as const)('creates %s: %s %s, named after the key of the entity', (member, method, path) => {
    const endpoint = UserResource[member]
    expect(endpoint).toBeInstanceOf(RestEndpoint)
    expect(endpoint.method).toBe(method)
    expect(endpoint.path).toBe(path)
    expect(endpoint.name).toBe(`Person.${member}`)
    expect(endpoint.sideEffect).toBe(method === 'GET' ? undefined : true)
  })

  it('gives each endpoint its schema', () => {
    expect(UserResource.get.schema).toBe(User)
    // Of the list, which what changes leaves or joins.
    const change = { collection: UserResource.getList.schema }
    expect(UserResource.update.schema).toMatchObject(change)
    expect(UserResource.partialUpdate.schema).toMatchObject(change)
    expect(UserResource.getList.schema).toBeInstanceOf(Collection)
    expect(UserResource.getList.schema.key).toBe('[Person]')
    expect(UserResource.delete.schema).toBeInstanceOf(Invalidate)
    expect(UserResource.delete.schema.entity).toBe(User)
  })

  it('creates `create` with the name and key of getList.push', () => {
    const { create, getList } = UserResource
    expect(create.name).toBe(getList.push.name)
    expect(create.key({ name: 'Ada' })).toBe(getList.push.key({ name: 'Ada' }))
    expect(create.key({ name: 'Ada' })).toBe('POST /users')
  })

  it('names the endpoints of a second path by that', () => {
    const AdminResource = resource({ path: '/admin/users/:id', schema: User })
    const names = members.map((member) => AdminResource[member].name)
    expect(names).toEqual(members.map((member) => `/admin/users.${member}`))
    const { get, ban } = AdminResource.extend('ban', { path: '/admin/users/:id/ban' })
    expect([get.name, ban.name]).toEqual(['/admin/users.get', '/admin/users.ban'])
    // A module that is loaded again makes the first one again.
    expect(resource({ path: '/users/:id', schema: User }).get.name).toBe('Person.get')
  })

  it('gives its endpoints keys', () => {
    expect(UserResource.get.key({ id: 5 })).toBe('GET /users/5')
    expect(UserResource.getList.key()).toBe('GET /users')
    expect(UserResource.getList.key({ page: 2 })).toBe('GET /users?page=2')
    expect(UserResource.update.key({ id: 5 }, { name: 'Ada' })).toBe('PUT /users/5')
  })
})

describe('the list path of a resource', () => {
  it.each([
    ['/users/:id', '/users'],
    ['/:group/posts/:id', '/:group/posts'],
    ['/users/:"user-id"', '/users'],
    ['/users{/:id}', '/users'],
    ['/repos/:owner/*path', '/repos/:owner'],
    ['/repos{/*path}', '/repos'],
    ['/v1\\:beta/users/:id', '/v1\\:beta/users'],
    ['/users/:id\\:full', '/users'],
    ['/:id', '/'],
    ['/users/:id/', '/users/'],
    ['/:group/posts/:id/', '/:group/posts/'],
    ['/users{/:id}/', '/users/'],
    ['/users{/:id/}', '/users/'],
    ['/users/{:id/}', '/users/'],
    ['/users/:id{/}', '/users/'],
    ['/users/:id/details/', '/users/'],
    ['/users/:id/\\?format=json', '/users/'],
    ['/users/:id\\?next=/', '/users'],
    ['/users/:id\\?full=:full', '/users'],
    ['/users/:id{\\?full=:full}', '/users'],
    ['/api\\?user=:user', '/api\\?user='],
    ['/repos/:owner/*path/', '/repos/:owner/'],
    ['/:id/', '/'],
  ])('with the path %s is %s', (path, short) => {
    const { getList } = resource({ path, schema: User })
    expect(getList.path).toBe(short)
    expect(() => getList.url({ owner: 'o', group: 'g' })).not.toThrow()
  })

  it('is the urlPrefix if the path is only a parameter', () => {
    const { getList, get } = resource({ path: '/:id', urlPrefix: `${API}/users`, schema: User })
    expect(getList.key()).toBe(`GET ${API}/users`)
    expect(get.key({ id: 1 })).toBe(`GET ${API}/users/1`)
    expect(getList.testKey(getList.key({ page: 1 }))).toBe(true)
  })

  it('is the urlPrefix of the Endpoint class if the path is only a parameter', async () => {
    class AsField<O extends RestGenerics> extends RestEndpoint<O> {
      override readonly urlPrefix = `${API}/article`
    }
    class AsGetter<O extends RestGenerics> extends RestEndpoint<O> {}
    Object.defineProperty(AsGetter.prototype, 'urlPrefix', { get: () => `${API}/article` })
    for (const Endpoint of [AsField, AsGetter]) {
      const { get, getList } = resource({ path: '/:id', schema: User, Endpoint })
      expect(getList.key()).toBe(`GET ${API}/article`)
      expect(getList.push.key({ name: 'Ada' })).toBe(`POST ${API}/article`)
      expect(getList.key({ page: 1 })).toBe(`GET ${API}/article?page=1`)
      expect(get.key({ id: 1 })).toBe(`GET ${API}/article/1`)
      expect(getList.testKey(getList.key({ page: 1 }))).toBe(true)
    }
  })

  it.each([
    ['/:id/', `${API}/users`],
    ['/:id/', `${API}/users/`],
    [':id/', `${API}/users/`],
  ])('of %s behind %s keeps the slash at its end', (path, urlPrefix) => {
    const { get, getList, create } = resource({ path, urlPrefix, schema: User })
    expect(get.key({ id: 1 })).toBe(`GET ${API}/users/1/`)
    expect(getList.key()).toBe(`GET ${API}/users/`)
    expect(getList.key({ page: 1 })).toBe(`GET ${API}/users/?page=1`)
    expect(create.key({ name: 'Ada' })).toBe(`POST ${API}/users/`)
    expect(getList.testKey(getList.key({ page: 1 }))).toBe(true)
  })

  it('creates at a server that redirects addresses without a slash at their end', async () => {
    const seen: string[] = []
    server.use(
      http.all(`${API}/*`, ({ request }) => {
        const { pathname } = new URL(request.url)
        seen.push(`${request.method} ${pathname}`)
        // As Django does: after a redirect a POST is a GET.
        if (!pathname.endsWith('/')) return HttpResponse.redirect(`${request.url}/`, 301)
        return HttpResponse.json({ id: '1', name: 'Ada' })
      }),
    )
    const made = resource({
      path: '/users/:id/',
      movePath: '/users/:id/position/',
      urlPrefix: API,
      schema: User,
    })
    await made.create({ name: 'Ada' })
    await made.getList.unshift({ name: 'Ada' })
    await made.getList.remove({ name: 'Ada' })
    await made.getList.move({ id: '1' }, { name: 'Ada' })
    await made.partialUpdate({ id: '1' }, { name: 'Ada' })
    expect(seen).toEqual([
      'POST /users/',
      'POST /users/',
      'PATCH /users/',
      'PATCH /users/1/position/',
      'PATCH /users/1/',
    ])
  })

  it('is the root if the urlPrefix is empty', () => {
    const { getList } = resource({ path: '/:id', urlPrefix: '', schema: User })
    expect(getList.key()).toBe('GET /')
    expect(getList.testKey(getList.key({ page: 1 }))).toBe(true)
    expect(getList.testKey('GET /1')).toBe(false)
  })

  it('cannot be derived without a parameter, which throws an error', () => {
    expect(() => resource({ path: '/users', schema: User })).toThrow(TypeError)
    expect(() => resource({ path: '/users', schema: User })).toThrow(
      /path with a parameter.*'\/users\/:id'; found '\/users'/,
    )
    expect(() => resource({ path: '', schema: User })).toThrow(TypeError)
  })

  it('is not derived from an escaped colon, which throws an error', () => {
    expect(() => resource({ path: '/users\\:all', schema: User })).toThrow(/needs a path with/)
  })
})

describe('the options of resource()', () => {
  it('are options of every endpoint', () => {
    const options = { urlPrefix: API, dataExpiryLength: 5, pollFrequency: 7, extra: { mine: 1 } }
    const made = resource({ path: '/users/:id', schema: User, ...options })
    for (const member of members) expect(made[member]).toEqual(expect.objectContaining(options))
  })

  it('affect every request', async () => {
    const versions: (string | null)[] = []
    server.use(
      http.all(`${API}/*`, ({ request }) => {
        versions.push(request.headers.get('x-version'))
        return HttpResponse.json({ id: '1' })
      }),
    )
    const made = resource({
      path: '/users/:id',
      urlPrefix: API,
      schema: User,
      getHeaders: (headers) => ({ ...headers, 'x-version': '2' }),
    })
    await made.get({ id: '1' })
    await made.create({ name: 'Ada' })
    await made.delete({ id: '1' })
    expect(versions).toEqual(['2', '2', '2'])
  })

  it('may contain the class of every endpoint', () => {
    class ApiEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
      override readonly urlPrefix = API
    }
    const made = resource({ path: '/users/:id', schema: User, Endpoint: ApiEndpoint })
    for (const member of members) expect(made[member]).toBeInstanceOf(ApiEndpoint)
    expect(made.getList.push).toBeInstanceOf(ApiEndpoint)
    expect(made.create.key({ name: 'Ada' })).toBe(`POST ${API}/users`)
  })

  it('may contain the filters of the list', () => {
    const made = resource({ path: '/users/:id', schema: User, filters: { page: 'window' } })
    expect(made.getList.schema.options.filters).toEqual({ page: 'window' })
  })

  it('may contain the type of the body, which get, getList and delete do not have', () => {
    const made = resource({
      path: '/users/:id',
      schema: User,
      body: {} as { name: string },
      searchParams: {} as { page: number },
    })
    for (const member of ['get', 'getList', 'delete'] as const) {
      expect('body' in made[member]).toBe(false)
    }
    expect(made.get.method).toBe('GET')
    expect(made.getList.method).toBe('GET')
    expect(made.getList.sideEffect).toBeUndefined()
  })
})

describe('a resource with `body: undefined`', () => {
  it('sends no body with update and partialUpdate, but with create', async () => {
    const sent: string[] = []
    server.use(
      http.all(`${API}/*`, async ({ request }) => {
        sent.push(`${request.method} ${await request.text()}`)
        return HttpResponse.json({ id: '1' })
      }),
    )
    const made = resource({ path: '/users/:id', urlPrefix: API, schema: User, body: undefined })
    await made.update({ id: 1 })
    await made.partialUpdate({ id: 1 })
    await made.create({ name: 'Ada' })
    expect(sent).toEqual(['PUT ', 'PATCH ', 'POST {"name":"Ada"}'])
  })

  it('has derived list endpoints that still send a body', () => {
    const list = new RestEndpoint({
      path: '/users',
      schema: new Collection([User]),
      body: undefined,
    })
    expect(list.push.url()).toBe('/users')
    expect(list.method).toBe('GET')
    expect('body' in list.push && list.push.body).toEqual({})
  })
})
