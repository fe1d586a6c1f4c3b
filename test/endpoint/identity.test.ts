import { Collection, Entity, Invalidate, pages, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API } from '../support/server'

describe('a RestEndpoint', () => {
  it('without a path throws an error that asks for one', () => {
    const make = RestEndpoint as unknown as new (options?: object) => unknown
    expect(() => new make({})).toThrow(/needs a `path`, such as '\/users\/:id'/)
    expect(() => new make()).toThrow(TypeError)
    expect(() => new make({ path: 5 })).toThrow(TypeError)
  })

  it('has its method and path as a name, unless given a name', () => {
    expect(new RestEndpoint({ path: '/users/:id' }).name).toBe('GET /users/:id')
    expect(new RestEndpoint({ path: '/users', method: 'POST' }).name).toBe('POST /users')
    expect(new RestEndpoint({ path: '/users', name: 'User.getList' }).name).toBe('User.getList')
  })
})

describe('the method of a RestEndpoint', () => {
  const path = '/x'

  it('is GET by default, which is a read', () => {
    const endpoint = new RestEndpoint({ path })
    expect([endpoint.method, endpoint.sideEffect]).toEqual(['GET', undefined])
  })

  it('is POST if a body or a side effect is declared, which is a mutation', () => {
    const withBody = new RestEndpoint({ path, body: {} as { name: string } })
    const withSideEffect = new RestEndpoint({ path, sideEffect: true })
    expect([withBody.method, withBody.sideEffect]).toEqual(['POST', true])
    expect([withSideEffect.method, withSideEffect.sideEffect]).toEqual(['POST', true])
  })

  it('is GET if the body is declared as undefined', () => {
    expect(new RestEndpoint({ path, body: undefined }).method).toBe('GET')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'REPORT'])(
    'makes the endpoint a mutation if it is %s, unless sideEffect is false',
    (method) => {
      expect(new RestEndpoint({ path, method }).sideEffect).toBe(true)
      expect(new RestEndpoint({ path, method, sideEffect: false }).sideEffect).toBe(false)
    },
  )
})

describe('the key of a RestEndpoint', () => {
  const searchParams: Record<string, string | number> = {}

  it('is method and URL, with sorted search parameters', () => {
    const search = new RestEndpoint({
      path: '/:group/users',
      urlPrefix: API,
      searchParams,
    })
    expect(search.key({ group: 'a', z: 1, b: 2 })).toBe(`GET ${API}/a/users?b=2&z=1`)
    expect(search.key({ b: 2, z: 1, group: 'a' })).toBe(search.key({ group: 'a', z: 1, b: 2 }))
  })

  it('has no body if the endpoint is a mutation', () => {
    const update = new RestEndpoint({ path: '/users/:id', method: 'PUT' })
    expect(update.key({ id: 5 }, { name: 'Ada' })).toBe('PUT /users/5')
    const create = new RestEndpoint({ path: '/users', method: 'POST' })
    expect(create.key({ name: 'Ada' })).toBe('POST /users')
  })

  it('is the same without arguments and with undefined parameters', () => {
    const list = new RestEndpoint({ path: '/users{/:id}' })
    expect(list.key()).toBe('GET /users')
    expect(list.key({})).toBe('GET /users')
    expect(list.key({ id: undefined })).toBe('GET /users')
  })

  it('can be computed by the option `key`, also in extend', () => {
    const key = ({ id }: { id: string }) => `user ${id}`
    expect(new RestEndpoint({ path: '/users/:id', key }).key({ id: '5' })).toBe('user 5')
    expect(new RestEndpoint({ path: '/users/:id' }).extend({ key }).key({ id: '5' })).toBe('user 5')
  })
})

describe('testKey of a RestEndpoint', () => {
  const getUser = new RestEndpoint({ path: '/users/:id', urlPrefix: API })
  const getList = new RestEndpoint({ path: '/users', urlPrefix: API })

  it('matches the keys of its endpoint with any search parameters', () => {
    expect(getUser.testKey(getUser.key({ id: 'a/b?c' }))).toBe(true)
    expect(getList.testKey(`GET ${API}/users?page=2&at=/x?y`)).toBe(true)
    expect(getList.testKey(`GET ${API}/users`)).toBe(true)
  })

  it('does not match keys of other endpoints', () => {
    expect(getUser.testKey(getList.key())).toBe(false)
    expect(getList.testKey(getUser.key({ id: '5' }))).toBe(false)
    expect(getUser.testKey(`PUT ${API}/users/5`)).toBe(false)
    expect(getUser.testKey('GET http://other.test/users/5')).toBe(false)
    expect(getUser.testKey(`GET ${API}/users/5/posts`)).toBe(false)
  })

  it('matches the keys of a path that contains search parameters', () => {
    const search = new RestEndpoint({ path: '/search\\?q=:q{&page=:page}', urlPrefix: API })
    expect(search.testKey(search.key({ q: 'a b' }))).toBe(true)
    expect(search.testKey(search.key({ q: 'x', page: 2 }))).toBe(true)
    expect(search.testKey(`GET ${API}/search`)).toBe(false)
  })

  it('matches the keys of a path that is empty or optional', () => {
    const root = new RestEndpoint({ path: '', urlPrefix: `${API}/root` })
    expect(root.testKey(root.key())).toBe(true)
    expect(root.testKey(`GET ${API}/root/5`)).toBe(false)
    const optional = new RestEndpoint({ path: '/users{/:id}' })
    expect(optional.testKey('GET /users')).toBe(true)
    expect(optional.testKey('GET /users/5')).toBe(true)
  })
})

describe('push and unshift of a list endpoint', () => {
  class User extends Entity {
    id = ''
    static override key = 'User'
  }
  const list = new RestEndpoint({ path: '/users', schema: new Collection([User]) })

  it('are POST requests to the list path, with a name each', () => {
    expect(list.push.method).toBe('POST')
    expect(list.push.sideEffect).toBe(true)
    expect(list.push.path).toBe('/users')
    const named = list.extend({ name: 'User.getList' })
    expect(named.push.name).toBe('User.create')
    expect(named.unshift.name).not.toBe(named.push.name)
  })

  it('inherit the options of the list', () => {
    expect(list.extend({ urlPrefix: API, extra: 'mine' }).push.urlPrefix).toBe(API)
  })

  it('find the collection inside an object schema', () => {
    const paged = new RestEndpoint({
      path: '/users',
      schema: { next: '', data: { users: new Collection([User]) } },
    })
    expect(paged.push.schema).toBeDefined()
    const without: RestEndpoint[] = [
      new RestEndpoint({ path: '/users', schema: { next: '' } }),
      new RestEndpoint({ path: '/users/:id', schema: new Invalidate(User) }),
    ]
    expect(without.map(({ push }) => push.schema)).toEqual([undefined, undefined])
  })
})

describe('the key of a read with a body', () => {
  const search = new RestEndpoint({
    path: '/search',
    method: 'POST',
    sideEffect: false,
    body: {},
  })

  it('contains the body, so that two searches have different keys', () => {
    expect(search.key({ q: 'a' })).toBe('POST /search {"q":"a"}')
    expect(search.key({ q: 'a' })).not.toBe(search.key({ q: 'b' }))
    expect(search.key(undefined as never)).toBe('POST /search')
    const form = new FormData()
    form.set('q', 'a')
    expect(search.key(form)).toBe('POST /search form [["q","a"]]')
    expect(() => search.key({ n: 1n })).toThrow(/BigInt/)
    expect(search.key(new URLSearchParams({ q: 'a' }))).toBe('POST /search form [["q","a"]]')
    expect(search.key('a ?b')).toBe('POST /search "a ?b"')
    expect(search.testKey(search.key({ q: '?x' }))).toBe(true)
    expect(search.testKey('POST /searches {}')).toBe(false)
  })

  it('cannot contain a file, a Blob or a stream, unless the endpoint defines `key`', () => {
    const form = new FormData()
    form.set('file', new File(['a'], 'a.txt'))
    expect(() => search.key(form)).toThrow(/\[object File\], which a key cannot hold/)
    for (const body of [new Blob(['a']), new ArrayBuffer(1), new Blob(['a']).stream()]) {
      expect(() => search.key(body)).toThrow(/give plain data, or the endpoint a `key`/)
    }
    const find = search.extend({ key: ({ size }: Blob) => `find ${size}` })
    expect(find.key(new Blob(['a']))).toBe('find 1')
  })

  it('is the key of the list for its pages, whose cursor is in the body', () => {
    class User extends Entity {
      id = ''
      static override key = 'User'
    }
    const list = search.extend({
      schema: new Collection([User]),
      paginationField: [pages, 'cursor'],
      body: {} as { q: string; cursor?: number },
    })
    expect(list.getPage.key({ q: 'a', cursor: 2 })).toBe(list.key({ q: 'a' }))
  })

  it('may contain spaces of the path', () => {
    const spaced = new RestEndpoint({ path: '/my files/:id' })
    expect(spaced.testKey(spaced.key({ id: 1 }))).toBe(true)
  })

  it('is the URL alone if the endpoint is a mutation', () => {
    expect(search.extend({ sideEffect: true }).key({ q: 'a' })).toBe('POST /search')
  })
})
