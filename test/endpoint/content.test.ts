// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { NetworkError, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'

const options = { path: '/x', urlPrefix: API } as const

function respond(body: string, type = 'text/html'): void {
  const headers = { 'content-type': type }
  server.use(http.get(`${API}/x`, () => new HttpResponse(body, { headers })))
}

describe('the option `content` determines how a response is parsed, whatever its content type:', () => {
  it('json parses the body as JSON', async () => {
    respond('{"a":1}', 'image/png')
    expect(await new RestEndpoint({ ...options, content: 'json' })()).toEqual({ a: 1 })
  })

  it('json rejects with INVALID_RESPONSE if the body is not JSON', async () => {
    respond('no JSON')
    const call = new RestEndpoint({ ...options, content: 'json' })()
    await expect(call).rejects.toBeInstanceOf(NetworkError)
    await expect(call).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  })

  it('text gives the body as text', async () => {
    respond('{"a":1}', 'application/json')
    expect(await new RestEndpoint({ ...options, content: 'text' })()).toBe('{"a":1}')
  })

  it('blob gives a Blob', async () => {
    respond('bytes')
    const blob = await new RestEndpoint({ ...options, content: 'blob' })()
    expect(blob).toBeInstanceOf(Blob)
    expect(await blob.text()).toBe('bytes')
  })

  it('arrayBuffer gives an ArrayBuffer', async () => {
    respond('bytes')
    const buffer = await new RestEndpoint({ ...options, content: 'arrayBuffer' })()
    expect(new TextDecoder().decode(buffer)).toBe('bytes')
  })

  it('stream gives a ReadableStream', async () => {
    respond('bytes')
    const stream = await new RestEndpoint({ ...options, content: 'stream' })()
    expect(stream).toBeInstanceOf(ReadableStream)
    expect(await new Response(stream).text()).toBe('bytes')
  })

  it('extend can replace it', async () => {
    respond('5', 'application/json')
    const endpoint = new RestEndpoint(options)
    expect(await endpoint.extend({ content: 'text' })()).toBe('5')
    expect(await endpoint()).toBe(5)
  })

  it('status 204 gives null whatever the option', async () => {
    server.use(http.get(`${API}/x`, () => new HttpResponse(null, { status: 204 })))
    expect(await new RestEndpoint({ ...options, content: 'blob' })()).toBeNull()
    expect(await new RestEndpoint({ ...options, content: 'json' })()).toBeNull()
  })
})
