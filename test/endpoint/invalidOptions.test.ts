// @vitest-environment node
import { NetworkError, RestEndpoint, type RestOptions } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { createStore } from '../support/world'
import { sendJson, startServer } from './startServer'

const server = startServer()

const getUsers = (options: RestOptions) =>
  new RestEndpoint({ path: '/users', urlPrefix: server.url, retry: { minDelay: 1 }, ...options })
const withHeader = (name: string, value: string): RestOptions => ({
  getHeaders: (headers) => ({ ...headers, [name]: value }),
})

describe('a request that cannot be sent because of its options rejects with a hard error, without a retry:', () => {
  it.each([
    ['connection', withHeader('connection', 'secret'), /invalid connection header.*Correct/],
    ['Connection', withHeader('Connection', 'secret'), /invalid connection header/],
    ['keep-alive', withHeader('keep-alive', 'secret'), /invalid keep-alive header/],
    ['transfer-encoding', withHeader('transfer-encoding', 'secret'), /transfer-encoding header/],
    ['upgrade', withHeader('upgrade', 'secret'), /invalid upgrade header/],
    ['expect', withHeader('expect', 'secret'), /expect header not supported/],
    ['content-length', withHeader('content-length', 'secret'), /content-length header/],
    ['\\x01', withHeader('x-a', 'secret\x01'), /"x-a" has .* character that headers cannot have/],
    [
      '\\x1b',
      withHeader('x-a', 'secret\x1b[31m'),
      /"x-a" has .* character that headers cannot have/,
    ],
    ['\\x7f', withHeader('x-a', 'secret\x7f'), /"x-a" has .* character that headers cannot have/],
    ['an invalid mode', { requestInit: { mode: 'secret' as never } }, /mode|accepted type/],
    ['a method that fetch forbids', { method: 'TRACE' } as RestOptions, /TRACE/],
  ])('%s', async (_, options, says) => {
    server.respond((_request, response) => sendJson(response, []))
    const tries: unknown[] = []
    const endpoint = getUsers({
      ...options,
      fetchResponse(this: RestEndpoint, input, init) {
        tries.push(input)
        return RestEndpoint.prototype.fetchResponse.call(this, input, init)
      },
    })
    const error = await endpoint().catch((thrown: unknown) => thrown as Error)
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toMatch(says)
    expect(error).not.toHaveProperty('status')
    expect(endpoint.errorPolicy(error)).toBeUndefined()
    expect(tries.length).toBeLessThan(2)
    expect(server.requests).toEqual([])
  })

  it('the error shows no value of a header', async () => {
    const call = getUsers(withHeader('connection', 'secret'))()
    await expect(call).rejects.not.toThrow(/secret/)
    await expect(getUsers(withHeader('x-a', 'secret\x01'))()).rejects.not.toThrow(/secret/)
  })

  it('the error hides the data that a store has of an earlier response', async () => {
    server.respond((_, response) => sendJson(response, ['Ada']))
    const { controller } = createStore()
    let token = 'keep-alive'
    const endpoint = getUsers({ getHeaders: (headers) => ({ ...headers, connection: token }) })
    expect(await controller.fetch(endpoint)).toEqual(['Ada'])
    token = 'x'
    await expect(controller.fetch(endpoint)).rejects.toThrow(/invalid connection header/)
    expect(controller.getError(endpoint)?.message).toMatch(/invalid connection header/)
  })
})

describe('a failed connection is not an error of the options:', () => {
  it('the error is soft, and the request is retried', async () => {
    server.respond((request, response) => {
      if (server.requests.length < 3) request.socket.destroy()
      else sendJson(response, 'here')
    })
    expect(await getUsers({})()).toBe('here')
    expect(server.requests).toHaveLength(3)
  })

  it('the error of an upload has status 500', async () => {
    server.respond((request) => request.socket.destroy())
    const upload = new RestEndpoint({
      path: '/up',
      urlPrefix: server.url,
      body: {} as ReadableStream,
    })
    const call = upload(new Blob(['abc']).stream())
    await expect(call).rejects.toMatchObject({ name: 'TypeError', status: 500 })
    await expect(call).rejects.not.toBeInstanceOf(NetworkError)
  })
})
