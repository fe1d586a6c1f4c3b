// @vitest-environment node
import { backoff, NetworkError, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createStore, User } from '../support/world'
import { sendJson, startServer } from './startServer'

const server = startServer()

interface Envelope {
  readonly ok: boolean
}

const getUser = (options: object = {}) =>
  new RestEndpoint({ path: '/users/:id', urlPrefix: server.url, ...options })
const call = (options: object = {}): Promise<unknown> => getUser(options)({ id: 1 })
const respondWith = (value: unknown, status = 200) =>
  server.respond((_, response) => sendJson(response, value, status))

async function errorOf(promise: Promise<unknown>): Promise<NetworkError> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NetworkError)
  return error as NetworkError
}

const isOkay = (_: Response, body: Envelope) => body.ok
const isFound = ({ ok, status }: Response) => ok || status === 404

describe('the option validateStatus', () => {
  it('makes an error of a response with status 200, with its body as data', async () => {
    respondWith({ ok: false, why: 'busy' })
    const error = await errorOf(call({ validateStatus: isOkay }))
    expect(error).toMatchObject({ status: 200, data: { ok: false, why: 'busy' } })
    expect(error.message).toBe('Request failed (200)')
    expect(await error.response?.json()).toEqual({ ok: false, why: 'busy' })
  })

  it('accepts a response, whose body is then the result', async () => {
    respondWith({ ok: true })
    expect(await call({ validateStatus: isOkay })).toEqual({ ok: true })
  })

  it('makes a result of a response with status 404', async () => {
    respondWith({ id: '1', name: 'none' }, 404)
    const schema = { schema: User, validateStatus: isFound }
    expect(await call(schema)).toEqual({ id: '1', name: 'none' })
    const { controller, store } = createStore()
    const endpoint = getUser(schema)
    await controller.fetch(endpoint, { id: 1 })
    expect(controller.get(User, { id: '1' })).toMatchObject({ name: 'none' })
    expect(JSON.stringify(store.getState())).not.toContain('NetworkError')
    respondWith({}, 500)
    expect(await errorOf(call(schema))).toMatchObject({ status: 500 })
  })

  it('is the status by default, also if it is undefined', async () => {
    const endpoint = getUser({ validateStatus: undefined })
    expect(endpoint.validateStatus(new Response(), undefined)).toBe(true)
    expect(endpoint.validateStatus(new Response('', { status: 404 }), undefined)).toBe(false)
    respondWith({}, 404)
    await errorOf(endpoint({ id: 1 }))
  })

  it('may be async', async () => {
    respondWith({ ok: false })
    const later = async (response: Response, body: Envelope) => {
      await new Promise((resolve) => void setImmediate(resolve))
      return isOkay(response, body)
    }
    expect(await errorOf(call({ validateStatus: later }))).toMatchObject({ data: { ok: false } })
  })

  it('that throws rejects the call with its error, without a retry', async () => {
    respondWith({})
    const validateStatus = (): never => {
      throw new RangeError('mine')
    }
    await expect(call({ validateStatus, retry: backoff() })).rejects.toThrow(new RangeError('mine'))
    expect(server.requests).toHaveLength(1)
  })

  it('may read the response itself, whose body is the data of an error as well', async () => {
    respondWith({ ok: false })
    const validateStatus = async (response: Response) => ((await response.json()) as Envelope).ok
    const error = await errorOf(call({ validateStatus }))
    expect(error).toMatchObject({ status: 200, data: { ok: false } })
  })

  it('is called once for each response, with the endpoint as `this`', async () => {
    respondWith({ ok: true })
    const seen: unknown[] = []
    await call({
      validateStatus(this: RestEndpoint, { status, url }: Response, body: unknown) {
        seen.push([this.name, status, url, body])
        return true
      },
    })
    expect(seen).toEqual([['GET /users/:id', 200, `${server.url}/users/1`, { ok: true }]])
  })

  it('decides what is retried', async () => {
    respondWith({ ok: false })
    const shouldRetry = ({ data }: { readonly data: Envelope }) => !data.ok
    const retry = backoff({ retries: 2, minDelay: 1, shouldRetry })
    await errorOf(call({ validateStatus: isOkay, retry }))
    expect(server.requests).toHaveLength(3)
  })

  it('has data that fits errorSchema', async () => {
    respondWith({ ok: false, why: ' busy ' })
    const errorSchema = z.object({ why: z.string().trim() })
    const error = await errorOf(call({ validateStatus: isOkay, errorSchema }))
    expect(error.data).toEqual({ why: 'busy' })
  })
})

describe('the body for validateStatus', () => {
  async function bodyOf(body: string | Uint8Array, type?: string, options: object = {}) {
    server.respond((_, response) => {
      response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body)
    })
    const validateStatus = vi.fn((_response: Response, _body: unknown) => true)
    const value = await call({ validateStatus, ...options })
    return { value, body: validateStatus.mock.calls[0]?.[1] }
  }

  const JSON_TYPE = 'application/json'
  const long = JSON.stringify('x'.repeat(100_000))

  it.each([
    ['JSON', '[1]', JSON_TYPE, [1], [1]],
    ['more than 16 kB', long, JSON_TYPE, JSON.parse(long), JSON.parse(long)],
    ['text', 'hello', 'text/plain', 'hello', 'hello'],
    ['a number as text', '1.10', 'text/plain', '1.10', '1.10'],
    ['a page', '<html>', 'text/html', undefined, '<html>'],
    ['nothing', '', JSON_TYPE, undefined, null],
  ])('is parsed, and the response stays readable: %s', async (_, sent, type, body, value) => {
    expect(await bodyOf(sent, type)).toEqual({ body, value })
  })

  it('is undefined for bytes', async () => {
    const { body, value } = await bodyOf('PNG', 'image/png')
    expect(body).toBeUndefined()
    expect(value).toBeInstanceOf(Blob)
    expect(await bodyOf('a;b', 'text/csv', { content: 'blob' })).toMatchObject({ body: undefined })
  })

  it('is that of an error of an endpoint for bytes', async () => {
    respondWith({ why: 'locked' }, 423)
    const validateStatus = vi.fn(({ ok }: Response, _body: unknown) => ok)
    await errorOf(call({ validateStatus, content: 'blob' }))
    expect(validateStatus.mock.calls[0]?.[1]).toEqual({ why: 'locked' })
  })

  it('of more than 16 kB is no data of the error', async () => {
    respondWith({ ok: false, rows: 'x'.repeat(20_000) })
    const error = await errorOf(call({ validateStatus: isOkay }))
    expect(error.data).toBeUndefined()
    expect(await error.response?.json()).toMatchObject({ ok: false })
  })

  it('of a sensitive call is passed on, and in no message', async () => {
    respondWith({ ok: false, pin: 'hunter2' })
    const error = await errorOf(call({ validateStatus: isOkay, sensitive: true }))
    expect(error.data).toEqual({ ok: false, pin: 'hunter2' })
    expect(error.message).toBe('Request failed (200)')
    expect(error).not.toHaveProperty('url')
  })
})

describe('validateStatus', () => {
  it('can be overridden in extend, and in a subclass with super', async () => {
    respondWith({ ok: false }, 200)
    class Enveloped<O extends RestGenerics> extends RestEndpoint<O> {
      override validateStatus(response: Response, body: Envelope): boolean {
        return super.validateStatus(response, body) === true && body.ok
      }
    }
    const getOwn = new Enveloped({ path: '/users/:id', urlPrefix: server.url })
    expect(await errorOf(getOwn({ id: 1 }))).toMatchObject({ status: 200 })
    expect(await getOwn.extend({ validateStatus: isFound })({ id: 1 })).toEqual({ ok: false })
    const extended = getUser().extend({ validateStatus: isOkay })
    expect(await errorOf(extended({ id: 1 }))).toMatchObject({ status: 200 })
    respondWith({ ok: true }, 404)
    expect(await errorOf(getOwn({ id: 1 }))).toMatchObject({ status: 404, data: { ok: true } })
  })

  it('applies to the response of an overridden fetchResponse', async () => {
    const fetchResponse = async () => Response.json({ why: 'gone' }, { status: 410 })
    expect(await errorOf(call({ fetchResponse }))).toMatchObject({
      status: 410,
      data: { why: 'gone' },
    })
    const all = () => true
    expect(await call({ fetchResponse, validateStatus: all })).toEqual({ why: 'gone' })
  })

  it('is not called again for a response that fetchResponse of the parent accepted', async () => {
    respondWith({ ok: true })
    const validateStatus = vi.fn(isOkay)
    class Passing<O extends RestGenerics> extends RestEndpoint<O> {
      override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
        return super.fetchResponse(input, init)
      }
    }
    const options = { path: '/users/:id', urlPrefix: server.url, validateStatus } as const
    await new Passing(options)({ id: 1 })
    expect(validateStatus).toHaveBeenCalledTimes(1)
  })

  it('makes an error that an overridden fetchResponse can catch', async () => {
    let isFirst = true
    server.respond((_, response) => {
      sendJson(response, { ok: !isFirst })
      isFirst = false
    })
    class Renewing<O extends RestGenerics> extends RestEndpoint<O> {
      override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
        return super.fetchResponse(input, init).catch(() => super.fetchResponse(input, init))
      }
    }
    const options = { path: '/users/:id', urlPrefix: server.url, validateStatus: isOkay } as const
    expect(await new Renewing(options)({ id: 1 })).toEqual({ ok: true })
    expect(server.requests).toHaveLength(2)
  })

  it('of a mutation with status 200 marks what it may have written as stale', async () => {
    const { controller } = createStore()
    controller.set(User, { id: '1' }, { id: '1', name: 'Ada' })
    respondWith({ ok: false })
    const save = getUser({ method: 'PUT', body: {}, schema: User, validateStatus: isOkay })
    await errorOf(controller.fetch(save as never, ...([{ id: '1' }, { name: 'Eve' }] as never)))
    expect(controller.getResponse(getUser({ schema: User }), { id: '1' }).expiresAt).toBe(0)
  })
})
