// @vitest-environment node
import { Entity, NetworkError, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { startServer } from './startServer'

const server = startServer()

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const options = () => ({ path: '/users/:id', urlPrefix: server.url, name: 'User.get' }) as const
const getUser = () => new RestEndpoint({ ...options(), schema: User })
const getRaw = () => new RestEndpoint(options())

function respondWith(body: string, headers: Record<string, string> = {}, status = 200): void {
  server.respond((_, response) => response.writeHead(status, headers).end(body))
}

const json = { 'content-type': 'application/json' }

describe('a response that does not fit the schema rejects with a NetworkError that describes it:', () => {
  it.each([
    [
      'an HTML page',
      '<!doctype html><p>Hello',
      { 'content-type': 'text/html' },
      /HTML page.*no API/,
    ],
    ['an HTML page without a content type', '<!doctype html><p>Hello', {}, /HTML page/],
    ['text', 'busy', { 'content-type': 'text/plain' }, /found text\/plain \(4 characters\)$/],
    ['bytes', 'PNG', { 'content-type': 'image/png' }, /found image\/png/],
    ['incomplete JSON', '{"id":"5","na', json, /found invalid JSON \(13 characters\)$/],
    [
      'incomplete JSON with a text content type',
      '{"id":"5","na',
      { 'content-type': 'text/plain' },
      /text/,
    ],
  ])('%s', async (_, body, headers, says) => {
    respondWith(body, headers)
    const call = getUser()({ id: 5 })
    await expect(call).rejects.toBeInstanceOf(NetworkError)
    await expect(call).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringMatching(says),
    })
  })

  it('a body that breaks off rejects with a TypeError', async () => {
    server.respond((request, response) => {
      response.writeHead(200, { ...json, 'content-length': '100' })
      response.write('{"id":', () => request.socket.destroy())
    })
    await expect(getUser()({ id: 5 })).rejects.toMatchObject({ name: 'TypeError', code: 'NETWORK' })
  })

  it('a redirect to itself rejects with a TypeError', async () => {
    server.respond((_, response) => response.writeHead(302, { location: '/users/5' }).end())
    await expect(getUser()({ id: 5 })).rejects.toMatchObject({
      name: 'TypeError',
      code: 'NETWORK',
    })
  })

  it('a refused connection rejects with a TypeError', async () => {
    const nowhere = getUser().extend({ urlPrefix: 'http://127.0.0.1:1' })
    await expect(nowhere({ id: 5 })).rejects.toMatchObject({ name: 'TypeError', code: 'NETWORK' })
  })
})

describe('JSON is parsed whatever its content type:', () => {
  it.each([
    ['without a content type', '{"id":"5"}', {}],
    ['text/plain', '{"id":"5"}', { 'content-type': 'text/plain' }],
    ['Application/JSON in capitals', '{"id":"5"}', { 'content-type': 'Application/JSON' }],
    ['TEXT/PLAIN in capitals', '{"id":"5"}', { 'content-type': 'TEXT/PLAIN' }],
    ['application/vnd.api+json', '{"id":"5"}', { 'content-type': 'application/vnd.api+json' }],
  ])('%s', async (_, body, headers) => {
    respondWith(body, headers)
    expect(await getUser()({ id: 5 })).toEqual({ id: '5' })
    expect(await getRaw()({ id: 5 })).toEqual({ id: '5' })
  })

  it('an empty body and status 204 give null', async () => {
    respondWith('', json)
    expect(await getUser()({ id: 5 })).toBeNull()
    respondWith('', {}, 204)
    expect(await getUser()({ id: 5 })).toBeNull()
  })
})

const UNREADABLE = /^The response cannot be read$/

describe('the text, JSON and stack of an error hold no secrets:', () => {
  const login = () =>
    new RestEndpoint({
      path: '/login/:user',
      urlPrefix: server.url,
      method: 'POST',
      sensitive: true,
      schema: User,
      searchParams: {} as { key: string },
      getHeaders: (headers) => ({ ...headers, authorization: 'Bearer secret' }),
    })
  const call = (): Promise<Error> =>
    login()({ user: 'secret-ada', key: 'secret' }, { pin: 'secret' }).then(
      () => new Error('it went well'),
      (error: Error) => error,
    )

  it.each([
    ['status 401', 401, 'secret', {}, /^Request failed \(401\)$/],
    ['incomplete JSON', 200, '{"token":"secret', json, UNREADABLE],
    ['an HTML page', 200, '<html>secret', { 'content-type': 'text/html' }, UNREADABLE],
    ['bytes', 200, 'secret', { 'content-type': 'image/png' }, UNREADABLE],
  ])(
    '%s is logged without the values of a sensitive call',
    async (_, status, body, headers, says) => {
      respondWith(body, headers, status)
      const error = await call()
      expect(error).toMatchObject({ name: 'NetworkError', message: expect.stringMatching(says) })
      expect(error).not.toHaveProperty('url')
      expect(`${JSON.stringify(error)} ${String(error)} ${error.stack}`).not.toContain('secret')
    },
  )

  it('the response, whose URL has the query string, is a non-enumerable member', async () => {
    respondWith('no', {}, 403)
    const error = (await getRaw()
      .extend({ searchParams: {} as { token: string } })({ id: 5, token: 'secret' })
      .catch((thrown: unknown) => thrown)) as NetworkError
    expect(error.response?.url).toContain('secret')
    expect(JSON.stringify({ ...error })).not.toContain('secret')
    expect(error.toJSON()).toEqual({
      name: 'NetworkError',
      message: 'Forbidden (403)',
      status: 403,
      url: `${server.url}/users/5`,
    })
  })
})
