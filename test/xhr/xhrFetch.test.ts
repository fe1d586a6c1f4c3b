// @vitest-environment happy-dom
import { gzipSync } from 'node:zlib'
import { text } from 'node:stream/consumers'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { backoff, createRest, NetworkError, RestEndpoint } from 'rtk-rest'
import { xhrFetch } from 'rtk-rest/xhr'
import { beforeEach, describe, expect, it } from 'vitest'
import { sendJson, startServer } from '../endpoint/startServer'
import { createStore } from '../support/world'

// A real server, and the XMLHttpRequest of happy-dom, which reports no progress: test/browser has the same in a browser.

const server = startServer()
const bodies: string[] = []

beforeEach(() => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(server.url)
  bodies.length = 0
})

async function receive(request: IncomingMessage): Promise<void> {
  bodies.push(await text(request))
}

/** Responds when the whole request has come. */
function respond(handle: (request: IncomingMessage, response: ServerResponse) => void): void {
  server.respond((request, response) => {
    void receive(request).then(() => handle(request, response))
  })
}

const respondWith = (value: unknown, status = 200) =>
  respond((_, response) => sendJson(response, value, status))

const save = (options: object = {}) =>
  new RestEndpoint({ path: '/files', urlPrefix: server.url, method: 'POST', ...options })

async function errorOf(promise: Promise<unknown>): Promise<Record<string, unknown> & Error> {
  return promise.then(
    (value) => new Error(`no error, but ${String(value)}`) as never,
    (error: unknown) => error as never,
  )
}

describe('xhrFetch', () => {
  it('sends method, headers and body, and resolves to the response', async () => {
    respond((request, response) => {
      const { 'x-name': name } = request.headers
      response.writeHead(201, 'Done', { 'content-type': 'text/plain', 'x-got': `${String(name)}!` })
      response.end('ü')
    })
    const headers = { 'X-Name': 'Ada' }
    const response = await xhrFetch(`${server.url}/a`, { method: 'PUT', headers, body: 'text' })
    expect(response).toBeInstanceOf(Response)
    expect(response).toMatchObject({ status: 201, statusText: 'Done', ok: true, redirected: false })
    expect(response.url).toBe(`${server.url}/a`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'x-got': 'Ada!',
    })
    expect(await response.text()).toBe('ü')
    expect(server.requests[0]?.method).toBe('PUT')
    expect(bodies).toEqual(['text'])
  })

  it('accepts a URL, and an address relative to the page', async () => {
    respondWith(1)
    await xhrFetch(new URL('/a', server.url))
    await xhrFetch('/b')
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /a',
      'GET /b',
    ])
  })

  it('accepts a Request, whose options those of the call override', async () => {
    respondWith(1)
    const headers = { 'x-name': 'Ada' }
    const request = new Request(`${server.url}/a`, { method: 'PUT', headers, body: 'text' })
    await xhrFetch(request.clone())
    await xhrFetch(request, { method: 'POST', body: 'other' })
    expect(server.requests.map(({ method }) => method)).toEqual(['PUT', 'POST'])
    expect(server.requests.map((it) => it.headers['x-name'])).toEqual(['Ada', 'Ada'])
    expect(bodies).toEqual(['text', 'other'])
  })

  it('accepts a Request of React Native, which has null for what it was not given', async () => {
    respondWith(1)
    // As its constructor has them: https://github.com/JakeChampion/fetch.
    const request = {
      url: `${server.url}/a`,
      method: 'PUT',
      headers: new Headers({ 'x-name': 'Ada' }),
      credentials: 'same-origin',
      mode: null,
      referrer: null,
      signal: new AbortController().signal,
      blob: async () => await Promise.resolve(new Blob(['text'])),
    }
    await xhrFetch(request as unknown as Request)
    expect(server.requests[0]).toMatchObject({ method: 'PUT', headers: { 'x-name': 'Ada' } })
    expect(bodies).toEqual(['text'])
  })

  it.each([
    ['text', () => 'a', 'a', /^text\/plain/],
    ['a Blob', () => new Blob(['b'], { type: 'image/png' }), 'b', /^image\/png$/],
    ['bytes', () => new TextEncoder().encode('c'), 'c', /^$/],
    ['search parameters', () => new URLSearchParams({ d: '1' }), 'd=1', /urlencoded/],
  ])('sends a body: %s', async (_, make, sent, type) => {
    respondWith(1)
    await xhrFetch(`${server.url}/a`, { method: 'POST', body: make() })
    expect(bodies).toEqual([sent])
    expect(server.requests[0]?.headers['content-type'] ?? '').toMatch(type)
  })

  it('sends a form with its boundary', async () => {
    respondWith(1)
    const form = new FormData()
    form.set('name', 'Ada')
    await xhrFetch(`${server.url}/a`, { method: 'POST', body: form })
    expect(server.requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(bodies[0]).toContain('name="name"\r\n\r\nAda')
  })

  it('receives bytes', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    respond((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes))
    const response = await xhrFetch(`${server.url}/a`)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
  })

  it('receives a compressed body', async () => {
    respond((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('long'))
    })
    expect(await (await xhrFetch(`${server.url}/a`)).text()).toBe('long')
  })

  it('receives no body, and no content type that the server did not send', async () => {
    respond((_, response) => response.writeHead(204).end())
    const empty = await xhrFetch(`${server.url}/a`)
    expect([empty.status, empty.body]).toEqual([204, null])
    respond((_, response) => response.end('{}'))
    expect((await xhrFetch(`${server.url}/a`)).headers.has('content-type')).toBe(false)
  })

  it('follows redirects', async () => {
    server.respond((request, response) => {
      if (request.url === '/new') sendJson(response, 1)
      else response.writeHead(302, { location: '/new' }).end()
    })
    const { redirected, url } = await xhrFetch(`${server.url}/old`)
    expect({ redirected, url }).toEqual({ redirected: true, url: `${server.url}/new` })
  })
})

describe('xhrFetch rejects', () => {
  it.each([
    ['before a response', (response: ServerResponse) => void response.destroy()],
    [
      'within the response',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('x', () => response.destroy())
      },
    ],
  ])('with a TypeError if the connection is lost %s', async (_, lose) => {
    respond((_request, response) => lose(response))
    const error = await errorOf(xhrFetch(`${server.url}/a`))
    expect(error).toBeInstanceOf(TypeError)
  })

  it('with the reason of a signal that is aborted before, during and not after the request', async () => {
    const aborted = AbortSignal.abort(new RangeError('too early'))
    await expect(xhrFetch(server.url, { signal: aborted })).rejects.toThrow('too early')
    expect(server.requests).toHaveLength(0)
    const controller = new AbortController()
    const closed = new Promise((resolve) => {
      server.respond((_, response) => {
        response.on('close', resolve)
        controller.abort(new RangeError('enough'))
      })
    })
    await expect(xhrFetch(server.url, controller)).rejects.toThrow('enough')
    await closed
    respondWith(1)
    const late = new AbortController()
    const response = await xhrFetch(server.url, late)
    late.abort()
    expect(await response.json()).toBe(1)
  })

  it.each([
    ['redirect', { redirect: 'error' }],
    ['cache', { cache: 'no-store' }],
    ['integrity', { integrity: 'sha256-x' }],
    ['keepalive', { keepalive: true }],
    ['mode', { mode: 'no-cors' }],
    ['referrerPolicy', { referrerPolicy: 'no-referrer' }],
  ] as const)('an option that it cannot apply: %s', async (option, init) => {
    const error = await errorOf(xhrFetch(server.url, init))
    expect(error.message).toContain(`\`${option}\``)
    expect(server.requests).toHaveLength(0)
  })

  it('to omit the cookies of its own origin, and omits those of another', async () => {
    const error = await errorOf(xhrFetch(server.url, { credentials: 'omit' }))
    expect(error.message).toMatch(/cannot omit the cookies/)
    server.respond((_, response) => {
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
    })
    const other = server.url.replace('127.0.0.1', 'localhost')
    await xhrFetch(other, { credentials: 'omit' })
  })

  it.each([
    ['a body of a GET', '/', { body: 'x' }],
    ['an address that is none', 'http://[', {}],
  ])('%s', async (_, path, init) => {
    await expect(xhrFetch(path, init)).rejects.toBeInstanceOf(Error)
    expect(server.requests).toHaveLength(0)
  })

  it('a header that no request may have', async () => {
    const headers = { 'x-a': 'hunter2\nx-b: 1' }
    const error = await errorOf(xhrFetch(server.url, { headers }))
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).not.toContain('hunter2')
  })
})

describe.each([
  ['as the fetchFn', { fetchFn: xhrFetch }, {}],
  ['as fetchResponse', {}, { fetchResponse: xhrFetch }],
] as const)('an endpoint with xhrFetch %s', (_, context, options) => {
  const call = (more: object = {}) => save({ ...options, ...more }).run([{ a: 1 }], context)

  it('resolves to the parsed response', async () => {
    respondWith({ id: '1' })
    expect(await call()).toEqual({ id: '1' })
    expect(bodies).toEqual(['{"a":1}'])
    expect(server.requests[0]?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
    })
  })

  it('rejects with a NetworkError that has data', async () => {
    respondWith({ why: 'taken' }, 422)
    const error = await errorOf(call())
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ status: 422, data: { why: 'taken' } })
    expect(error.message).toBe('Unprocessable Entity (422)')
    expect(error).toHaveProperty('url', `${server.url}/files`)
    expect(await (error as unknown as NetworkError).response?.json()).toEqual({ why: 'taken' })
  })

  it('rejects with the code NETWORK and retries if the connection is lost', async () => {
    respond((_request, response) => response.destroy())
    const retry = backoff({ retries: 2, minDelay: 1, methods: ['POST'] })
    const error = await errorOf(call({ retry }))
    expect(error).toMatchObject({ name: 'TypeError', code: 'NETWORK' })
    expect(server.requests).toHaveLength(3)
  })

  it('rejects without a status and a retry if an option cannot be applied', async () => {
    const requestInit = { redirect: 'error' as const }
    const error = await errorOf(call({ requestInit, retry: backoff({ methods: ['POST'] }) }))
    expect(error.message).toMatch(/`redirect`/)
    expect(error).not.toHaveProperty('status')
    expect(server.requests).toHaveLength(0)
  })

  it('is aborted by its timeout', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    server.respond((request, response) => {
      request.resume()
      closed = new Promise((resolve) => response.on('close', resolve))
    })
    expect(await errorOf(call({ timeout: 200 }))).toMatchObject({ code: 'TIMEOUT' })
    await closed
  })
})

describe('a store with xhrFetch', () => {
  it('sends its requests by it', async () => {
    respondWith({ id: '1' })
    const { controller } = createStore({ fetchFn: xhrFetch })
    expect(await controller.fetch(save(), { a: 1 })).toEqual({ id: '1' })
    expect(createRest({ fetchFn: xhrFetch })).toBeDefined()
  })
})
