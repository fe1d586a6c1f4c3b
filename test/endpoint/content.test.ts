// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { NetworkError, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'

const options = { path: '/x', urlPrefix: API } as const

function answer(body: string, type = 'text/html'): void {
  const headers = { 'content-type': type }
  server.use(http.get(`${API}/x`, () => new HttpResponse(body, { headers })))
}

describe('`content` says how an answer is read, whatever its header says:', () => {
  it('as JSON', async () => {
    answer('{"a":1}', 'image/png')
    expect(await new RestEndpoint({ ...options, content: 'json' })()).toEqual({ a: 1 })
  })

  it('as JSON, which is an error with status 400 where it is none', async () => {
    answer('no JSON')
    const call = new RestEndpoint({ ...options, content: 'json' })()
    await expect(call).rejects.toBeInstanceOf(NetworkError)
    await expect(call).rejects.toMatchObject({ status: 400 })
  })

  it('as text', async () => {
    answer('{"a":1}', 'application/json')
    expect(await new RestEndpoint({ ...options, content: 'text' })()).toBe('{"a":1}')
  })

  it('as a Blob', async () => {
    answer('bytes')
    const blob = await new RestEndpoint({ ...options, content: 'blob' })()
    expect(blob).toBeInstanceOf(Blob)
    expect(await blob.text()).toBe('bytes')
  })

  it('as an ArrayBuffer', async () => {
    answer('bytes')
    const buffer = await new RestEndpoint({ ...options, content: 'arrayBuffer' })()
    expect(new TextDecoder().decode(buffer)).toBe('bytes')
  })

  it('as a stream', async () => {
    answer('bytes')
    const stream = await new RestEndpoint({ ...options, content: 'stream' })()
    expect(stream).toBeInstanceOf(ReadableStream)
    expect(await new Response(stream).text()).toBe('bytes')
  })

  it('and can be given in extend', async () => {
    answer('5', 'application/json')
    const endpoint = new RestEndpoint(options)
    expect(await endpoint.extend({ content: 'text' })()).toBe('5')
    expect(await endpoint()).toBe(5)
  })

  it('but an answer with status 204 is null', async () => {
    server.use(http.get(`${API}/x`, () => new HttpResponse(null, { status: 204 })))
    expect(await new RestEndpoint({ ...options, content: 'blob' })()).toBeNull()
    expect(await new RestEndpoint({ ...options, content: 'json' })()).toBeNull()
  })
})
