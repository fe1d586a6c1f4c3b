// @vitest-environment node
import { delay, http } from 'msw'
import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { recordRequests } from './recordRequests'

const options = { path: '/users', urlPrefix: API } as const

describe('the requestInit option', () => {
  it.each([
    ['an object', { 'X-Api': '2' }],
    ['a list of pairs', [['X-Api', '2']] as [string, string][]],
    ['Headers', new Headers({ 'X-Api': '2' })],
  ])('accepts headers as %s', async (_, headers) => {
    const requests = recordRequests()
    await new RestEndpoint({ ...options, requestInit: { headers } })()
    expect(requests[0]?.headers.get('x-api')).toBe('2')
    expect(requests[0]?.headers.get('accept')).toBe('application/json')
  })

  it('replaces the default headers, in any case of letters', async () => {
    const requests = recordRequests()
    const headers = { Accept: 'application/vnd.api+json', 'Content-Type': 'application/merge+json' }
    await new RestEndpoint({ ...options, method: 'PATCH', requestInit: { headers } })({ a: 1 })
    expect(requests[0]?.headers.get('accept')).toBe('application/vnd.api+json')
    expect(requests[0]?.headers.get('content-type')).toBe('application/merge+json')
  })

  it('is merged with the init of the call, which has precedence', async () => {
    const inits: RequestInit[] = []
    const fetchFn: typeof fetch = async (_, init) => {
      inits.push(init ?? {})
      return Response.json({})
    }
    const requestInit = { credentials: 'include', method: 'PUT', body: 'other' } as const
    const create = new RestEndpoint({ ...options, method: 'POST', requestInit })
    await create.run([{ name: 'Ada' }], { fetchFn })
    expect(inits).toMatchObject([
      { credentials: 'include', method: 'POST', body: '{"name":"Ada"}' },
    ])
  })

  it('is not mutated by a call', async () => {
    recordRequests()
    const requestInit = Object.freeze({ headers: Object.freeze({ a: 'b' }) })
    await new RestEndpoint({ ...options, method: 'POST', requestInit })({ name: 'Ada' })
    expect(requestInit).toEqual({ headers: { a: 'b' } })
  })
})

describe('the accept header', () => {
  it('is application/json unless `content` is another type', async () => {
    const requests = recordRequests()
    await new RestEndpoint(options)()
    await new RestEndpoint({ ...options, content: 'json' })()
    await new RestEndpoint({ ...options, content: 'text' })()
    const accepted = requests.map(({ headers }) => headers.get('accept'))
    expect(accepted.slice(0, 2)).toEqual(['application/json', 'application/json'])
    expect(accepted[2]).not.toBe('application/json')
  })
})

describe('aborting a request', () => {
  const neverResponds = () => http.get(`${API}/users`, () => delay('infinite') as Promise<never>)

  it('by the signal of the endpoint rejects with an AbortError', async () => {
    server.use(neverResponds())
    const controller = new AbortController()
    const promise = new RestEndpoint({ ...options, signal: controller.signal })()
    controller.abort()
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('by the signal of the call rejects with an AbortError', async () => {
    server.use(neverResponds())
    const call = new AbortController()
    const promise = new RestEndpoint(options).run([], { signal: call.signal })
    call.abort()
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each(['the endpoint', 'the call'])(
    'by the signal of %s works if both have one',
    async (which) => {
      server.use(neverResponds())
      const ours = new AbortController()
      const others = new AbortController()
      const promise = new RestEndpoint({ ...options, signal: ours.signal }).run([], {
        signal: others.signal,
      })
      const controller = which === 'the call' ? others : ours
      controller.abort()
      await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
    },
  )

  it('rejects with the reason of the signal', async () => {
    server.use(neverResponds())
    const call = new AbortController()
    const promise = new RestEndpoint(options).run([], { signal: call.signal })
    const reason = new RangeError('changed my mind')
    call.abort(reason)
    await expect(promise).rejects.toBe(reason)
  })

  it('rejects with an error without a status', async () => {
    server.use(neverResponds())
    const call = new AbortController()
    const promise = new RestEndpoint(options).run([], { signal: call.signal })
    call.abort()
    await expect(promise).rejects.not.toHaveProperty('status')
  })
})
