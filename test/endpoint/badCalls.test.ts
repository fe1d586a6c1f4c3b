// @vitest-environment node
import { Entity, RestEndpoint, type RestOptions } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { sendJson, startServer } from './startServer'

const server = startServer()

class User extends Entity {
  id = ''
  static override key = 'User'
}

const get = new RestEndpoint({ path: '/users/:id', schema: User }) as RestEndpoint
const update = get.extend({ method: 'PUT' }) as RestEndpoint
const create = new RestEndpoint({ path: '/users', method: 'POST' }) as RestEndpoint
const remove = get.extend({ method: 'DELETE', schema: undefined }) as RestEndpoint

describe('wrong arguments throw a TypeError that describes the right ones:', () => {
  it.each([
    ['no arguments for a path with parameters', get, [], /"id" of \/users\/:id is missing/],
    ['a string', get, ['5'], /parameters as one object.*found a string/],
    ['a number', get, [5], /found a number/],
    ['a list', get, [['5']], /found an array/],
    ['a Map', get, [new Map([['id', '5']])], /found a Map/],
    ['FormData', get, [new FormData()], /found a FormData/],
    [
      'two arguments for a read',
      get,
      [{ id: '5' }, { a: 1 }],
      /GET \/users\/:id .* `body`; found 2/,
    ],
    ['a body for a DELETE without one', remove, [{ id: '5' }, {}], /DELETE .* `body`; found 2/],
    [
      'three arguments, as from Array.map',
      create,
      [{}, 0, [{}]],
      /\(params, body\).*found 3 arguments/,
    ],
    ['a body without the path parameters', update, [{ a: 1 }], /"id".*is missing.*in front/],
    ['a string in place of parameters', update, ['5', { a: 1 }], /found a string/],
  ])('%s', async (_, endpoint, args, says) => {
    expect(() => endpoint.key(...args)).toThrow(TypeError)
    expect(() => endpoint.key(...args)).toThrow(says)
    await expect(endpoint(...args)).rejects.toThrow(says)
  })

  it('null and undefined are accepted as no arguments', () => {
    const list = new RestEndpoint({ path: '/users' }) as RestEndpoint
    expect(list.key(null)).toBe('GET /users')
    expect(list.key(undefined, undefined)).toBe('GET /users')
  })

  it('additional arguments are accepted if the endpoint defines `process`', async () => {
    server.respond((_, response) => sendJson(response, 5))
    const times = new RestEndpoint({
      path: '/five',
      urlPrefix: server.url,
      process: (value: number, _params: object, by: number) => value * by,
    }) as RestEndpoint
    expect(await times({}, 3)).toBe(15)
  })

  it('the error shows no value of an argument', () => {
    expect(() => get.key('secret')).not.toThrow(/secret/)
  })
})

describe('search parameters', () => {
  it('that are nested objects throw an error that names the parameter and `searchToString`', () => {
    const search = new RestEndpoint({ path: '/users' }) as RestEndpoint
    expect(() => search.key({ where: { age: 5 } })).toThrow(/"where".*searchToString/)
    expect(search.key({ a: undefined, b: [1, undefined, 2] })).toBe('GET /users?b=1&b=2')
  })
})

describe('a body that cannot be serialized throws a TypeError that names the endpoint:', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle

  it.each([
    ['a cycle', cycle, /circular/],
    ['a bigint', { n: 5n }, /BigInt/],
    ['a function', () => {}, /cannot be a function/],
    ['a symbol', Symbol('s'), /cannot be Symbol\(s\)/],
    ['a Map', new Map([['a', 1]]), /cannot be a Map/],
    ['a Set', new Set([1]), /cannot be a Set/],
    ['an async iterable', (async function* () {})(), /or FormData, a Blob, text/],
  ])('%s', async (_, body, says) => {
    await expect(create(body)).rejects.toThrow(TypeError)
    await expect(create(body)).rejects.toThrow(says)
  })
})

describe('the value of a path parameter stays in its segment:', () => {
  const evil = [
    '/',
    '\\',
    '?',
    '#',
    '%2f',
    '../..',
    '..\\',
    'a/b',
    'a?b=c#d',
    '\t',
    '\n',
    '@x.test',
  ]

  it.each(evil)('%j', (id) => {
    const { pathname, search, hash, host } = new URL(get.url({ id }), 'http://api.test')
    expect([host, search, hash]).toEqual(['api.test', '', ''])
    expect(pathname.split('/')).toHaveLength(3)
    expect(decodeURIComponent(pathname.split('/')[2]!)).toBe(id)
  })

  it.each(['.', '..', ''])('%j throws an error', (id) => {
    expect(() => get.url({ id })).toThrow(/"id"/)
  })

  it.each([
    ['/{:a}/:b', '', { b: 'evil.test' }],
    [':id', 'https://api.test', { id: '.evil.test' }],
  ])(
    '%s behind the prefix %j throws an error instead of naming a host',
    (path, urlPrefix, params) => {
      expect(() => (new RestEndpoint({ path, urlPrefix }) as RestEndpoint).url(params)).toThrow(
        /host's name/,
      )
    },
  )

  it('a skipped optional group before the first value is accepted', () => {
    const endpoint = new RestEndpoint({ path: '{/:a}/:b' })
    expect(endpoint.url({ b: 'x' })).toBe('/x')
  })
})

describe('a path that cannot be parsed throws an error that describes the right syntax:', () => {
  it.each([
    ['https://api.test/users/:id', /urlPrefix: 'https/],
    ['http://127.0.0.1:4000/users', /urlPrefix: 'https/],
    ['/users/:', /meant as it stands \("\\\\:"\), parameters as ":id"/],
    ['/users(/:id)', /optional parts in braces/],
  ])('%s', (path, advice) => {
    expect(() => new RestEndpoint({ path })).toThrow(advice)
    expect(() => new RestEndpoint({ path })).toThrow(TypeError)
    expect(() => new RestEndpoint({ path })).toThrow(`The path ${path} cannot be read`)
  })
})

describe('a request header', () => {
  const withHeaders = (headers: Record<string, string>, options: RestOptions = {}) =>
    new RestEndpoint({
      path: '/x',
      urlPrefix: server.url,
      getHeaders: (own) => ({ ...own, ...headers }),
      ...options,
    })

  it('that is undefined is omitted, and overrides an earlier one in any case of letters', async () => {
    server.respond((_, response) => sendJson(response, null))
    await withHeaders({ authorization: undefined as never, Accept: 'text/csv' })()
    expect(server.requests[0]?.headers).toMatchObject({ accept: 'text/csv' })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })
})

describe('invalid options throw an error:', () => {
  it.each(['blob', 'arrayBuffer', 'stream'] as const)(
    'a schema together with content %s, when the endpoint is constructed',
    (content) => {
      const wrong = /User\.get reads .*schema/
      const options = { path: '/x', name: 'User.get', content } as const
      // @ts-expect-error no schema makes entities of bytes
      expect(() => new RestEndpoint({ ...options, schema: User })).toThrow(wrong)
      // @ts-expect-error no schema makes entities of bytes
      expect(() => new RestEndpoint({ ...options, schema: { user: User } })).toThrow(wrong)
      // @ts-expect-error no schema makes entities of bytes
      expect(() => get.extend({ name: 'User.get', content, schema: [User] })).toThrow(wrong)
      expect(new RestEndpoint({ ...options, schema: '' }).content).toBe(content)
    },
  )

  it('bytes in extend remove the schema of the parent without an error', () => {
    const download = get.extend({ content: 'blob' })
    expect(download.schema).toBeUndefined()
    expect(download.extend({ dataExpiryLength: 5 }).schema).toBeUndefined()
    expect(get.extend({ content: 'text' }).schema).toBe(User)
  })

  it('a schema in a class field together with bytes, at the first call', async () => {
    class Wrong extends RestEndpoint<{ path: '/x'; content: 'blob' }> {
      override readonly schema = User as never
    }
    await expect(new Wrong({ path: '/x', content: 'blob' })()).rejects.toThrow(/reads blob/)
  })

  it.each([
    ['method', { method: 'get' }, /`method` must be 'GET'/],
    ['method', { method: 'patch' }, /`method` must be 'PATCH'/],
  ])('%s: %j', (_, options, says) => {
    expect(() => new RestEndpoint({ path: '/x', ...(options as object) })).toThrow(says)
  })
})

describe('an undefined argument', () => {
  const login = new RestEndpoint({ path: '/login', method: 'POST', body: {} })
  const put = new RestEndpoint({
    path: '/users/:id',
    method: 'PUT',
    process: (_value: unknown, ...args: readonly unknown[]) => args,
  })

  it('after a body does not move the body into the URL', () => {
    const key = login.key as (...args: unknown[]) => string
    expect(key.call(login, { password: 'hunter2' }, undefined)).toBe('POST /login')
    expect(key.call(login, { page: 1 }, {})).toBe('POST /login?page=1')
    const paged = login.extend({ searchParams: {} as { page: number } })
    expect((paged.key as typeof key).call(paged, { page: 1 }, undefined)).toBe('POST /login?page=1')
  })

  it('after a body does not replace the body', async () => {
    const bodies: string[] = []
    server.respond((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => void bodies.push(text))
      request.on('end', () => response.writeHead(204).end())
    })
    const endpoint = put.extend({ urlPrefix: server.url }) as unknown as RestEndpoint
    await endpoint({ id: 1 }, { name: 'x' }, undefined)
    await endpoint({ id: 1 }, undefined)
    expect(bodies).toEqual(['{"name":"x"}'])
  })
})

describe('half of a surrogate pair', () => {
  it('is refused with the parameter and the path', () => {
    const endpoint = new RestEndpoint({ path: '/users/:id' })
    expect(() => endpoint.url({ id: 'a\ud800' })).toThrow(
      'The path parameter "id" of /users/:id cannot be',
    )
    expect(endpoint.url({ id: '\ud83d\ude00' })).toBe('/users/%F0%9F%98%80')
  })
})
