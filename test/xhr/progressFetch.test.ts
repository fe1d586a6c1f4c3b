// @vitest-environment node
import { gzipSync } from 'node:zlib'
import { type Progress, RestEndpoint } from 'rtk-rest'
import { progressFetch } from 'rtk-rest/xhr'
import { describe, expect, it, vi } from 'vitest'
import { startServer } from '../endpoint/startServer'

const server = startServer()
const BODY = JSON.stringify({ text: 'x'.repeat(100_000) })

function respondWith(headers: Record<string, string | number>, body: string | Buffer = BODY): void {
  server.respond((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  })
}

const context = { fetchFn: progressFetch }
const known = { 'content-length': BODY.length }

function download(content: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream' | undefined) {
  const seen: Progress[] = []
  const endpoint = new RestEndpoint({
    path: '/file',
    urlPrefix: server.url,
    onDownloadProgress: (progress) => void seen.push(progress),
    ...(content && { content }),
  })
  return { endpoint, seen }
}

async function textOf(value: unknown): Promise<string> {
  if (value instanceof Blob || value instanceof ArrayBuffer || value instanceof ReadableStream) {
    return new Response(value as BodyInit).text()
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

describe('progressFetch', () => {
  it.each([[undefined], ['json'], ['text'], ['blob'], ['arrayBuffer'], ['stream']] as const)(
    'reports the parts of a body that is parsed as %s, and the body stays complete',
    async (content) => {
      respondWith(known)
      const { endpoint, seen } = download(content)
      expect(await textOf(await endpoint.run([], context))).toBe(BODY)
      expect(seen.at(-1)).toEqual({ loaded: BODY.length, total: BODY.length })
      expect(seen.map(({ loaded }) => loaded)).toEqual(
        seen.map(({ loaded }) => loaded).toSorted((a, b) => a - b),
      )
    },
  )

  it('has no total without a content-length', async () => {
    respondWith({})
    const { endpoint, seen } = download('text')
    await endpoint.run([], context)
    expect(seen.at(-1)).toEqual({ loaded: BODY.length, total: undefined })
  })

  it('has no total if the body is compressed', async () => {
    const packed = gzipSync(BODY)
    respondWith({ 'content-encoding': 'gzip', 'content-length': packed.length }, packed)
    const { endpoint, seen } = download(undefined)
    expect(await textOf(await endpoint.run([], context))).toBe(BODY)
    expect(seen.at(-1)).toEqual({ loaded: BODY.length, total: undefined })
  })

  it('reports before the response is complete', async () => {
    let finish = (): void => {}
    server.respond((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 6 })
      response.write('one')
      finish = () => response.end('two')
    })
    let onDownloadProgress: (progress: Progress) => void = () => {}
    const first = new Promise<Progress>((resolve) => (onDownloadProgress = resolve))
    const endpoint = new RestEndpoint({ path: '/file', urlPrefix: server.url })
    const promise = endpoint.run([], { ...context, onDownloadProgress })
    expect(await first).toEqual({ loaded: 3, total: 6 })
    finish()
    expect(await promise).toBe('onetwo')
  })

  it('calls the option with the endpoint as `this`, and the listener of the context', async () => {
    respondWith(known)
    const seen: unknown[] = []
    const endpoint = new RestEndpoint({ path: '/file', urlPrefix: server.url }).extend({
      onDownloadProgress({ loaded }) {
        if (loaded === BODY.length) seen.push(this.path)
      },
    })
    const onDownloadProgress = ({ loaded }: Progress) => {
      if (loaded === BODY.length) seen.push('context')
    }
    await endpoint.run([], { ...context, onDownloadProgress })
    expect(seen).toEqual(['/file', 'context'])
  })

  it('reports nothing of a response without a body', async () => {
    server.respond((_, response) => response.writeHead(204).end())
    const { endpoint, seen } = download(undefined)
    expect(await endpoint.run([], context)).toBeNull()
    expect(seen).toEqual([])
  })

  it('does not wrap the response without a listener', async () => {
    const inits: unknown[] = []
    const endpoint = new RestEndpoint({ path: '/file', urlPrefix: server.url })
    respondWith(known)
    const fetchFn: typeof fetch = (input, init) => {
      inits.push(init)
      return progressFetch(input, init)
    }
    await endpoint.run([], { fetchFn })
    expect(inits[0]).not.toHaveProperty('onDownloadProgress')
  })

  it('leaves URL, status and headers of the response to parseResponse', async () => {
    respondWith({ 'x-name': 'a.json' })
    const { endpoint } = download('text')
    const named = endpoint.extend({
      async parseResponse(response: Response) {
        const { url, status, headers } = response
        return [url, status, headers.get('x-name'), (await response.text()).length]
      },
    })
    expect(await named.run([], context)).toEqual([`${server.url}/file`, 200, 'a.json', BODY.length])
  })

  it('reads a stream on demand only, and closes the connection if the reader cancels', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    server.respond((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write('x'.repeat(1_000))
      closed = new Promise((resolve) => response.on('close', resolve))
    })
    const { endpoint, seen } = download('stream')
    const stream = (await endpoint.run([], context)) as ReadableStream<Uint8Array>
    expect(seen).toEqual([])
    const reader = stream.getReader()
    await reader.read()
    expect(seen).toHaveLength(1)
    await reader.cancel()
    await closed
  })

  it('rejects with the error that a listener throws', async () => {
    respondWith(known)
    const endpoint = new RestEndpoint({ path: '/file', urlPrefix: server.url })
    const onDownloadProgress = () => {
      throw new RangeError('the bar is broken')
    }
    const call = endpoint.run([], { ...context, onDownloadProgress })
    await expect(call).rejects.toThrow('the bar is broken')
  })
})

describe('the onDownloadProgress option', () => {
  it('warns once if there is no fetchFn, as fetch does not report progress', async () => {
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    respondWith(known)
    const { endpoint, seen } = download('json')
    await endpoint()
    await endpoint()
    const warnings = warn.mock.calls.map(([text]) => String(text))
    warn.mockClear()
    expect(seen).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(/^GET \/file: `onDownloadProgress` is not called.*progressFetch/),
    ])
  })
})
