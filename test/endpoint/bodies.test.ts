// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { Entity, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { recordRequests } from './recordRequests'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const urlPrefix = API
const create = new RestEndpoint({ path: '/users', urlPrefix, method: 'POST' })
const JSON_TYPE = 'application/json'

describe('a body that can be serialized as JSON', () => {
  it.each([
    ['an object', { name: 'Ada' }, '{"name":"Ada"}'],
    ['a list', [1, { a: 2 }], '[1,{"a":2}]'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['an entity', User.fromJS({ id: '5', name: 'Ada' }), '{"id":"5","name":"Ada"}'],
    ['a number', 5, '5'],
    ['0', 0, '0'],
    ['a boolean', false, 'false'],
    ['null', null, 'null'],
    ['a Date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])('is sent as JSON: %s', async (_, body, text) => {
    const requests = recordRequests()
    await create(body)
    expect(requests[0]?.text).toBe(text)
    expect(requests[0]?.headers.get('content-type')).toBe(JSON_TYPE)
  })

  it('is sent beside the path parameters', async () => {
    const requests = recordRequests()
    const update = new RestEndpoint({ path: '/users/:id', urlPrefix, method: 'PUT' })
    await update({ id: '5' }, { name: 'Ada' })
    expect(requests).toMatchObject([
      { method: 'PUT', url: `${API}/users/5`, text: '{"name":"Ada"}' },
    ])
  })

  it('that has a cycle rejects the call', async () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    await expect(create(cycle)).rejects.toThrow(TypeError)
  })
})

describe('a body that is not JSON is passed to fetch unchanged:', () => {
  it('FormData, with the boundary that fetch adds', async () => {
    const received: unknown[] = []
    server.use(
      http.post(`${API}/users`, async ({ request }) => {
        const form = await request.formData()
        received.push(request.headers.get('content-type'), form.get('name'))
        return HttpResponse.json({})
      }),
    )
    const form = new FormData()
    form.append('name', 'Ada')
    await create(form)
    expect(received).toEqual([expect.stringMatching(/^multipart\/form-data; boundary=/), 'Ada'])
  })

  it.each([
    ['a Blob', new Blob(['raw'], { type: 'text/csv' }), 'raw', 'text/csv'],
    ['search parameters', new URLSearchParams({ a: 'b c' }), 'a=b+c', /urlencoded/],
    ['text', 'just text', 'just text', /text\/plain/],
    ['an empty text', '', '', /text\/plain|^$/],
    ['a typed array', new TextEncoder().encode('bytes'), 'bytes', /^$/],
    ['an ArrayBuffer', new TextEncoder().encode('bytes').buffer, 'bytes', /^$/],
  ])('%s', async (_, body, text, type) => {
    const requests = recordRequests()
    await create(body)
    expect(requests[0]?.text).toBe(text)
    expect(requests[0]?.headers.get('content-type') ?? '').toMatch(type)
    expect(requests[0]?.headers.get('accept')).toBe(JSON_TYPE)
  })
})

describe('a request without a body', () => {
  it('has no content type, if the call has no body', async () => {
    const requests = recordRequests()
    await create(undefined)
    expect(requests[0]).toMatchObject({ method: 'POST', text: '' })
    expect(requests[0]?.headers.has('content-type')).toBe(false)
    expect(requests[0]?.headers.get('accept')).toBe(JSON_TYPE)
  })

  it('is sent by GET, even if the endpoint declares a body', async () => {
    const requests = recordRequests()
    const get = new RestEndpoint({ path: '/users/:id', urlPrefix, method: 'GET', body: {} })
    await get.run([{ id: '5' }], {})
    expect(requests).toMatchObject([{ method: 'GET', url: `${API}/users/5`, text: '' }])
    expect(requests[0]?.headers.has('content-type')).toBe(false)
  })

  it('is sent if the endpoint declares `body: undefined`', async () => {
    const requests = recordRequests()
    const publish = new RestEndpoint({
      path: '/posts/:id/publish',
      urlPrefix,
      method: 'POST',
      body: undefined,
    })
    await publish({ id: '5' })
    expect(requests).toMatchObject([{ url: `${API}/posts/5/publish`, text: '' }])
  })
})

describe('a DELETE request', () => {
  it('has a body if the endpoint declares one', async () => {
    const requests = recordRequests()
    const deleteMany = new RestEndpoint({
      path: '/posts',
      urlPrefix,
      method: 'DELETE',
      body: [] as string[],
    })
    await deleteMany(['5', '13'])
    expect(requests).toMatchObject([{ method: 'DELETE', url: `${API}/posts`, text: '["5","13"]' }])
    expect(requests[0]?.headers.get('content-type')).toBe(JSON_TYPE)
  })

  it('has no body unless the endpoint declares one', async () => {
    const requests = recordRequests()
    const remove = new RestEndpoint({ path: '/posts/:id', urlPrefix, method: 'DELETE' })
    await remove.run([{ id: '5' }], {})
    expect(requests).toMatchObject([{ method: 'DELETE', url: `${API}/posts/5`, text: '' }])
  })
})

describe('a body that is a stream', () => {
  it('is sent as a stream, without a content type', async () => {
    const sent: string[] = []
    server.use(
      http.post(`${API}/up`, async ({ request }) => {
        sent.push(await request.text(), String(request.headers.get('content-type')))
        return HttpResponse.json({})
      }),
    )
    const up = new RestEndpoint({ path: '/up', urlPrefix: API, body: {} as ReadableStream })
    await up(new Blob(['abc']).stream())
    expect(sent).toEqual(['abc', 'null'])
  })
})
