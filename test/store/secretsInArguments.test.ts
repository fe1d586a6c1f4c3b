// @vitest-environment node
import { Endpoint, type EndpointContract, RestEndpoint } from 'rtk-rest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../support/world'
import { API } from '../support/server'
import { recordRequests } from '../endpoint/recordRequests'

let count = 0
/** An endpoint of a name of its own, as each name is warned of once. */
const post = (options: object = {}) =>
  new RestEndpoint({
    path: '/session',
    urlPrefix: API,
    method: 'POST',
    name: `post${++count}`,
    ...options,
  })

afterEach(() => {
  vi.unstubAllEnvs()
})

async function warningsOf(endpoint: EndpointContract, body: unknown): Promise<unknown[]> {
  recordRequests()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  warn.mockClear()
  const { controller } = createStore()
  await controller.fetch(endpoint as RestEndpoint, body)
  await controller.fetch(endpoint as RestEndpoint, body)
  const said = warn.mock.calls
    .map(([text]) => text as unknown)
    // Of Redux Toolkit, where a busy machine makes a check of it long.
    .filter((text) => !/Middleware took/.test(String(text)))
  warn.mockClear()
  return said
}

describe('an argument with a field named like a secret', () => {
  it.each([
    ['password', { email: 'a@b.test', password: 'hunter2' }],
    ['token', { token: 'hunter2' }],
    ['secret', { secret: 'hunter2' }],
    ['authorization', { authorization: 'hunter2' }],
    ['newPassword', { newPassword: 'hunter2' }],
    ['access_token', { access_token: 'hunter2' }],
    ['Authorization', { headers: { Authorization: 'hunter2' } }],
    ['password', { user: { password: 'hunter2' } }],
    ['password', [{ name: 'Ada' }, { password: 'hunter2' }]],
    ['password', [...Array.from({ length: 60 }, () => ({ name: 'Ada' })), { password: 'hunter2' }]],
    ['token', { token: ['hunter2'] }],
    ['secret', { secret: { value: 'hunter2' } }],
  ])('logs one warning that names `sensitive: true`: %s in %j', async (field, body) => {
    const endpoint = post() as RestEndpoint
    const said = await warningsOf(endpoint, body)
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${endpoint.name}: the field \`${field}\` of its arguments.*\`sensitive: true\``,
        ),
      ),
    ])
    expect(String(said)).not.toContain('hunter2')
  })

  it.each([
    ['sensitive: true', { sensitive: true }],
    ['sensitive: false', { sensitive: false }],
  ])('logs no warning with %s', async (_, options) => {
    expect(await warningsOf(post(options) as RestEndpoint, { password: 'x' })).toEqual([])
  })

  it.each([
    ['a similar name', { tokens: '5', passwordHint: 'dog', secretary: 'Ada' }],
    ['a pagination token', { pageToken: 'x', next_token: 'x', continuationToken: 'x' }],
    ['a number', { token: 0 }],
    ['URLSearchParams', new URLSearchParams({ token: 'hunter2' })],
    ['null and undefined', { password: undefined, token: null, secret: '' }],
    ['no fields', 'password'],
    ['a list', [{ name: 'Ada' }]],
  ])('logs no warning for %s', async (_, body) => {
    expect(await warningsOf(post() as RestEndpoint, body)).toEqual([])
  })

  it('logs a warning for an Endpoint', async () => {
    const login = new Endpoint(async (_: { password: string }) => 'ok', { name: 'plainLogin' })
    expect(await warningsOf(login, { password: 'hunter2' })).toEqual([
      expect.stringMatching(/^plainLogin: the field `password`/),
    ])
  })

  it('logs a warning for an endpoint with its own `fetch`', async () => {
    const own = new RestEndpoint({
      path: '/session',
      method: 'POST',
      name: 'ownLogin',
      body: {} as { password: string },
      fetch: async () => 'ok',
    })
    expect(await warningsOf(own, { password: 'hunter2' })).toEqual([
      expect.stringMatching(/^ownLogin: the field `password`/),
    ])
  })

  it('logs no warning in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await warningsOf(post() as RestEndpoint, { password: 'x' })).toEqual([])
  })
})
