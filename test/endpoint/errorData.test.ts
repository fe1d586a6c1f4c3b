// @vitest-environment node
import { NetworkError, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { deferred } from '../support/world'
import { sendJson, startServer } from './startServer'

const server = startServer()

const save = (options: object = {}) =>
  new RestEndpoint({ path: '/users', urlPrefix: server.url, method: 'POST', ...options })

async function failWith(
  body: string,
  type?: string,
  status = 422,
  options: object = {},
): Promise<NetworkError> {
  server.respond((_, response) => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body)
  })
  return errorOf(save(options)({}))
}

async function errorOf(call: Promise<unknown>): Promise<NetworkError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NetworkError)
  return error as NetworkError
}

const JSON_TYPE = 'application/json'
const sized = (length: number) => JSON.stringify('x'.repeat(length - 2))

describe('the data of an error', () => {
  it.each([
    ['JSON', '{"errors":{"email":"is taken"}}', JSON_TYPE, { errors: { email: 'is taken' } }],
    ['JSON of another type', '{"title":"no"}', 'application/problem+json', { title: 'no' }],
    ['JSON in capitals', '[1]', 'Application/JSON; charset=utf-8', [1]],
    ['a JSON text', '"no"', JSON_TYPE, 'no'],
    ['a JSON null', 'null', JSON_TYPE, null],
    ['JSON without a content type', '{"a":1}', undefined, { a: 1 }],
    ['a null without a content type', 'null', undefined, null],
    ['text without a content type', 'too busy', undefined, 'too busy'],
    ['text', 'too busy: 5 %, ü', 'text/plain', 'too busy: 5 %, ü'],
    ['JSON as text', '{"a":1}', 'text/plain', { a: 1 }],
    ['a number as text', '1.10', 'text/plain', '1.10'],
    ['a word as text', 'null', 'text/plain', 'null'],
    ['incomplete JSON', '{"a":', JSON_TYPE, '{"a":'],
    ['XML', '<error/>', 'application/xml', '<error/>'],
  ])('is the body: %s', async (_, body, type, data) => {
    const error = await failWith(body, type)
    expect(error.data).toEqual(data)
    expect(error.status).toBe(422)
  })

  it.each([
    ['an empty body', '', JSON_TYPE],
    ['an empty text', '', 'text/plain'],
    ['an HTML page', '<!doctype html><p>no', 'text/html'],
    ['a part of a page', '<p>no', 'text/html; charset=utf-8'],
    ['an XHTML page', '<p>no', 'application/xhtml+xml'],
    ['a page without a content type', '<!doctype html><p>no', undefined],
    ['an image', 'PNG', 'image/png'],
    ['bytes', '{"a":1}', 'application/octet-stream'],
  ])('is absent for %s', async (_, body, type) => {
    const error = await failWith(body, type)
    expect(error.data).toBeUndefined()
    expect(error.status).toBe(422)
  })

  it('has at most 16 kB (16,384 bytes) of text', async () => {
    expect((await failWith(sized(16_384), JSON_TYPE)).data).toHaveLength(16_382)
    expect((await failWith(sized(16_385), JSON_TYPE)).data).toBeUndefined()
    expect((await failWith(sized(1_000_000), JSON_TYPE)).data).toBeUndefined()
  })

  it('is absent if the body breaks off', async () => {
    server.respond((request, response) => {
      response.writeHead(500, { 'content-type': JSON_TYPE, 'content-length': '100' })
      response.write('{"a":', () => request.socket.destroy())
    })
    const error = await errorOf(save()({}))
    expect(error.data).toBeUndefined()
    expect(error.status).toBe(500)
  })

  it('is there for the caller of a sensitive call', async () => {
    const error = await failWith('{"pin":"1234"}', JSON_TYPE, 403, { sensitive: true })
    expect(error.data).toEqual({ pin: '1234' })
    expect(JSON.stringify(error)).not.toContain('1234')
    expect(await error.response?.json()).toEqual({ pin: '1234' })
  })

  it('is in no message, stack, JSON or enumerable member', async () => {
    const error = await failWith('{"token":"hunter2"}', JSON_TYPE)
    expect(error.data).toEqual({ token: 'hunter2' })
    const shown = [String(error), error.stack, JSON.stringify(error), JSON.stringify({ ...error })]
    expect(shown.join()).not.toContain('hunter2')
  })

  it('is there for `retry`, and in an error that fetchResponse catches', async () => {
    const seen: unknown[] = []
    const retry = ({ data }: NetworkError) => void seen.push(data)
    await failWith('"busy"', JSON_TYPE, 503, { method: 'GET', retry })
    expect(seen).toEqual(['busy'])
    const parent = save()
    const renamed = save({
      async fetchResponse(input: string, init: RequestInit) {
        return parent.fetchResponse(input, init).catch(({ data }: NetworkError) => {
          throw new RangeError(String(data))
        })
      },
    })
    await expect(renamed({})).rejects.toThrow('busy')
  })
})

describe('the response of an error can be read:', () => {
  it.each([
    ['JSON', '{"a":1}', JSON_TYPE],
    ['text', 'no', 'text/plain'],
    ['a page', '<html>no', 'text/html'],
    ['bytes', 'PNG', 'image/png'],
    ['more than 16 kB', 'x'.repeat(100_000), 'text/plain'],
    ['nothing', '', JSON_TYPE],
  ])('%s', async (_, body, type) => {
    const { response } = await failWith(body, type)
    expect(response).toMatchObject({ status: 422, ok: false })
    expect(response?.url).toBe(`${server.url}/users`)
    expect(response?.headers.get('content-type')).toBe(type)
    expect(await response?.text()).toBe(body)
  })
})

describe('the body of an error', () => {
  it('that does not end is waited for until the timeout', async () => {
    server.respond((_, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).write('x')
    })
    const error = await errorOf(save({ timeout: 50 })({}))
    expect(error).toMatchObject({ code: 'TIMEOUT' })
  })

  it.each(['text/plain', 'application/json', 'text/event-stream'])(
    'as %s that does not end is waited for until the call is aborted',
    async (type) => {
      const controller = new AbortController()
      const closed = deferred<undefined>()
      server.respond((_, response) => {
        response.on('close', () => closed.resolve(undefined))
        response.writeHead(500, { 'content-type': type }).write('x')
      })
      const abortLater = async (input: string, init: RequestInit) => {
        const response = await fetch(input, init)
        setImmediate(() => controller.abort())
        return response
      }
      const call = save({ signal: controller.signal, fetchResponse: abortLater })({})
      await expect(call).rejects.toMatchObject({ name: 'AbortError' })
      await closed.promise
    },
  )
})

describe('an error that fetchResponse throws itself', () => {
  it('is passed on unchanged', async () => {
    server.respond((_, response) => sendJson(response, { a: 1 }, 409))
    const mine = new NetworkError(undefined, 'mine', 409)
    const failing = save({ fetchResponse: () => Promise.reject(mine) })
    await expect(failing({})).rejects.toBe(mine)
    expect(mine.data).toBeUndefined()
  })

  it('may have data', () => {
    const error = new NetworkError(undefined, 'mine', 409, { data: ['a'] })
    expect(error.data).toEqual(['a'])
  })
})
