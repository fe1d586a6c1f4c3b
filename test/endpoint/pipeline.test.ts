// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { RestEndpoint, type RestGenerics, type RestOptions, type RunContext } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { recordRequests, type Sent } from './recordRequests'

describe('a call of a RestEndpoint', () => {
  it('sends a request and resolves to the response', async () => {
    server.use(http.get(`${API}/users/5`, () => HttpResponse.json({ id: '5', name: 'Ada' })))
    const getUser = new RestEndpoint({ path: '/users/:id', urlPrefix: API })
    expect(await getUser({ id: '5' })).toEqual({ id: '5', name: 'Ada' })
    expect(await getUser({ id: 5 })).toEqual({ id: '5', name: 'Ada' })
  })

  it('runs its steps in a fixed order, and a subclass can override each of them', async () => {
    recordRequests({ name: 'Ada' })
    const steps: string[] = []
    class Traced<O extends RestGenerics> extends RestEndpoint<O> {
      override url(params?: Parameters<RestEndpoint<O>['url']>[0]) {
        steps.push('url')
        return super.url(params)
      }
      override searchToString(params: Record<string, unknown>) {
        steps.push('searchToString')
        return super.searchToString(params)
      }
      override async getRequestInit(body: unknown, context: RunContext) {
        steps.push('getRequestInit')
        return super.getRequestInit(body, context)
      }
      override async getHeaders(headers: Record<string, string>, context: RunContext) {
        steps.push('getHeaders')
        return super.getHeaders(headers, context)
      }
      override async fetchResponse(input: string, init: RequestInit) {
        steps.push('fetchResponse')
        return super.fetchResponse(input, init)
      }
      override async parseResponse(response: Response) {
        steps.push('parseResponse')
        return super.parseResponse(response)
      }
      override process(value: unknown, ...args: unknown[]): unknown {
        steps.push('process')
        return super.process(value, ...args)
      }
    }
    const traced = new Traced({ path: '/users', urlPrefix: API, searchParams: {} as { q: string } })
    expect(await traced({ q: 'a' })).toEqual({ name: 'Ada' })
    expect(steps).toEqual([
      'url',
      'searchToString',
      'getRequestInit',
      'getHeaders',
      'fetchResponse',
      'parseResponse',
      'process',
    ])
  })

  it('rejects if a step throws', async () => {
    const broken = new RestEndpoint({
      path: '/users',
      urlPrefix: API,
      getHeaders() {
        throw new RangeError('no token')
      },
    })
    await expect(broken()).rejects.toThrow('no token')
  })
})

interface Overridden {
  readonly override: RestOptions
  readonly sent: Partial<Sent>
}

const overridden: [member: string, Overridden][] = [
  ['url', { override: { url: () => `${API}/elsewhere` }, sent: { url: `${API}/elsewhere` } }],
  [
    'searchToString',
    { override: { searchToString: () => 'all=mine' }, sent: { url: `${API}/users/5?all=mine` } },
  ],
  [
    'getRequestInit',
    { override: { getRequestInit: () => ({ method: 'REPORT' }) }, sent: { method: 'REPORT' } },
  ],
  [
    'getRequestInit (async)',
    {
      override: { getRequestInit: async () => ({ method: 'REPORT' }) },
      sent: { method: 'REPORT' },
    },
  ],
]

describe.each(overridden)('the overridden step %s', (_, { override, sent }) => {
  const options = {
    path: '/users/:id',
    urlPrefix: API,
    searchParams: {} as { q: string },
  } as const

  it('as an option of the constructor changes the request', async () => {
    const requests = recordRequests()
    await new RestEndpoint({ ...options, ...override })({ id: 5, q: 'x' })
    expect(requests).toMatchObject([sent])
  })

  it('in extend changes the request, and leaves the original endpoint unchanged', async () => {
    const requests = recordRequests()
    const plain = new RestEndpoint(options)
    await plain.extend({ ...override })({ id: 5, q: 'x' })
    await plain({ id: 5, q: 'x' })
    expect(requests).toMatchObject([sent, { method: 'GET', url: `${API}/users/5?q=x` }])
  })
})

const withToken = (headers: Record<string, string>) => ({ ...headers, authorization: 'Bearer t' })

describe('the getHeaders step', () => {
  it.each([
    ['at once', withToken],
    ['as a promise', async (headers: Record<string, string>) => withToken(headers)],
  ])('may return headers %s, as an option and in extend', async (_, getHeaders) => {
    const requests = recordRequests()
    const options = { path: '/users', urlPrefix: API } as const
    await new RestEndpoint({ ...options, getHeaders })()
    await new RestEndpoint(options).extend({ getHeaders })()
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer t',
      'Bearer t',
    ])
    expect(requests[0]?.headers.get('accept')).toBe('application/json')
  })

  it('is called with the state of the store that dispatched the call', async () => {
    const requests = recordRequests()
    const me = new RestEndpoint({
      path: '/me',
      urlPrefix: API,
      getHeaders(headers, { getState }) {
        const { token } = getState!() as { token: string }
        return { ...headers, authorization: token }
      },
    })
    await me.run([], { getState: () => ({ token: 'from the store' }) })
    expect(requests[0]?.headers.get('authorization')).toBe('from the store')
  })

  it('is called with the endpoint as `this`', async () => {
    const requests = recordRequests()
    const me = new RestEndpoint({
      path: '/me',
      urlPrefix: API,
      extra: 'mine',
      getHeaders(headers) {
        return { ...headers, 'x-path': `${this.method} ${this.path}` }
      },
    })
    await me.extend({ path: '/you' })()
    expect(requests[0]?.headers.get('x-path')).toBe('GET /you')
  })
})
