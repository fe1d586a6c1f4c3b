// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { Entity, Invalidate, NetworkError, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { recordRequests } from './recordRequests'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const path = '/users/:id'
const urlPrefix = API
const parseResponse = async (response: Response) => (await response.text()).toUpperCase()
const remember = async () => 'from memory'

describe('the fetchResponse step', () => {
  it('can be wrapped by a function that calls fetchResponse of the parent endpoint', async () => {
    let calls = 0
    server.use(
      http.get(`${API}/users/5`, () => {
        calls += 1
        return HttpResponse.json({ calls }, { status: calls === 1 ? 503 : 200 })
      }),
    )
    const getUser = new RestEndpoint({ path, urlPrefix })
    const retrying = getUser.extend({
      async fetchResponse(input: string, init: RequestInit) {
        try {
          return await getUser.fetchResponse(input, init)
        } catch {
          return getUser.fetchResponse(input, init)
        }
      },
    })
    expect(await retrying({ id: '5' })).toEqual({ calls: 2 })
  })

  it('is called with the URL and the result of getRequestInit', async () => {
    const seen: unknown[] = []
    const endpoint = new RestEndpoint({
      path,
      urlPrefix,
      getRequestInit: () => ({ method: 'GET', cache: 'no-store' }),
      async fetchResponse(input: string, init: RequestInit) {
        seen.push(input, init)
        return Response.json('made up')
      },
    })
    expect(await endpoint({ id: '5' })).toBe('made up')
    expect(seen).toEqual([`${API}/users/5`, { method: 'GET', cache: 'no-store' }])
  })

  it('uses the fetch function of the context if given', async () => {
    const requests: unknown[] = []
    const fetchFn: typeof fetch = async (input) => {
      requests.push(input)
      return Response.json('from elsewhere')
    }
    const endpoint = new RestEndpoint({ path, urlPrefix })
    expect(await endpoint.run([{ id: '5' }], { fetchFn })).toBe('from elsewhere')
    expect(requests).toEqual([`${API}/users/5`])
  })

  it('adds the code NETWORK to the error of a failed connection, and invents no status', async () => {
    server.use(http.get(`${API}/users/5`, () => HttpResponse.error()))
    const error = await new RestEndpoint({ path, urlPrefix })({ id: '5' }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(TypeError)
    expect(error).not.toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ code: 'NETWORK' })
    expect(error).not.toHaveProperty('status')
  })
})

describe('the parseResponse step', () => {
  it('can be overridden by an option, in extend and in a subclass', async () => {
    recordRequests('ada')
    class Loud extends RestEndpoint<{ path: '/users/:id' }> {
      override parseResponse(response: Response) {
        return parseResponse(response)
      }
    }
    expect(await new RestEndpoint({ path, urlPrefix, parseResponse })({ id: 1 })).toBe('"ADA"')
    expect(await new RestEndpoint({ path, urlPrefix }).extend({ parseResponse })({ id: 1 })).toBe(
      '"ADA"',
    )
    expect(await new Loud({ path, urlPrefix })({ id: 1 })).toBe('"ADA"')
  })

  it('may be synchronous', async () => {
    recordRequests('ada')
    const status = new RestEndpoint({
      path,
      urlPrefix,
      parseResponse: (response) => response.status,
    })
    expect(await status({ id: 1 })).toBe(200)
  })
})

describe('the process step', () => {
  it('is called with the parsed value and all arguments of the call', async () => {
    recordRequests({ name: 'Ada' })
    const seen: unknown[] = []
    const update = new RestEndpoint({
      path,
      urlPrefix,
      method: 'PUT',
      body: {} as { name: string },
      process(value: { name: string }, ...args: unknown[]) {
        seen.push(value, ...args)
        return value.name
      },
    })
    expect(await update({ id: '5' }, { name: 'Ada' })).toBe('Ada')
    expect(seen).toEqual([{ name: 'Ada' }, { id: '5' }, { name: 'Ada' }])
  })

  it('may return a promise, can be overridden in extend, and can call super in a subclass', async () => {
    recordRequests({ name: 'Ada' })
    class Unwrapped extends RestEndpoint<{ path: '/users/:id' }> {
      override async process(value: unknown, ...args: unknown[]): Promise<unknown> {
        const { name } = (await super.process(value, ...args)) as { name: string }
        return name
      }
    }
    const getUser = new RestEndpoint({ path, urlPrefix })
    const later = getUser.extend({ process: async (value: { name: string }) => value.name })
    expect(await later({ id: 1 })).toBe('Ada')
    expect(await new Unwrapped({ path, urlPrefix })({ id: 1 })).toBe('Ada')
  })

  it.each(['PUT', 'POST'])('that forgets to return rejects a %s with a body', async (method) => {
    recordRequests({ id: '5', name: 'Ada' })
    const body = {} as object
    const options = { path, urlPrefix, method, body, name: 'User.save' } as const
    const nothing = (): object => undefined as never
    for (const schema of [undefined, User, [User], { user: User }]) {
      const call = new RestEndpoint({ ...options, schema, process: nothing })
      const says = 'User.save: `process` returned nothing for a response with a body'
      await expect(call({ id: '5' }, {})).rejects.toThrow(says)
      const later = call.extend({ process: async () => Promise.resolve(nothing()) })
      await expect(later({ id: '5' }, {})).rejects.toThrow(says)
    }
  })

  it('may return nothing of nothing, nothing of a deletion, and null of all', async () => {
    const silent = new RestEndpoint({
      path,
      urlPrefix,
      schema: User,
      process: (_: unknown): object => undefined as never,
    })
    recordRequests(null)
    expect(await silent({ id: '5' })).toBeUndefined()
    recordRequests({ id: '5', name: 'Ada' })
    expect(await silent.extend({ process: () => null as never })({ id: '5' })).toBeNull()
    const deletion = silent.extend({ schema: new Invalidate(User) })
    expect(await deletion({ id: '5' })).toEqual({ id: '5' })
    expect(await deletion.extend({ method: 'DELETE' })({ id: '5' })).toEqual({ id: '5' })
    const dropped = deletion.extend({ method: 'DELETE', schema: undefined })
    expect(await dropped({ id: '5' })).toBeUndefined()
  })

  it('that throws rejects the call with the thrown error', async () => {
    recordRequests({})
    const getUser = new RestEndpoint({
      path,
      urlPrefix,
      process(): never {
        throw new RangeError('no good')
      },
    })
    await expect(getUser({ id: 1 })).rejects.toThrow('no good')
  })
})

describe('the fetch step', () => {
  it('replaces the whole pipeline, as an option and in extend', async () => {
    expect(await new RestEndpoint({ path, fetch: remember })({ id: '5' })).toBe('from memory')
    expect(await new RestEndpoint({ path }).extend({ fetch: remember })({ id: '5' })).toBe(
      'from memory',
    )
  })

  it('can be overridden in a subclass that calls super', async () => {
    recordRequests({ name: 'Ada' })
    class Wrapping extends RestEndpoint<{ path: '/users/:id' }> {
      override async fetch(...args: Parameters<RestEndpoint<{ path: '/users/:id' }>['fetch']>) {
        return { wrapped: await super.fetch(...args) }
      }
    }
    const wrapping = new Wrapping({ path, urlPrefix })
    expect(await wrapping({ id: '5' })).toEqual({ wrapped: { name: 'Ada' } })
    expect(await wrapping.extend({ name: 'x' })({ id: '5' })).toEqual({ wrapped: { name: 'Ada' } })
  })

  it('can call fetch of the parent endpoint', async () => {
    recordRequests({ name: 'Ada' })
    const getUser = new RestEndpoint({ path, urlPrefix })
    const wrapped = getUser.extend({
      async fetch(params: { id: string }) {
        return [await getUser.fetch(params)]
      },
    })
    expect(await wrapped({ id: '5' })).toEqual([{ name: 'Ada' }])
  })
})
