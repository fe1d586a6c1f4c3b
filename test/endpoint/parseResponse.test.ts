// @vitest-environment node
import { http, HttpResponse } from 'msw'
import { Entity, NetworkError, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'

class User extends Entity {
  id = ''
  static override key = 'User'
}

const getText = new RestEndpoint({ path: '/x', urlPrefix: API })
const getUser = new RestEndpoint({ path: '/x', urlPrefix: API, schema: User })

/** What the server sends: bytes, so that no header is made up for them. */
function respond(text: string, type?: string, status = 200): void {
  const body = text === '' ? null : new TextEncoder().encode(text)
  const headers = type === undefined ? [] : [['content-type', type] as [string, string]]
  server.use(http.get(`${API}/x`, () => new HttpResponse(body, { status, headers })))
}

async function errorOf(promise: Promise<unknown>): Promise<NetworkError> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NetworkError)
  return error as NetworkError
}

const json = '{"id":"5"}'

describe('a JSON response', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['application/vnd.api+json'],
    ['application/problem+json'],
    ['text/plain'],
    ['text/html'],
    [undefined],
  ])('is parsed whatever its content type: %s', async (type) => {
    respond(json, type)
    expect(await getText()).toEqual({ id: '5' })
    expect(await getUser()).toEqual({ id: '5' })
  })

  it('that is malformed rejects with the code INVALID_RESPONSE, without showing the body', async () => {
    respond('{"id":', 'application/json')
    const error = await errorOf(getText())
    expect(error.code).toBe('INVALID_RESPONSE')
    expect(error.message).toBe(`Expected JSON, found invalid JSON (6 characters)`)
    expect((await errorOf(getUser())).code).toBe('INVALID_RESPONSE')
  })
})

describe('an empty response', () => {
  it.each([[204], [205]])(
    'with status %i gives null, with and without a schema',
    async (status) => {
      respond('', undefined, status)
      expect(await getText()).toBeNull()
      expect(await getUser()).toBeNull()
    },
  )

  it('with status 204 gives null, even if its content type is an image', async () => {
    respond('', 'image/png', 204)
    expect(await getText()).toBeNull()
    expect(await getUser()).toBeNull()
  })

  it.each([['application/json'], ['text/plain'], [undefined]])(
    'with status 200 and content type %s gives null',
    async (type) => {
      respond('', type)
      expect(await getText()).toBeNull()
      expect(await getUser()).toBeNull()
    },
  )
})

describe('a text response', () => {
  it.each([['text/plain'], ['text/csv'], ['application/xml'], ['image/svg+xml'], [undefined]])(
    'gives the text if there is no schema: %s',
    async (type) => {
      respond('just text', type)
      expect(await getText()).toBe('just text')
    },
  )

  it.each([['text/plain'], ['text/csv'], [undefined]])(
    'rejects with INVALID_RESPONSE if the schema is an entity: %s',
    async (type) => {
      respond('just text', type)
      const error = await errorOf(getUser())
      expect(error.code).toBe('INVALID_RESPONSE')
      expect(error.message).toMatch(/Expected JSON, found text.* \(9 characters\)$/)
    },
  )

  it('rejects with INVALID_RESPONSE if the schema is an object or a list', async () => {
    respond('just text', 'text/plain')
    expect((await errorOf(getText.extend({ schema: [User] })())).code).toBe('INVALID_RESPONSE')
    expect((await errorOf(getText.extend({ schema: { user: User } })())).code).toBe(
      'INVALID_RESPONSE',
    )
  })

  it.each([
    ['1.10'],
    ['12345678901234567890'],
    ['1e3'],
    ['-0'],
    ['true'],
    ['false'],
    ['null'],
    ['"quoted"'],
    [' 7\n'],
  ])('stays as it came: %j', async (text) => {
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'text/csv', 'text/html']) {
      respond(text, type)
      expect(await getText()).toBe(text)
      expect(await getText.extend({ schema: '' })()).toBe(text)
    }
  })

  it('is JSON if it is an object or a list, if a JSON type or none says otherwise, or on demand', async () => {
    for (const type of ['text/plain', 'application/json', undefined]) {
      respond(' {"a":1.50}', type)
      expect(await getText()).toEqual({ a: 1.5 })
      respond('[1.50]', type)
      expect(await getText()).toEqual([1.5])
    }
    for (const type of ['application/json', 'application/vnd.api+json', undefined]) {
      respond('1.50', type)
      expect(await getText()).toBe(1.5)
    }
    respond('1.50', 'text/plain')
    expect(await getText.extend({ content: 'json' })()).toBe(1.5)
    expect(await getText.extend({ schema: 0 })()).toBe(1.5)
    respond('true', 'text/plain')
    expect(await getText.extend({ schema: false })()).toBe(true)
  })

  it('gives the text if the schema is a placeholder', async () => {
    respond('just text', 'text/plain')
    expect(await getText.extend({ schema: '' })()).toBe('just text')
  })

  it('can be parsed for a schema by an overridden parseResponse', async () => {
    respond('5', 'text/csv')
    const parseResponse = async (response: Response) => ({ id: await response.text() })
    expect(await getUser.extend({ parseResponse })()).toEqual({ id: '5' })
  })
})

describe('an HTML response', () => {
  const page = `<!DOCTYPE html><title>App</title>${'x'.repeat(1000)}`

  it.each([['text/html'], ['text/plain'], [undefined]])(
    'rejects with an error about a wrong URL if there is a schema: %s',
    async (type) => {
      respond(page, type)
      const error = await errorOf(getUser.extend({ path: '/x', searchParams: undefined })())
      expect(error.code).toBe('INVALID_RESPONSE')
      expect(error.message).toMatch(/HTML page.*no API at this address/)
      expect(error.message).not.toContain('App')
      expect(error.message).not.toContain(API)
      expect(error.url).toBe(`${API}/x`)
    },
  )

  it('gives the text if there is no schema', async () => {
    respond(page, 'text/html')
    expect(await getText()).toBe(page)
  })
})

describe('a binary response', () => {
  const types = [
    ['image/png'],
    ['application/octet-stream'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['application/pdf'],
  ]

  it.each(types)('gives a Blob if there is no schema: %s', async (type) => {
    respond('bytes', type)
    const blob: unknown = await getText()
    expect(blob).toBeInstanceOf(Blob)
    expect((blob as Blob).type).toBe(type)
    expect(await (blob as Blob).text()).toBe('bytes')
  })

  it.each(types)('rejects with INVALID_RESPONSE if there is a schema: %s', async (type) => {
    respond('bytes', type)
    const error = await errorOf(getUser())
    expect(error.code).toBe('INVALID_RESPONSE')
    expect(error.message).toContain(`Expected JSON, found ${type}`)
  })
})
