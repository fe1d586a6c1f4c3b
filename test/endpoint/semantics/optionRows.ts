import { backoff, RestEndpoint } from 'rtk-rest'
import { expect } from 'vitest'
import { sendJson } from '../startServer'
import { make, respondWith, type Row, server, User } from './world'

export const optionRows: readonly Row[] = [
  [
    'path',
    'needed',
    'is filled in with the parameters',
    () => {
      expect(() => new RestEndpoint({} as never)).toThrow(/needs a `path`/)
      expect(make().url({ id: 'a/b' })).toBe(`${server.url}/users/a%2Fb`)
      expect(make({}, '/f/*p{/:a}').url({ p: ['x', 'y'] })).toBe(`${server.url}/f/x/y`)
      expect(make({}, '/:"a-b"').url({ 'a-b': 1 })).toBe(`${server.url}/1`)
      expect(make({}, '/s\\?q=:q').url({ q: 1 })).toBe(`${server.url}/s?q=1`)
    },
  ],
  [
    'urlPrefix',
    'none',
    'precedes the path',
    () => {
      expect(new RestEndpoint({ path: '/x' }).url()).toBe('/x')
      expect(make({ urlPrefix: '/api' }).url({ id: 1 })).toBe('/api/users/1')
    },
  ],
  [
    'method',
    'GET, or POST with sideEffect or body',
    'is the method of the request',
    () => {
      expect(make().method).toBe('GET')
      expect(make({ sideEffect: true }).method).toBe('POST')
      expect(make({ body: {} }).method).toBe('POST')
      expect(make({ method: 'PUT' }).method).toBe('PUT')
    },
  ],
  [
    'sideEffect',
    'undefined for GET, else true',
    'follows the method unless given',
    () => {
      expect(make().sideEffect).toBeUndefined()
      expect(make({ method: 'PUT' }).sideEffect).toBe(true)
      expect(make({ method: 'PUT' }).extend({ method: 'GET' }).sideEffect).toBeUndefined()
      expect(make({ method: 'POST', sideEffect: false }).extend({ method: 'PUT' }).sideEffect).toBe(
        false,
      )
    },
  ],
  [
    'body',
    'the last argument, but of GET and DELETE',
    'is sent if declared, also by DELETE',
    async () => {
      const bodies: string[] = []
      server.respond((request, response) => {
        let text = ''
        request.on('data', (chunk: Buffer) => (text += chunk.toString()))
        request.on('end', () => {
          bodies.push(text)
          sendJson(response, null)
        })
      })
      await make({ method: 'PUT' })({ id: 1 }, [1])
      await make({ method: 'POST' }, '/users')({ a: 1 })
      await make({ method: 'DELETE' })({ id: 1 })
      await make({ method: 'DELETE', body: [] }, '/users')(['5'])
      await make({ method: 'POST', body: undefined })({ id: 1 })
      expect(bodies).toEqual(['[1]', '{"a":1}', '', '["5"]', ''])
    },
  ],
  [
    'searchParams',
    'types only',
    'are all parameters that the path does not have',
    () => {
      expect(make().url({ id: 1, b: ['1', '2'], a: undefined })).toBe(
        `${server.url}/users/1?b=1&b=2`,
      )
    },
  ],
  [
    'searchToString',
    'sorted, undefined left out',
    'can be replaced',
    () => {
      expect(make().searchToString({ b: 2, a: null })).toBe('a=null&b=2')
      expect(make({ searchToString: () => 'q' }).url({ id: 1, a: 1 })).toBe(
        `${server.url}/users/1?q`,
      )
    },
  ],
  [
    'url',
    'prefix, path and query',
    'can be replaced',
    () => {
      expect(make({ url: () => '/other' }).key({ id: 1 })).toBe('GET /other')
    },
  ],
  [
    'schema',
    'undefined, also for bytes',
    'is a member',
    () => {
      expect(make().schema).toBeUndefined()
      expect(make({ schema: User }).extend({ content: 'blob' }).schema).toBeUndefined()
    },
  ],
  [
    'content',
    'by the header',
    'determines how a response is parsed',
    async () => {
      respondWith({ a: 1 })
      expect(await make()({ id: 1 })).toEqual({ a: 1 })
      expect(await make({ content: 'json' })({ id: 1 })).toEqual({ a: 1 })
      expect(await make({ content: 'text' })({ id: 1 })).toBe('{"a":1}')
      expect(await make({ content: 'blob' })({ id: 1 })).toBeInstanceOf(Blob)
      expect(await make({ content: 'arrayBuffer' })({ id: 1 })).toBeInstanceOf(ArrayBuffer)
      expect(await make({ content: 'stream' })({ id: 1 })).toBeInstanceOf(ReadableStream)
    },
  ],
  [
    'requestInit',
    'none',
    'is part of every request',
    async () => {
      expect(
        await make({ requestInit: { cache: 'no-store' } }).getRequestInit(undefined, {}),
      ).toEqual({ cache: 'no-store', method: 'GET', headers: { accept: 'application/json' } })
    },
  ],
  [
    'signal',
    'none',
    'aborts requests, as a signal or a function that returns one',
    async () => {
      respondWith(1)
      const aborted = AbortSignal.abort(new Error('stop'))
      await expect(make({ signal: aborted })({ id: 1 })).rejects.toThrow('stop')
      let calls = 0
      const signal = () => (++calls > 1 ? aborted : undefined)
      const endpoint = make({ signal })
      expect(await endpoint({ id: 1 })).toBe(1)
      await expect(endpoint({ id: 1 })).rejects.toThrow('stop')
    },
  ],
  [
    'timeout',
    'none',
    'ends a request',
    async () => {
      server.respond(() => {})
      await expect(make({ timeout: 20 })({ id: 1 })).rejects.toMatchObject({ code: 'TIMEOUT' })
    },
  ],
  [
    'retry',
    'never',
    'repeats a request',
    async () => {
      server.respond((_, response) => sendJson(response, 1, server.requests.length > 1 ? 200 : 503))
      expect(await make({ retry: backoff({ minDelay: 1 }) })({ id: 1 })).toBe(1)
    },
  ],
  [
    'name',
    'method and path, as they are now',
    'is kept in extend if given',
    () => {
      expect(make().name).toBe('GET /users/:id')
      expect(make().extend({ path: '/x' }).name).toBe('GET /x')
      expect(make({ name: 'n' }).extend({ path: '/x' }).name).toBe('n')
    },
  ],
]
