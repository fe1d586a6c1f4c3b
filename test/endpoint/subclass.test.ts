// @vitest-environment node
import { Entity, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API } from '../support/server'
import { recordRequests } from './recordRequests'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

class ApiEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override readonly urlPrefix = API
  override readonly dataExpiryLength: number = 99

  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return { ...headers, 'x-version': '2' }
  }
}

describe('a subclass of RestEndpoint', () => {
  it('makes endpoints of its own kind, that are called as others are', async () => {
    const requests = recordRequests({ id: '5', name: 'Ada' })
    const getUser = new ApiEndpoint({ path: '/users/:id', schema: User })
    expect(getUser).toBeInstanceOf(ApiEndpoint)
    expect(getUser).toBeInstanceOf(RestEndpoint)
    expect(getUser).toBeInstanceOf(Function)
    expect(await getUser({ id: '5' })).toEqual({ id: '5', name: 'Ada' })
    expect(requests[0]?.url).toBe(`${API}/users/5`)
    expect(requests[0]?.headers.get('x-version')).toBe('2')
  })

  it('stays what it is through extend, which beats its class fields', () => {
    const getUser = new ApiEndpoint({ path: '/users/:id', schema: User })
    const other = getUser.extend({ urlPrefix: 'http://other.test', dataExpiryLength: 5 })
    expect(other).toBeInstanceOf(ApiEndpoint)
    expect(other.dataExpiryLength).toBe(5)
    expect(other.key({ id: 1 })).toBe('GET http://other.test/users/1')
    expect(other.extend({ name: 'x' }).dataExpiryLength).toBe(5)
    expect(getUser.dataExpiryLength).toBe(99)
  })

  it('with a field `method` sends a body, and makes mutations', async () => {
    const requests = recordRequests()
    class PostEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
      override readonly method = 'POST' as never
    }
    const create = new PostEndpoint({ path: '/users', urlPrefix: API })
    expect(create.sideEffect).toBe(true)
    await create.run([{ name: 'Ada' }], {})
    expect(requests).toMatchObject([{ method: 'POST', text: '{"name":"Ada"}' }])
    expect(create.extend({ method: 'GET' }).sideEffect).toBeUndefined()
  })

  it('with a field `sideEffect` posts without being told the method', async () => {
    const requests = recordRequests()
    class Command<O extends RestGenerics> extends RestEndpoint<O> {
      override readonly sideEffect = true as never
    }
    const start = new Command({ path: '/start', urlPrefix: API })
    await start.run([{ now: true }], {})
    expect(requests).toMatchObject([{ method: 'POST', text: '{"now":true}' }])
  })

  it('with a field `body` of undefined takes no body', async () => {
    const requests = recordRequests()
    class Ping<O extends RestGenerics> extends RestEndpoint<O> {
      override readonly body = undefined
    }
    const ping = new Ping({ path: '/ping', urlPrefix: API, method: 'POST' })
    await ping.run([{ ignored: true }], {})
    expect(requests).toMatchObject([{ method: 'POST', url: `${API}/ping?ignored=true`, text: '' }])
  })

  it('can compute a member of others, also of those that extend gives', () => {
    class Versioned<O extends RestGenerics> extends RestEndpoint<O> {
      get version() {
        return 2
      }
      override key(...args: Parameters<RestEndpoint<O>['key']>) {
        return `v${this.version} ${super.key(...args)}`
      }
    }
    const getUser = new Versioned({ path: '/users/:id' })
    expect(getUser.key({ id: 1 })).toBe('v2 GET /users/1')
    expect(getUser.extend({ path: '/people/:id' }).key({ id: 1 })).toBe('v2 GET /people/1')
  })

  it('can set options in its constructor', () => {
    class Fresh<O extends RestGenerics> extends RestEndpoint<O> {
      constructor(options: Readonly<O>) {
        super({ dataExpiryLength: 0, ...options })
      }
    }
    expect(new Fresh({ path: '/users/:id' }).dataExpiryLength).toBe(0)
    const options = { path: '/users/:id', dataExpiryLength: 7 }
    expect(new Fresh(options).dataExpiryLength).toBe(7)
    expect(new Fresh(options).extend({ path: '/x' }).dataExpiryLength).toBe(7)
  })

  it('warns where a class field wins over an option of the constructor', () => {
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    const getUser = new ApiEndpoint({ path: '/users/:id', urlPrefix: 'http://lost.test' })
    expect(getUser.key({ id: 1 })).toBe(`GET ${API}/users/1`)
    const warnings = warn.mock.calls.map(([text]) => String(text))
    warn.mockClear()
    expect(warnings).toEqual([
      expect.stringMatching(/ApiEndpoint.*urlPrefix|urlPrefix.*ApiEndpoint/),
    ])
  })
})
