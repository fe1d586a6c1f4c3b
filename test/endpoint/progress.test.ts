// @vitest-environment node
import { gzipSync } from 'node:zlib'
import { type Progress, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { startServer } from './startServer'

const server = startServer()
const BODY = JSON.stringify({ text: 'x'.repeat(100_000) })

function respondWith(headers: Record<string, string | number>, body: string | Buffer = BODY): void {
  server.respond((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  })
}

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

describe('the onDownloadProgress option', () => {
  it.each([[undefined], ['json'], ['text'], ['blob'], ['arrayBuffer'], ['stream']] as const)(
    'is called for the parts of a body that is parsed as %s, and the body stays complete',
    async (content) => {
      respondWith(known)
      const { endpoint, seen } = download(content)
      expect(await textOf(await endpoint())).toBe(BODY)
      expect(seen.at(-1)).toEqual({ loaded: BODY.length, total: BODY.length })
      expect(seen.map(({ loaded }) => loaded)).toEqual(
        seen.map(({ loaded }) => loaded).toSorted((a, b) => a - b),
      )
    },
  )

  it('has no total without a content-length', async () => {
    respondWith({})
    const { endpoint, seen } = download('text')
    await endpoint()
    expect(seen.at(-1)).toEqual({ loaded: BODY.length, total: undefined })
  })

  it('has no total if the body is compressed', async () => {
    const packed = gzipSync(BODY)
    respondWith({ 'content-encoding': 'gzip', 'content-length': packed.length }, packed)
    const { endpoint, seen } = download(undefined)
    expect(await textOf(await endpoint())).toBe(BODY)
    expect(seen.at(-1)).toEqual({ loaded: BODY.length, total: undefined })
  })

  it('is called before the response is complete', async () => {
    let finish = (): void => {}
    server.respond((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 6 })
      response.write('one')
      finish = () => response.end('two')
    })
    let onProgress: (progress: Progress) => void = () => {}
    const first = new Promise<Progress>((resolve) => (onProgress = resolve))
    const endpoint = new RestEndpoint({ path: '/file', urlPrefix: server.url })
    const promise = endpoint.run([], { onProgress })
    expect(await first).toEqual({ loaded: 3, total: 6 })
    finish()
    expect(await promise).toBe('onetwo')
  })

  it('is called with the endpoint as `this`, together with onProgress of the context', async () => {
    respondWith(known)
    const seen: unknown[] = []
    const endpoint = new RestEndpoint({ path: '/file', urlPrefix: server.url }).extend({
      onDownloadProgress({ loaded }) {
        if (loaded === BODY.length) seen.push(this.path)
      },
    })
    const onProgress = ({ loaded }: Progress) => {
      if (loaded === BODY.length) seen.push('context')
    }
    await endpoint.run([], { onProgress })
    expect(seen).toEqual(['/file', 'context'])
  })

  it('is not called for a response without a body', async () => {
    server.respond((_, response) => response.writeHead(204).end())
    const { endpoint, seen } = download(undefined)
    expect(await endpoint()).toBeNull()
    expect(seen).toEqual([])
  })

  it('is not called for status 204 with an empty body', async () => {
    const { endpoint, seen } = download(undefined)
    const empty = Object.defineProperty(new Response(''), 'status', { value: 204 })
    expect(await endpoint.run([], { fetchFn: async () => empty })).toBeNull()
    expect(seen).toEqual([])
  })

  it('does not wrap the response without a callback', async () => {
    const given = new Response('{}', { headers: { 'content-type': 'application/json' } })
    let isSame = false
    const endpoint = new RestEndpoint({
      path: '/file',
      parseResponse: (response) => (isSame = response === given),
    })
    const context = { fetchFn: async () => given, onProgress: () => {} }
    await endpoint.run([], { ...context, isProgressHeard: () => false })
    expect(isSame).toBe(true)
    await endpoint.run([], { ...context, isProgressHeard: () => true })
    expect(isSame).toBe(false)
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
    expect(await named()).toEqual([`${server.url}/file`, 200, 'a.json', BODY.length])
  })

  it('reads a stream on demand only, and closes the connection if the reader cancels', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    server.respond((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write('x'.repeat(1_000))
      closed = new Promise((resolve) => response.on('close', resolve))
    })
    const { endpoint, seen } = download('stream')
    const stream = (await endpoint()) as ReadableStream<Uint8Array>
    expect(seen).toEqual([])
    const reader = stream.getReader()
    await reader.read()
    expect(seen).toHaveLength(1)
    await reader.cancel()
    await closed
  })

  it('that throws rejects the call with the thrown error', async () => {
    respondWith(known)
    const endpoint = new RestEndpoint({ path: '/file', urlPrefix: server.url })
    const onProgress = () => {
      throw new RangeError('the bar is broken')
    }
    await expect(endpoint.run([], { onProgress })).rejects.toThrow('the bar is broken')
  })
})
