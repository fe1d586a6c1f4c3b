// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { Entity, type RequestKey, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
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
  it('constructs callable endpoints of that class', async () => {
    const requests = recordRequests({ id: '5', name: 'Ada' })
    const getUser = new ApiEndpoint({ path: '/users/:id', schema: User })
    expect(getUser).toBeInstanceOf(ApiEndpoint)
    expect(getUser).toBeInstanceOf(RestEndpoint)
    expect(getUser).toBeInstanceOf(Function)
    expect(await getUser({ id: '5' })).toEqual({ id: '5', name: 'Ada' })
    expect(requests[0]?.url).toBe(`${API}/users/5`)
    expect(requests[0]?.headers.get('x-version')).toBe('2')
  })

  it('is the class of the result of extend, whose options override class fields', () => {
    const getUser = new ApiEndpoint({ path: '/users/:id', schema: User })
    const other = getUser.extend({ urlPrefix: 'http://other.test', dataExpiryLength: 5 })
    expect(other).toBeInstanceOf(ApiEndpoint)
    expect(other.dataExpiryLength).toBe(5)
    expect(other.key({ id: 1 })).toBe('GET http://other.test/users/1')
    expect(other.extend({ name: 'x' }).dataExpiryLength).toBe(5)
    expect(getUser.dataExpiryLength).toBe(99)
  })

  it('with a field `method` sends a body, and is a mutation', async () => {
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

  it('with a field `sideEffect` sends a POST by default', async () => {
    const requests = recordRequests()
    class Command<O extends RestGenerics> extends RestEndpoint<O> {
      override readonly sideEffect = true as never
    }
    const start = new Command({ path: '/start', urlPrefix: API })
    await start.run([{ now: true }], {})
    expect(requests).toMatchObject([{ method: 'POST', text: '{"now":true}' }])
  })

  it('with a field `body` of undefined sends no body', async () => {
    const requests = recordRequests()
    class Ping<O extends RestGenerics> extends RestEndpoint<O> {
      override readonly body = undefined
    }
    const ping = new Ping({ path: '/ping', urlPrefix: API, method: 'POST' })
    await ping.run([{ ignored: true }], {})
    expect(requests).toMatchObject([{ method: 'POST', url: `${API}/ping?ignored=true`, text: '' }])
  })

  it('can compute a member from others, also after extend', () => {
    class Versioned<O extends RestGenerics> extends RestEndpoint<O> {
      get version() {
        return 2
      }
      override key(...args: Parameters<RestEndpoint<O>['key']>) {
        return `v${this.version} ${super.key(...args)}` as RequestKey
      }
    }
    const getUser = new Versioned({ path: '/users/:id' })
    expect(getUser.key({ id: 1 })).toBe('v2 GET /users/1')
    expect(getUser.extend({ path: '/people/:id' }).key({ id: 1 })).toBe('v2 GET /people/1')
  })

  it('can set default options in its constructor', () => {
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
})

describe('an undefined option', () => {
  it('keeps the default of a required member', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({ id: '1' })))
    const nothing = {
      name: undefined,
      method: undefined,
      key: undefined,
      url: undefined,
      fetch: undefined,
      getHeaders: undefined,
      getRequestInit: undefined,
      fetchResponse: undefined,
      parseResponse: undefined,
      process: undefined,
    } as object
    const options = { path: '/users/:id', urlPrefix: API }
    const getUser = new RestEndpoint({ ...options, ...nothing })
    expect([getUser.name, getUser.method, getUser.sideEffect]).toEqual([
      'GET /users/:id',
      'GET',
      undefined,
    ])
    expect(await getUser({ id: 1 })).toEqual({ id: '1' })
    expect(await getUser.extend(nothing)({ id: 1 })).toEqual({ id: '1' })
  })

  it('removes an optional member of the parent', () => {
    const parent = new RestEndpoint({ path: '/x', timeout: 5, schema: '', pollFrequency: 5 })
    const child = parent.extend({ timeout: undefined, schema: undefined, pollFrequency: undefined })
    expect([child.timeout, child.schema, child.pollFrequency]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a step that calls super', () => {
  it('may omit the context argument', async () => {
    const sent: unknown[] = []
    server.use(
      http.get(`${API}/x`, ({ request }) => {
        sent.push(request.headers.get('x-a'))
        return HttpResponse.json({})
      }),
    )
    class Short extends RestEndpoint<{ path: '/x' }> {
      override async getRequestInit(body: unknown) {
        const init = await (super.getRequestInit as (body: unknown) => Promise<RequestInit>)(body)
        return { ...init, headers: { ...init.headers, 'x-a': '1' } }
      }
    }
    await new Short({ path: '/x', urlPrefix: API } as never)()
    expect(sent).toEqual(['1'])
  })

  it('may be replaced by a getter', () => {
    class Reading extends RestEndpoint<{ path: '/x'; method: 'POST' }> {
      override get sideEffect() {
        return false as never
      }
    }
    expect(new Reading({ path: '/x', method: 'POST' }).sideEffect).toBe(false)
    class Asking extends RestEndpoint<{ path: '/x' }> {
      override get sideEffect() {
        return (this.method === 'GET' ? super.sideEffect : true) as never
      }
    }
    expect(new Asking({ path: '/x' }).method).toBe('GET')
    expect(new Asking({ path: '/x' }).sideEffect).toBeUndefined()
    expect(new Asking({ path: '/x', method: 'PUT' } as never).sideEffect).toBe(true)
    class Writing extends RestEndpoint<{ path: '/x' }> {
      override get sideEffect() {
        return true as never
      }
    }
    expect(new Writing({ path: '/x' }).method).toBe('POST')
  })
})

describe('a misspelled option', () => {
  it.each([
    ['sensitve', 'sensitive'],
    ['dataExpiryLenght', 'dataExpiryLength'],
    ['pollFrequencey', 'pollFrequency'],
    ['timeOut', 'timeout'],
    ['bdy', 'body'],
  ])('%s logs one warning with the right spelling', (option, meant) => {
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    const options: { readonly path: '/x' } = { path: '/x', [option]: 5 }
    const others: object = { [option]: 6 }
    const make = () => new RestEndpoint(options)
    make().extend(others)
    make()
    const said = warn.mock.calls.flat()
    warn.mockClear()
    expect(said).toEqual([`GET /x: \`${option}\` is no option; did you mean \`${meant}\`?`])
  })

  it('of a resource logs one warning for all of its endpoints', () => {
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    const options: object = { optimisitc: true, nonFilterArgumentKeys: ['sort'] }
    const made = resource({ path: '/users/:id', schema: User, ...options })
    const said = warn.mock.calls.flat()
    warn.mockClear()
    expect(said).toEqual([
      'User.getList: `optimisitc` is no option; did you mean `optimistic`?',
      'User.getList: `nonFilterArgumentKeys` is no option; did you mean `filters`?',
    ])
    expect(made.get).not.toHaveProperty('getOptimisticResponse', expect.any(Function))
  })

  it('is not reported for custom options and class fields', () => {
    const made = new RestEndpoint({
      path: '/x',
      permission: 'admin',
      tags: [],
      schemas: 1,
      updated: 1,
      methods: [],
    } as { path: '/x' })
    expect(made).toHaveProperty('permission', 'admin')
    class Tagged extends RestEndpoint<{ path: '/x' }> {
      readonly signl: string = 'ours'
    }
    expect(new Tagged({ path: '/x' }).extend({ signl: 'again' } as object)).toBeDefined()
  })
})
