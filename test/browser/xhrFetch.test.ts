import { text } from 'node:stream/consumers'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import type { Progress } from 'rtk-rest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Site } from './support/Site'

// The XMLHttpRequest of a real browser, and a real server: test/xhr has what needs no browser.

const MB = 1_000_000

let site: Site
let page: Page

beforeAll(async () => {
  site = await Site.start('library.ts')
})

beforeEach(async () => {
  page = await site.open()
})

afterAll(async () => {
  await site.close()
})

const cors = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'PUT',
  'access-control-expose-headers': 'x-name',
})

/** Responds when the whole request has come; also to the requests of other origins. */
function respond(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
) {
  site.respond((request, response) => {
    for (const [name, value] of Object.entries(cors(site.url))) response.setHeader(name, value)
    void text(request).then((body) => handle(request, response, body))
  })
}

function respondWith(value: unknown, status = 200): void {
  respond((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  })
}

/** Reads an upload only when the page has requested `/go`, so that its progress is seen before its end. */
function respondSlowly(): void {
  let isReading = (): void => {}
  const started = new Promise<void>((resolve) => (isReading = resolve))
  site.respond((request, response) => {
    if (request.url === '/go') {
      isReading()
      response.end()
      return
    }
    let size = 0
    request.on('data', (chunk: Buffer) => (size += chunk.length)).pause()
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ size }))
    })
    void started.then(() => request.resume())
  })
}

const methods = () => site.requests.map(({ method, url }) => `${method} ${url}`)

describe('the progress of an upload', () => {
  const size = 30 * MB

  function expectProgress(seen: readonly Progress[]): void {
    const loaded = seen.map((it) => it.loaded)
    expect(seen.length).toBeGreaterThan(1)
    expect(loaded[0]).toBeLessThan(size)
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toEqual({ loaded: size, total: size })
  }

  it('is reported to the option onUploadProgress', async () => {
    respondSlowly()
    const { seen, value } = await page.evaluate(async (length) => {
      const { RestEndpoint, xhrFetch } = window.library
      const progress: Progress[] = []
      const upload = new RestEndpoint({
        path: '/files',
        method: 'PUT',
        body: {} as Blob,
        onUploadProgress(it) {
          if (progress.length === 0) void fetch('/go')
          progress.push(it)
        },
      })
      const file = new Blob([new Uint8Array(length)])
      const result = await upload.run([file], { fetchFn: xhrFetch })
      return { seen: progress, value: result }
    }, size)
    expect(value).toEqual({ size })
    expectProgress(seen)
  })

  it('is reported to the listeners of one call of a store, until they stop', async () => {
    respondSlowly()
    const { seen, first, value } = await page.evaluate(async (length) => {
      const { createStore, RestEndpoint, xhrFetch } = window.library
      const { store, rest } = createStore(xhrFetch)
      const upload = new RestEndpoint({ path: '/files', method: 'PUT', body: {} as Blob })
      const lists: [Progress[], Progress[]] = [[], []]
      const request = store.dispatch(rest.fetch(upload, new Blob([new Uint8Array(length)])))
      request.onUploadProgress((it) => lists[0].push(it))
      const stop = request.onUploadProgress((it) => {
        lists[1].push(it)
        stop()
        void fetch('/go')
      })
      return { value: await request.unwrap(), seen: lists[0], first: lists[1] }
    }, size)
    expect(value).toEqual({ size })
    expectProgress(seen)
    expect(first).toHaveLength(1)
  })

  it('is reported by an endpoint whose fetchResponse is xhrFetch', async () => {
    respondWith({ ok: true })
    const seen = await page.evaluate(async () => {
      const { RestEndpoint, xhrFetch } = window.library
      const progress: Progress[] = []
      const upload = new RestEndpoint({
        path: '/files',
        method: 'PUT',
        body: {} as FormData,
        fetchResponse: xhrFetch,
        onUploadProgress: (it) => void progress.push(it),
      })
      const form = new FormData()
      form.set('file', new File(['x'.repeat(1_000)], 'x.txt'))
      await upload(form)
      return progress
    })
    const { loaded = 0, total } = seen.at(-1) ?? {}
    expect(loaded).toBeGreaterThan(1_000)
    expect(total).toBe(loaded)
  })

  it('is not requested without a listener, so no preflight is sent to another origin', async () => {
    respondWith(1)
    const send = (isHeard: boolean) =>
      page.evaluate(
        async ([url, hears]) => {
          const { createStore, RestEndpoint, xhrFetch } = window.library
          const { store, rest } = createStore(xhrFetch)
          const options = { path: '/files', urlPrefix: url, method: 'POST' } as const
          const upload = new RestEndpoint({ ...options, body: {} as string })
          const seen: Progress[] = []
          const request = store.dispatch(rest.fetch(upload, 'text'))
          if (hears) request.onUploadProgress((it) => void seen.push(it))
          await request.unwrap()
          return seen
        },
        [site.otherUrl, isHeard] as const,
      )
    expect(await send(false)).toEqual([])
    expect(methods()).toEqual(['POST /files'])
    expect((await send(true)).at(-1)).toEqual({ loaded: 4, total: 4 })
    expect(methods()).toEqual(['POST /files', 'OPTIONS /files', 'POST /files'])
  })

  it('rejects the call with the error of a listener', async () => {
    respondSlowly()
    const error = await page.evaluate(async (length) => {
      const { RestEndpoint, xhrFetch, describeError } = window.library
      const options = { path: '/files', method: 'PUT', body: {} as Blob } as const
      const onUploadProgress = () => {
        throw new RangeError('the bar is broken')
      }
      const upload = new RestEndpoint({ ...options, onUploadProgress })
      const file = new Blob([new Uint8Array(length)])
      return describeError(upload.run([file], { fetchFn: xhrFetch }))
    }, size)
    expect(error).toMatchObject({ name: 'RangeError', message: 'the bar is broken' })
  })
})

describe('a request', () => {
  it('sends text, bytes, forms, search parameters and streams', async () => {
    const bodies: (string | undefined)[][] = []
    respond((request, response, body) => {
      bodies.push([request.headers['content-type']?.split(';')[0], body.slice(0, 10)])
      response.end()
    })
    await page.evaluate(async () => {
      const { xhrFetch } = window.library
      const form = new FormData()
      form.set('a', '1')
      const inits: BodyInit[] = [
        'text',
        new Blob(['blob'], { type: 'image/png' }),
        new TextEncoder().encode('bytes'),
        new URLSearchParams({ a: '1' }),
        form,
        new Blob(['stream']).stream(),
      ]
      for (const body of inits) await xhrFetch('/a', { method: 'PUT', body })
    })
    expect(bodies).toEqual([
      ['text/plain', 'text'],
      ['image/png', 'blob'],
      [undefined, 'bytes'],
      ['application/x-www-form-urlencoded', 'a=1'],
      ['multipart/form-data', '------WebK'],
      [undefined, 'stream'],
    ])
  })

  it('may be a Request', async () => {
    const seen: unknown[] = []
    respond(({ method, headers }, response, body) => {
      seen.push([method, headers['x-name'], body])
      response.end()
    })
    await page.evaluate(async () => {
      const headers = { 'x-name': 'Ada' }
      await window.library.xhrFetch(new Request('/a', { method: 'PUT', headers, body: 'text' }))
      await window.library.xhrFetch(new Request('/a'))
    })
    expect(seen).toEqual([
      ['PUT', 'Ada', 'text'],
      ['GET', undefined, ''],
    ])
  })

  it('has cookies of another origin only with the credentials "include"', async () => {
    respond(({ headers }, response) => {
      response.setHeader('set-cookie', 'session=1; path=/')
      response.end(JSON.stringify(headers.cookie ?? 'none'))
    })
    const cookies = await page.evaluate(async (url) => {
      const { xhrFetch } = window.library
      const seen: unknown[] = []
      for (const credentials of ['include', 'include', 'same-origin', 'omit'] as const) {
        seen.push(await (await xhrFetch(url, { credentials })).json())
      }
      return seen
    }, site.otherUrl)
    expect(cookies).toEqual(['none', 'session=1', 'none', 'none'])
  })
})

describe('a response', () => {
  it('has status, headers, URL and body', async () => {
    respond((request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end()
      else response.writeHead(201, 'Done', { 'x-name': 'Ada' }).end(Buffer.from([0, 128, 255]))
    })
    const seen = await page.evaluate(async () => {
      const response = await window.library.xhrFetch('/old')
      const { status, statusText, ok, url, redirected, headers } = response
      const [name, type] = [headers.get('x-name'), headers.get('content-type')]
      const bytes = [...new Uint8Array(await response.arrayBuffer())]
      return { status, statusText, ok, url, redirected, name, type, bytes }
    })
    expect(seen).toEqual({
      status: 201,
      statusText: 'Done',
      ok: true,
      url: `${site.url}/new`,
      redirected: true,
      name: 'Ada',
      type: null,
      bytes: [0, 128, 255],
    })
  })

  it('of an endpoint is an error with data, also with an unknown status', async () => {
    const errorOf = () =>
      page.evaluate(() => {
        const { createStore, describeError, RestEndpoint, xhrFetch } = window.library
        const { store, rest } = createStore(xhrFetch)
        const upload = new RestEndpoint({ path: '/files', method: 'PUT', body: {} })
        return describeError(store.dispatch(rest.fetch(upload, { a: 1 })).unwrap())
      })
    respondWith({ why: 'too large' }, 413)
    const data = { why: 'too large' }
    expect(await errorOf()).toMatchObject({ name: 'NetworkError', status: 413, data })
    respondWith({ why: 'odd' }, 999)
    expect(await errorOf()).toMatchObject({ name: 'NetworkError', status: 999 })
  })
})

describe('a failed request', () => {
  it('rejects with the same error as fetch if the connection is lost, and is retried', async () => {
    site.respond((request) => void request.socket.destroy())
    const [own, native] = await page.evaluate(async () => {
      const { backoff, describeError, RestEndpoint, xhrFetch } = window.library
      const retry = backoff({ retries: 1, minDelay: 1 })
      const upload = new RestEndpoint({ path: '/files', method: 'PUT', body: {}, retry })
      const call = (fetchFn: typeof fetch) => describeError(upload.run([{ a: 1 }], { fetchFn }))
      return [await call(xhrFetch), await call(fetch)]
    })
    expect(own).toEqual(native)
    expect(own).toMatchObject({ name: 'TypeError', code: 'NETWORK' })
    expect(site.requests.length).toBeGreaterThanOrEqual(4)
  })

  it('is aborted by its caller, and the server sees the connection close', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    site.respond((request, response) => {
      request.resume()
      closed = new Promise((resolve) => response.on('close', resolve))
    })
    const error = await page.evaluate(async (length) => {
      const { createStore, describeError, RestEndpoint, xhrFetch } = window.library
      const { store, rest } = createStore(xhrFetch)
      const upload = new RestEndpoint({ path: '/files', method: 'PUT', body: {} as Blob })
      const request = store.dispatch(rest.fetch(upload, new Blob([new Uint8Array(length)])))
      request.onUploadProgress(() => request.abort())
      return describeError(request.unwrap())
    }, 30 * MB)
    expect(error).toMatchObject({ name: 'AbortError' })
    await closed
  })
})
