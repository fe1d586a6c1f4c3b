// @vitest-environment node
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { NetworkError, RestEndpoint, type RestOptions } from 'rtk-rest'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { deferred } from '../support/world'
import { sendJson, startServer } from './startServer'

const server = startServer()
const late = { name: 'NetworkError', code: 'TIMEOUT' }

function endpointWith(options: RestOptions & { readonly content?: 'stream' }) {
  return new RestEndpoint({ path: '/slow', urlPrefix: server.url, name: 'getSlow', ...options })
}

/** The head of a response and the first bytes of a body that never ends. */
function respondForEver(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"a":')
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: (reason: unknown) => controller.abort(reason) }
}

describe('the timeout option', () => {
  it('rejects with a NetworkError that says the duration, with the code TIMEOUT, the address and no status', async () => {
    server.respond(() => {})
    const call = endpointWith({ timeout: 20 })()
    await expect(call).rejects.toBeInstanceOf(NetworkError)
    await expect(call).rejects.toMatchObject(late)
    await expect(call).rejects.toMatchObject({ url: `${server.url}/slow` })
    await expect(call).rejects.not.toHaveProperty('status')
    await expect(call).rejects.toThrow(/^No complete response within 20 ms$/)
  })

  it('rejects without the address if the endpoint is sensitive', async () => {
    server.respond(() => {})
    const call = endpointWith({ timeout: 20, sensitive: true })()
    await expect(call).rejects.toMatchObject(late)
    await expect(call).rejects.not.toHaveProperty('url')
  })

  it('closes the connection', async () => {
    // The time is over when the server has the request, and not before.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const received = deferred<ServerResponse>()
    server.respond((_, response) => received.resolve(response))
    const call = endpointWith({ timeout: 50 })()
    const response = await received.promise
    const closed = once(response, 'close')
    const rejected = expect(call).rejects.toMatchObject(late)
    await vi.advanceTimersByTimeAsync(50)
    await rejected
    await closed
    expect(response.writableFinished).toBe(false)
  })

  it.each([['json'], ['text'], ['blob'], ['arrayBuffer'], [undefined]] as const)(
    'includes the time to read the body as %s',
    async (content) => {
      server.respond((_, response) => respondForEver(response))
      const endpoint = new RestEndpoint({
        path: '/slow',
        urlPrefix: server.url,
        timeout: 50,
        ...(content && { content }),
      })
      await expect(endpoint()).rejects.toMatchObject(late)
    },
  )

  it('includes the time to read a stream', async () => {
    server.respond((_, response) => respondForEver(response))
    // On a busy machine the time may be over before the stream is there.
    const text = endpointWith({ content: 'stream', timeout: 50 })().then((stream) =>
      new Response(stream as ReadableStream).text(),
    )
    await expect(text).rejects.toMatchObject(late)
  })

  it('includes the time to read a stream that parseResponse returns inside an object', async () => {
    server.respond((_, response) => respondForEver(response))
    const file = endpointWith({
      content: 'stream',
      timeout: 50,
      parseResponse: ({ body }) => ({ body, name: 'a.json' }),
    })
    const text = file().then((it) => new Response((it as { body: ReadableStream }).body).text())
    await expect(text).rejects.toMatchObject(late)
  })

  it('works without `AbortSignal.any`, which React Native lacks', async () => {
    const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any') as PropertyDescriptor
    Reflect.deleteProperty(AbortSignal, 'any')
    onTestFinished(() => void Object.defineProperty(AbortSignal, 'any', any))
    server.respond((_, response) => respondForEver(response))
    const endpoint = endpointWith({ timeout: 50, signal: new AbortController().signal })
    await expect(endpoint()).rejects.toMatchObject(late)
    const { abort, signal } = abortable()
    const call = endpoint.run([], { signal })
    abort('enough')
    await expect(call).rejects.toBe('enough')
    await expect(endpoint.run([], { signal })).rejects.toBe('enough')
  })

  it('starts with each request, not with the endpoint', async () => {
    server.respond((_, response) => sendJson(response, 'in time'))
    const endpoint = endpointWith({ timeout: 2_000 })
    expect(await endpoint()).toBe('in time')
    expect(await endpoint()).toBe('in time')
  })

  it('applies to a fetch function that ignores signals', async () => {
    const fetchFn: typeof fetch = () => new Promise(() => {})
    await expect(endpointWith({ timeout: 10 }).run([], { fetchFn })).rejects.toMatchObject(late)
  })

  it('applies if getRequestInit is replaced', async () => {
    server.respond(() => {})
    const endpoint = endpointWith({ timeout: 20, getRequestInit: () => ({ method: 'GET' }) })
    await expect(endpoint()).rejects.toMatchObject(late)
  })

  it('ends when the response is parsed', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const fetchFn: typeof fetch = async (_, init) => {
      signals.push(init?.signal)
      return Response.json('done')
    }
    await endpointWith({ timeout: 5 }).run([], { fetchFn })
    await expect(
      endpointWith({ timeout: 20 }).run([], { fetchFn: () => new Promise(() => {}) }),
    ).rejects.toMatchObject(late)
    expect(signals).toMatchObject([{ aborted: false }])
  })

  it('may be a class field', async () => {
    server.respond(() => {})
    class Hasty extends RestEndpoint<{ path: '/slow' }> {
      override readonly urlPrefix = server.url
      override readonly timeout = 20
    }
    await expect(new Hasty({ path: '/slow' })()).rejects.toMatchObject(late)
  })
})
