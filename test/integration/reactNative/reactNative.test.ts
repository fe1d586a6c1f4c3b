// @vitest-environment node
import { RestEndpoint } from 'rtk-rest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../support/world'
import { API } from '../support/server'
import { recordRequests } from './recordRequests'

/** As older versions of React Native have it: only what follows works. */
class NativeSearchParams {
  readonly #pairs: [string, string][] = []

  append(name: string, value: string): void {
    this.#pairs.push([name, value])
  }
  sort(): never {
    throw new Error('URLSearchParams.sort is not implemented')
  }
  toString(): string {
    return this.#pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  }
}

/** The same of its URL, whose parts cannot be read. */
class NativeURL {
  get host(): never {
    throw new Error('URL.host is not implemented')
  }
}

/** A form that has no way to be gone through. */
class NativeForm {
  append(): void {}
  getParts(): unknown[] {
    return []
  }
}

const endpoint = (options: object = {}) =>
  new RestEndpoint({ path: '/users{/:id}', urlPrefix: API, ...options }) as RestEndpoint

describe('with the globals of React Native', () => {
  // Node's own `fetch` needs the real ones; responses of React Native have no `body`.
  const sent: [string, RequestInit | undefined][] = []
  const fetchFn: typeof fetch = async (input, init) => {
    sent.push([input as string, init])
    const headers = new Headers({ 'content-type': 'application/json' })
    const text = async (): Promise<string> => '{"id":"5"}'
    return { ok: true, status: 200, url: input as string, headers, text } as Response
  }

  beforeEach(() => {
    sent.length = 0
    vi.stubGlobal('URLSearchParams', NativeSearchParams)
    vi.stubGlobal('URL', NativeURL)
    vi.stubGlobal('FormData', NativeForm)
    vi.stubGlobal('ReadableStream', undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('search parameters are sorted', () => {
    expect(endpoint().url({ b: 2, a: [1, 'x y'], id: 5 })).toBe(`${API}/users/5?a=1&a=x%20y&b=2`)
    expect(endpoint().key({ z: 1, a: 1 })).toBe(`GET ${API}/users?a=1&z=1`)
  })

  it.each([
    ['read', { retry: 1 }, [{ id: '5' }]],
    ['write', { method: 'POST', retry: { methods: ['POST'] } }, [{ name: 'Ada' }]],
    ['send a form', { method: 'POST' }, [new NativeForm()]],
    ['search by a form', { method: 'POST', sideEffect: false }, [new NativeForm()]],
    ['watch a download', { onDownloadProgress: () => {} }, []],
    ['wait for so long', { timeout: 5_000 }, []],
  ])('endpoints %s', async (_, options, args) => {
    const { store, rest } = createStore({ fetchFn })
    const action = await store.dispatch(rest.fetch(endpoint(options), ...args))
    expect(action).toMatchObject({ meta: { requestStatus: 'fulfilled' } })
    expect(sent).toHaveLength(1)
  })

  it('plain prefixes need no parser, and a host is still safe', () => {
    expect(endpoint({ urlPrefix: '/api' }).url({ id: 1 })).toBe('/api/users/1')
    expect(endpoint({ urlPrefix: 'http://10.0.2.2:3000/v1' }).url()).toBe(
      'http://10.0.2.2:3000/v1/users',
    )
    expect(endpoint({ path: '/@me' }).key({})).toBe(`GET ${API}/@me`)
    expect(() => endpoint({ path: ':id' }).url({ id: 'x' })).toThrow(/host's name/)
    expect(() => endpoint({ urlPrefix: 'https://a:hunter2@b.test' }).url()).toThrow(/cannot reach/)
    expect(() => endpoint({ urlPrefix: 'https://a:hunter2@b.test' }).url()).not.toThrow(/hunter2/)
  })
})

it('elsewhere the same endpoints go over the network', async () => {
  const requests = recordRequests()
  await endpoint()({ b: 2, a: 1 })
  expect(requests[0]?.url).toBe(`${API}/users?a=1&b=2`)
})
