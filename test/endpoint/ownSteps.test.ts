// @vitest-environment node
import { Entity, Invalidate, NetworkError, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { sendJson, startServer } from './startServer'

const server = startServer()

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const sentUrls = () => server.requests.map(({ method, url }) => `${method} ${url}`)

describe('an endpoint with an overridden `url`', () => {
  const urlPrefix = () => server.url

  it('passes the arguments of `url` to the call, the key and `process`', async () => {
    server.respond((_, response) => sendJson(response, 'here'))
    const getUser = new RestEndpoint({
      path: '/users',
      url: (id: string, language: string) => `${urlPrefix()}/${language}/users/${id}`,
    })
    expectTypeOf<Parameters<typeof getUser>>().toEqualTypeOf<[id: string, language: string]>()
    expect(getUser.key('5', 'de')).toBe(`GET ${server.url}/de/users/5`)
    expect(await getUser('5', 'de')).toBe('here')
    const seen = getUser.extend({ process: (_value: unknown, ...args: unknown[]) => args })
    expect(await seen('5', 'fr')).toEqual(['5', 'fr'])
    expect(sentUrls()).toEqual(['GET /de/users/5', 'GET /fr/users/5'])
  })

  it('accepts a body after the arguments of `url`', async () => {
    const bodies: string[] = []
    server.respond((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => void bodies.push(text))
      request.on('end', () => sendJson(response, null))
    })
    const update = new RestEndpoint({
      path: '/users',
      method: 'PUT',
      body: {} as { readonly name: string },
      url: (id: number) => `${urlPrefix()}/users/${id}`,
    })
    expectTypeOf<Parameters<typeof update>>().toEqualTypeOf<
      [id: number, body: { readonly name: string }]
    >()
    await update(5, { name: 'Ada' })
    expect([sentUrls(), bodies]).toEqual([['PUT /users/5'], ['{"name":"Ada"}']])
    expect(update.key(5, { name: 'Ada' })).toBe(`PUT ${server.url}/users/5`)
  })

  it('takes the primary key of a DELETE from the argument of `url`', async () => {
    server.respond((_, response) => response.writeHead(204).end())
    const remove = new RestEndpoint({
      path: '/users',
      method: 'DELETE',
      schema: new Invalidate(User),
      url: (id: string) => `${urlPrefix()}/users/${id}`,
    })
    expect(await remove('5')).toBe('5')
  })

  it('does not pass a body to `url` if it is the only argument', () => {
    const login = new RestEndpoint({
      path: '/login',
      method: 'POST',
      body: {},
      url: (params?: object) => `/login?${Object.keys(params ?? {}).join()}`,
    }) as RestEndpoint
    expect(login.key({ pin: '1234' })).toBe('POST /login?')
    expect(login.key({ pin: '1234' }, undefined)).toBe('POST /login?')
    expect(login.key({ page: 1 }, { pin: '1234' })).toBe('POST /login?page')
  })

  it('in a subclass can call super.url', () => {
    class Versioned<O extends RestGenerics> extends RestEndpoint<O> {
      override url(params?: Parameters<RestEndpoint<O>['url']>[0]): string {
        return `${super.url(params)}?v=2`
      }
    }
    expect(new Versioned({ path: '/users/:id' }).key({ id: 5 })).toBe('GET /users/5?v=2')
  })

  it('without types for the arguments of `url` has those of the path', () => {
    const getUser = new RestEndpoint({ path: '/users/:id', url: ({ id }) => `/people/${id}` })
    expect(getUser.key({ id: 5 })).toBe('GET /people/5')
    // @ts-expect-error the path needs an id
    expect(getUser.key({})).toBe('GET /people/undefined')
  })
})

describe('an endpoint with an overridden `process`', () => {
  const respondWith = (text: string, type = 'text/plain') =>
    server.respond((_, response) => response.writeHead(200, { 'content-type': type }).end(text))
  const options = () => ({ path: '/users/:id', urlPrefix: server.url, schema: User }) as const
  const fromText = (value: unknown) =>
    typeof value === 'string' ? { id: value.split(';')[0], name: value.split(';')[1] } : value

  it.each(['text/plain', 'text/csv', 'text/html', 'application/xml'])(
    "passes a text to it with content 'text', and without a schema: %s",
    async (type) => {
      respondWith('5;Ada', type)
      const getText = new RestEndpoint({ ...options(), content: 'text', process: fromText })
      expect(await getText({ id: 5 })).toEqual({ id: '5', name: 'Ada' })
      const getAny = new RestEndpoint({ ...options(), schema: undefined, process: fromText })
      expect(await getAny({ id: 5 })).toEqual({ id: '5', name: 'Ada' })
    },
  )

  it('passes no text to it where a schema needs JSON', async () => {
    respondWith('5;Ada')
    const getUser = new RestEndpoint({ ...options(), process: fromText })
    await expect(getUser({ id: 5 })).rejects.toThrow(/Expected JSON, found text\/plain/)
  })

  it('passes JSON to it as data, whatever the content type', async () => {
    respondWith('{"id":"5"}')
    const getUser = new RestEndpoint({ ...options(), process: fromText })
    expect(await getUser({ id: 5 })).toEqual({ id: '5' })
  })

  it('does not get a page in place of data', async () => {
    respondWith('<!doctype html><p>secret', 'text/html')
    class Base<O extends RestGenerics> extends RestEndpoint<O> {
      override process(value: unknown): unknown {
        return fromNull(value)
      }
    }
    const fromNull = (value: unknown) => value ?? {}
    const call = new Base(options())({ id: 5 })
    await expect(call).rejects.toBeInstanceOf(NetworkError)
    await expect(call).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
    await expect(call).rejects.toThrow(/found an HTML page; there may be no API/)
    await expect(call).rejects.not.toThrow(/secret/)
  })

  it('invalidates the entity of the path if it returns the "OK" of a DELETE unchanged', async () => {
    respondWith('OK')
    const remove = new RestEndpoint({
      ...options(),
      schema: new Invalidate(User),
      method: 'DELETE',
      process: (value: unknown) => value,
    })
    expect(await remove({ id: 5 })).toEqual({ id: 5 })
  })
})

describe('header names', () => {
  it('are in lower case from requestInit to fetch', async () => {
    const seen: unknown[] = []
    const fetchFn: typeof fetch = async (_, init) => {
      seen.push(init?.headers)
      return Response.json(null)
    }
    const endpoint = new RestEndpoint({
      path: '/x',
      urlPrefix: server.url,
      method: 'POST',
      requestInit: { headers: { 'X-Api-Version': '2', 'Content-Type': 'application/ld+json' } },
      getHeaders(headers) {
        seen.push(headers)
        return { ...headers, Authorization: 'token', ACCEPT: 'text/csv' }
      },
    })
    await endpoint.run([{}], { fetchFn })
    const own = { 'x-api-version': '2', 'content-type': 'application/ld+json' }
    expect(seen).toEqual([
      { accept: 'application/json', ...own },
      { ...own, accept: 'text/csv', authorization: 'token' },
    ])
  })

  it.each([
    ['an object', { 'X-Tag': 'a', 'x-tag': 'b' }, { 'x-tag': 'b' }],
    [
      'a list',
      [
        ['X-Tag', 'a'],
        ['x-tag', 'b'],
      ] as [string, string][],
      { 'x-tag': 'a, b' },
    ],
  ])('are compared without case in %s', async (_, headers, sent) => {
    server.respond((_request, response) => sendJson(response, null))
    await new RestEndpoint({ path: '/x', urlPrefix: server.url, requestInit: { headers } })()
    expect(server.requests[0]?.headers).toMatchObject(sent)
  })
})
