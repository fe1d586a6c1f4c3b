// @vitest-environment node
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { NetworkError, type RejectedAction, RestEndpoint } from 'rtk-rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendJson, startServer } from '../endpoint/startServer'
import { createStore } from '../support/world'
import { bodyRows } from './bodies'
import { headerRows } from './headers'
import { pathRows } from './paths'
import { prefixRows } from './prefixes'
import { sentRows } from './sentBodies'
import { type Gets, type RawResponse, statusRows } from './statuses'

// What an endpoint does with input that is wrong, odd or an attack: each row of the tables has its result.

const server = startServer()

/** The rows of a table whose last column is an error. */
function refused<Row extends readonly unknown[]>(rows: readonly Row[]): [...Row, RegExp][] {
  return rows.filter((row) => row.at(-1) instanceof RegExp) as unknown as [...Row, RegExp][]
}

function accepted<Row extends readonly unknown[]>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => !(row.at(-1) instanceof RegExp))
}

const errorOf = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    (value) => new Error(`no error, but ${String(value)}`),
    (error: Error) => error,
  )

/** The secrets of all tables. */
const SECRET = /hunter2|ter2@/

function expectMistake(error: Error, says: unknown): void {
  expect(error).toBeInstanceOf(TypeError)
  expect(error.message).toMatch(says as RegExp)
  expect(error).not.toHaveProperty('status')
  expect(`${error.message} ${error.stack}`).not.toMatch(SECRET)
}

describe('a path with hostile parameters', () => {
  it.each(accepted(pathRows))('%s with %o gives the URL %s', (path, params, url) => {
    expect((new RestEndpoint({ path }) as RestEndpoint).url(params)).toBe(url)
    const { host, pathname } = new URL(url as string, 'http://api.test')
    expect([host, pathname]).toEqual(['api.test', (url as string).split('?')[0]])
  })

  it.each(refused(pathRows))('%s with %o throws an error: %s', async (path, params, says) => {
    const endpoint = new RestEndpoint({ path }) as RestEndpoint
    const { store, rest } = createStore()
    const before = store.getState()
    expect(() => void store.dispatch(rest.fetch(endpoint, params))).toThrow(says)
    expect(store.getState()).toBe(before)
    expectMistake(await errorOf(endpoint(params)), says)
  })
})

describe('a urlPrefix', () => {
  it.each(accepted(prefixRows))('%j with the path %s gives the URL %s', (urlPrefix, path, url) => {
    const endpoint = new RestEndpoint({ path, urlPrefix }) as RestEndpoint
    expect(endpoint.url({ p: 'x' })).toBe(url)
    const hostOf = (p: string) => new URL(endpoint.url({ p }), 'http://page.test').host
    expect(hostOf('.evil.test')).toBe(hostOf('x'))
  })

  it.each(refused(prefixRows))(
    '%j with the path %s throws an error: %s',
    (urlPrefix, path, says) => {
      expect(() => new RestEndpoint({ path, urlPrefix })).toThrow(says)
      expect(() => new RestEndpoint({ path, urlPrefix })).not.toThrow(SECRET)
    },
  )
})

describe('a request header', () => {
  /** Sends a request with the header. */
  const send = (name: string, value: unknown): Promise<unknown> => {
    server.respond((_, response) => sendJson(response, null))
    const getHeaders = (headers: object) => ({ ...headers, [name]: value as string })
    return new RestEndpoint({ path: '/', urlPrefix: server.url, getHeaders })()
  }

  it.each(accepted(headerRows))('%j with the value %j is sent as %j', async (name, value, sent) => {
    await send(name, value)
    const { headers } = server.requests[0] as IncomingMessage
    expect(Object.getOwnPropertyDescriptor(headers, name.toLowerCase())?.value).toBe(sent)
    expect(headers).not.toHaveProperty('x-evil')
  })

  it.each(refused(headerRows))(
    '%j with the value %j rejects the call with the error of fetch: %s',
    async (name, value) => {
      await expect(send(name, value)).rejects.toBeInstanceOf(TypeError)
      expect(server.requests).toEqual([])
    },
  )
})

describe('a response', () => {
  let raw: Server
  let rawResponse: RawResponse

  beforeAll(async () => {
    raw = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        const { line, headers = [], body = '' } = rawResponse
        const head = [`HTTP/1.1 ${line}`, 'connection: close', ...headers, '', body]
        socket.end(line === '' ? '' : head.join('\r\n'))
      })
    })
    await new Promise<void>((resolve) => void raw.listen(0, '127.0.0.1', resolve))
  })

  afterAll(async () => {
    await new Promise((resolve) => void raw.close(resolve))
  })

  const endpointFor = (sent: RawResponse | string): RestEndpoint => {
    rawResponse = typeof sent === 'string' ? { line: sent } : sent
    const { port } = raw.address() as AddressInfo
    return new RestEndpoint({ path: '/', urlPrefix: `http://127.0.0.1:${port}` }) as RestEndpoint
  }
  const isValue = (gets: Gets): gets is { readonly value: unknown } => 'value' in gets

  it.each(statusRows.filter(([, , gets]) => isValue(gets)))(
    'with %s resolves',
    async (_, sent, gets) => {
      const { controller } = createStore()
      expect({ value: await controller.fetch(endpointFor(sent)) }).toEqual(gets)
    },
  )

  it.each(statusRows.filter(([, , gets]) => !isValue(gets)))(
    'with %s rejects',
    async (_, sent, gets) => {
      const [statusOrCode, policy] = gets as readonly [number | string, string]
      const isCode = typeof statusOrCode === 'string'
      const shown = isCode ? { code: statusOrCode } : { status: statusOrCode }
      const { controller, actions } = createStore()
      const endpoint = endpointFor(sent)
      const error = await errorOf(controller.fetch(endpoint))
      expect(error).toMatchObject(shown)
      expect(error).not.toHaveProperty(isCode ? 'status' : 'code')
      expect(error.message.length).toBeLessThan(400)
      const { meta } = actions.at(-1) as RejectedAction
      expect(meta.errorPolicy ?? 'hard').toBe(policy)
      expect(controller.getError(endpoint)).toMatchObject(shown)
      expect(controller.getError(endpoint)?.message).not.toMatch(SECRET)
    },
  )
})

describe('the body of a response for the schema', () => {
  const endpointFor = (schema: unknown, type: string | undefined, body: string | Uint8Array) => {
    server.respond((_, response) => {
      response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body)
    })
    const options = { path: '/', urlPrefix: server.url, ...(schema !== undefined && { schema }) }
    return new RestEndpoint(options as { path: '/' }) as RestEndpoint
  }

  it.each(accepted(bodyRows))('%o, of type %s: %j, is parsed', async (schema, type, body, gets) => {
    const endpoint = endpointFor(schema, type, body)
    const { controller } = createStore()
    const value: unknown = await controller.fetch(endpoint)
    const shown: unknown = controller.getResponse(endpoint).data
    const { data } = gets as { readonly data: unknown }
    expect([value, shown]).toMatchObject([data, data])
    expect({}).not.toHaveProperty('admin')
  })

  it.each(refused(bodyRows))(
    '%o, of type %s: %j, rejects with %s',
    async (schema, type, body, says) => {
      const endpoint = endpointFor(schema, type, body)
      const { controller, store } = createStore()
      const error = await errorOf(controller.fetch(endpoint))
      expect(error).toMatchObject({
        code: 'INVALID_RESPONSE',
        message: expect.stringMatching(says as RegExp),
      })
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(SECRET)
      expect(store.getState().rest.entities).toEqual({})
      expect(controller.getError(endpoint)).toMatchObject({ code: 'INVALID_RESPONSE' })
    },
  )
})

describe('a request body', () => {
  const bodies: string[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(await text(request))
    sendJson(response, null)
  }
  const send = (body: unknown): Promise<unknown> => {
    bodies.length = 0
    server.respond((request, response) => {
      void receive(request, response)
    })
    return new RestEndpoint({ path: '/', urlPrefix: server.url, method: 'POST' })(body)
  }

  it.each(accepted(sentRows))('that is %s is sent', async (_, body, sent) => {
    await send(body)
    expect(bodies).toEqual([sent])
  })

  it.each(refused(sentRows))('that is %s rejects the call', async (_, body, says) => {
    const error = await errorOf(send(body))
    expect(error.message).toMatch(says)
    expect(error).not.toHaveProperty('status')
    expect(error).not.toBeInstanceOf(NetworkError)
    expect(bodies).toEqual([])
  })
})
