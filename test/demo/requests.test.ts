import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect } from 'vitest'
import { it as baseIt, proxied } from './support/apiTest'
import { responseOf, sendRequest } from './support/sendRequest'

/** With the files and the socket of the page, as `npm run demo` has them. */
const it = baseIt.override('page', 'still')

const json = { 'content-type': 'application/json' }
const megabyte = 1024 * 1024

const refusedHost = '{"message":"This host is not served here; ALLOWED_ORIGINS can name more."}'
const refusedOrigin = '{"message":"Only the page of the desk itself may change anything."}'
const refusedSize = '{"message":"The request body must not be larger than 1 MB."}'

/** The host of a URL with another name. */
const hostOf = (url: string, name: string) => `${name}:${new URL(url).port}`

describe('a request to the demo server', () => {
  it.for(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])(
    'with the host %s and its port is accepted',
    async (name, { demo }) => {
      const headers = { host: hostOf(demo.url, name) }
      expect((await sendRequest(demo.url, { headers })).status).toBe(200)
      expect((await sendRequest(`${demo.url}/api/outage`, { headers })).status).toBe(200)
    },
  )

  it.for([
    ['another name', (url: string) => hostOf(url, 'evil.example')],
    ['a name that begins like ours', (url: string) => hostOf(url, 'localhost.evil.example')],
    ['another address', (url: string) => hostOf(url, '192.168.0.1')],
    ['another port', () => 'localhost:1'],
    ['no port', () => 'localhost'],
  ] as const)(
    'with %s as the host is rejected by the API and the page',
    async ([, host], { demo }) => {
      const headers = { host: host(demo.url) }
      for (const path of ['/', '/main.tsx', '/api/members', '/api/nothing']) {
        const { status, text } = await sendRequest(demo.url + path, { headers })
        expect([path, status, text]).toEqual([path, 421, refusedHost])
      }
    },
  )

  it('with a host of ALLOWED_ORIGINS is accepted, with its origin only', async ({ demo }) => {
    const headers = { host: 'desk.example', ...json }
    const put = (origin: string) => {
      const options = { method: 'PUT', headers: { ...headers, origin }, body: '{"on":false}' }
      return sendRequest(`${demo.url}/api/outage`, options)
    }
    expect((await sendRequest(demo.url, { headers })).status).toBe(200)
    expect((await put(proxied)).status).toBe(200)
    expect((await put('http://desk.example')).status).toBe(403)
    expect((await put(demo.url)).status).toBe(403)
  })

  it('for a WebSocket with another host is rejected', async ({ demo }) => {
    const open = (host: string) => {
      const headers = { host, connection: 'upgrade', upgrade: 'websocket' }
      const socket = {
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-version': '13',
      }
      const protocol = { 'sec-websocket-protocol': 'vite-ping' }
      const clientRequest = request(demo.url, { headers: { ...headers, ...socket, ...protocol } })
      clientRequest.end()
      return clientRequest
    }
    const own = open(hostOf(demo.url, '127.0.0.1'))
    const [{ statusCode }, socket] = await once(own, 'upgrade')
    socket.destroy()
    expect(statusCode).toBe(101)
    await expect(once(open(hostOf(demo.url, 'evil.example')), 'upgrade')).rejects.toThrow(
      'socket hang up',
    )
  })

  it('with a method other than GET for the page is rejected', async ({ demo }) => {
    const { status, headers } = await sendRequest(demo.url, { method: 'POST', body: 'x' })
    expect([status, headers.allow, headers.connection]).toEqual([405, 'GET, HEAD', 'close'])
  })

  it('for a missing file of the page has status 404', async ({ demo }) => {
    for (const path of ['/nothing', '/nothing.html', '//']) {
      expect([path, (await sendRequest(demo.url + path)).status]).toEqual([path, 404])
    }
  })
})

describe('a mutation on the demo server', () => {
  const change = (url: string, headers: Readonly<Record<string, string>>) =>
    sendRequest(`${url}/api/outage`, {
      method: 'PUT',
      headers: { ...json, ...headers },
      body: '{"on":false}',
    })

  it.for([
    ['from the page', (url: string) => ({ origin: url, 'sec-fetch-site': 'same-origin' })],
    ['from the page with a cookie', (url: string) => ({ origin: url, cookie: 'desk_session=x' })],
    ['from a program', () => ({})],
    ['from a program with a token', () => ({ 'access-token': 'x' })],
  ] as const)('%s is accepted', async ([, headers], { demo }) => {
    expect((await change(demo.url, headers(demo.url))).status).toBe(200)
  })

  it.for([
    ['another site', () => ({ origin: 'https://evil.example' })],
    ['another port', () => ({ origin: 'http://127.0.0.1:1' })],
    [
      'another name of this machine',
      (url: string) => ({ origin: url.replace('127.0.0.1', 'localhost') }),
    ],
    ['https', (url: string) => ({ origin: url.replace('http:', 'https:') })],
    ['no origin in particular', () => ({ origin: 'null' })],
    ['another site, without its origin', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['another port, without its origin', () => ({ 'sec-fetch-site': 'same-site' })],
    ['who knows where, with a cookie', () => ({ cookie: 'desk_session=x' })],
  ] as const)('from %s is rejected', async ([, headers], { demo }) => {
    const { status, text } = await change(demo.url, headers(demo.url))
    expect([status, text]).toEqual([403, refusedOrigin])
  })

  it('from another site is rejected for every method, and a GET is accepted', async ({ demo }) => {
    const headers = { origin: 'https://evil.example' }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await sendRequest(`${demo.url}/api/members/nobody`, { method, headers })
      expect([method, status]).toEqual([method, 403])
    }
    const { status, headers: received } = await sendRequest(`${demo.url}/api/members`, { headers })
    expect(status).toBe(200)
    expect(received['access-control-allow-origin']).toBe(undefined)
  })

  it('is not possible from another site, which gets no CORS headers', async ({ demo }) => {
    for (const origin of ['https://evil.example', 'http://localhost:1']) {
      for (const path of ['/', '/main.tsx', '/api/outage']) {
        const { headers } = await sendRequest(demo.url + path, { headers: { origin } })
        expect([path, headers['access-control-allow-origin']]).toEqual([path, undefined])
      }
    }
  })

  it('is rejected in a CORS preflight request', async ({ demo }) => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    for (const path of ['/', '/api/outage']) {
      const response = await sendRequest(demo.url + path, { method: 'OPTIONS', headers })
      expect(response.headers['access-control-allow-origin']).toBe(undefined)
    }
  })
})

describe('a request body', () => {
  const post = (url: string, path: string, type?: string) => {
    const headers = type === undefined ? {} : { 'content-type': type }
    return sendRequest(`${url}/api${path}`, { method: 'POST', headers, body: '{"name":7}' })
  }

  it.for(['application/json', 'Application/JSON; charset=utf-8'])(
    'of the type %s is parsed',
    async (type, { demo }) => {
      expect(await post(demo.url, '/members', type)).toMatchObject({
        status: 422,
        text: expect.stringContaining('{"message":"Name must be text.","errors":{'),
      })
    },
  )

  it.for([
    undefined,
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
  ])('of the type %s is rejected', async (type, { demo }) => {
    for (const path of ['/members', '/session', '/members/nobody/notes']) {
      expect(await post(demo.url, path, type)).toMatchObject({
        status: 415,
        text: '{"message":"The request body must be application/json."}',
      })
    }
  })

  it('of the type JSON is rejected by a route that expects a form', async ({ demo }) => {
    expect(await post(demo.url, '/members/import', 'application/json')).toMatchObject({
      status: 415,
      text: '{"message":"The request body must be multipart/form-data."}',
    })
  })

  it('of a wrong type without content-length is rejected', async ({ demo }) => {
    const clientRequest = open(demo.url, { 'content-type': 'text/plain' })
    clientRequest.write('x')
    expect((await responseOf(clientRequest)).status).toBe(415)
    clientRequest.destroy()
  })

  it('of 1 MB is parsed', async ({ demo }) => {
    const body = JSON.stringify({ name: 7 }).padEnd(megabyte)
    const options = { method: 'POST', headers: json, body }
    expect((await sendRequest(`${demo.url}/api/members`, options)).status).toBe(422)
  })

  it('with a larger content-length is rejected before it is sent', async ({ demo }) => {
    const clientRequest = open(demo.url, { ...json, 'content-length': String(megabyte + 1) })
    clientRequest.flushHeaders()
    expect(await responseOf(clientRequest)).toMatchObject({ status: 413, text: refusedSize })
    clientRequest.destroy()
  })

  it('that is too large is rejected, read to its end, and does not harm the next request', async ({
    demo,
    onTestFinished,
  }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const options = { method: 'POST', headers: json, agent }
    const sockets = new Set<Socket>()
    for (const size of [2, 40, 20]) {
      const body = ' '.repeat(size * megabyte)
      const clientRequest = request(`${demo.url}/api/members`, options)
      clientRequest.on('socket', (socket) => sockets.add(socket))
      const sent = once(clientRequest, 'finish')
      clientRequest.setHeader('content-length', body.length).end(body)
      expect(await responseOf(clientRequest)).toMatchObject({ status: 413, text: refusedSize })
      await sent
    }
    const after = await sendRequest(`${demo.url}/api/members`, { ...options, body: '{}' })
    expect(after.status).toBe(422)
    expect(sockets.size).toBe(1)
  })

  it('that becomes too large is rejected while it is sent', async ({ demo }) => {
    const clientRequest = open(demo.url, json)
    const closed = once(clientRequest, 'close')
    clientRequest.on('error', () => undefined)
    clientRequest.write(' '.repeat(megabyte))
    clientRequest.write(' ')
    expect(await responseOf(clientRequest)).toMatchObject({ status: 413, text: refusedSize })
    // It is the server that ends the connection: nothing ends the request here.
    await closed
  })
})

/** Begins a request of which the test sends the body. */
function open(url: string, headers: Readonly<Record<string, string>>): ClientRequest {
  return request(`${url}/api/members`, { method: 'POST', headers })
}

describe('a response of the demo server', () => {
  const common = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }

  it.for([
    ['data', 'GET', '/api/members', 200],
    ['a refusal', 'GET', '/api/members?orderBy=x', 400],
    ['nothing', 'DELETE', '/api/session', 204],
    ['an unknown route', 'GET', '/api/nothing', 404],
    ['a script', 'GET', '/main.tsx', 200],
    ['a style sheet', 'GET', '/styles.css', 200],
    ['an unknown file', 'GET', '/nothing', 404],
    ['a refusal of the page', 'POST', '/', 405],
  ] as const)('has the security headers: %s', async ([, method, path, expected], { demo }) => {
    const { status, headers } = await sendRequest(demo.url + path, { method })
    expect(status).toBe(expected)
    expect(headers).toMatchObject({
      ...common,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(headers['x-powered-by']).toBe(undefined)
  })

  it('has the security headers if the host is rejected', async ({ demo }) => {
    const { status, headers } = await sendRequest(demo.url, { headers: { host: 'evil.example' } })
    expect(status).toBe(421)
    expect(headers).toMatchObject(common)
  })

  it('of the API is not stored by shared caches and is revalidated', async ({ demo }) => {
    for (const path of ['/members', '/session', '/nothing', '/members?orderBy=x']) {
      const { headers } = await sendRequest(`${demo.url}/api${path}`)
      expect([path, headers['cache-control']]).toEqual([path, 'private, no-cache'])
    }
  })

  it('with the page has a policy for its own server and a new nonce', async ({ demo }) => {
    const { host } = new URL(demo.url)
    const nonces = [await nonceOf(demo.url, host), await nonceOf(demo.url, host)]
    expect(nonces[0]).not.toBe(nonces[1])
  })

  async function nonceOf(url: string, host: string): Promise<string> {
    const { headers, text } = await sendRequest(url)
    expect(headers).toMatchObject({ ...common, 'cache-control': 'no-store' })
    const policy = String(headers['content-security-policy'])
    const nonce = /'nonce-([\w+/=]{24})'/.exec(policy)?.[1] ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      `connect-src 'self' ws://${host} wss://${host}`,
      'worker-src blob:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    const inHtml = [...text.matchAll(/nonce="([^"]*)"/g)].map((match) => match[1])
    expect(new Set(inHtml)).toEqual(new Set([nonce]))
    return nonce
  }
})
