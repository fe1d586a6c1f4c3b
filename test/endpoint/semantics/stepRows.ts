import { NetworkError } from 'rtk-rest'
import type { ProgressInit } from 'rtk-rest/types'
import { expect } from 'vitest'
import { make, respondWith, type Row, server } from './world'

export const stepRows: readonly Row[] = [
  [
    'fetch',
    'the pipeline',
    'can be replaced',
    async () => {
      expect(await make({ fetch: async () => 'mine' })({ id: 1 })).toBe('mine')
    },
  ],
  [
    'getRequestInit',
    'method, headers, body, signal',
    'can be replaced',
    async () => {
      respondWith(1)
      await make({ getRequestInit: async () => ({ method: 'HEAD' }) })({ id: 1 })
      expect(server.requests[0]?.method).toBe('HEAD')
    },
  ],
  [
    'getHeaders',
    'as they are',
    'can add headers, synchronously or not',
    async () => {
      respondWith(1)
      await make({ getHeaders: async (own: object) => ({ ...own, 'x-a': 'b' }) })({ id: 1 })
      expect(server.requests[0]?.headers).toMatchObject({ 'x-a': 'b', accept: 'application/json' })
    },
  ],
  [
    'fetchResponse',
    'fetch; NetworkError where not ok',
    'can be replaced',
    async () => {
      respondWith({}, 404)
      await expect(make()({ id: 1 })).rejects.toBeInstanceOf(NetworkError)
      expect(await make({ fetchResponse: async () => Response.json(2) })({ id: 1 })).toBe(2)
    },
  ],
  [
    'parseResponse',
    'by content or header; 204 is null',
    'can be replaced',
    async () => {
      expect(await make().parseResponse(new Response(null, { status: 204 }))).toBeNull()
      respondWith(1)
      expect(await make({ parseResponse: (it: Response) => it.status })({ id: 1 })).toBe(200)
    },
  ],
  [
    'process',
    'identity',
    'is called with the value and all arguments',
    async () => {
      respondWith(1)
      const process = (...all: unknown[]) => all
      expect(await make({ process })({ id: 1 }, 2)).toEqual([1, { id: 1 }, 2])
    },
  ],
  [
    'key',
    'method and url',
    'contains the body of a read, and not of a mutation',
    () => {
      expect(make().key({ id: 1 })).toBe(`GET ${server.url}/users/1`)
      expect(make({ method: 'PUT' }).key({ id: 1 }, { a: 1 })).toBe(`PUT ${server.url}/users/1`)
      const search = make({ method: 'POST', sideEffect: false }, '/search')
      expect(search.key({ a: 1 })).toBe(`POST ${server.url}/search {"a":1}`)
    },
  ],
  [
    'testKey, pathRegex',
    'method, prefix and path',
    'do not contain the search parameters',
    () => {
      expect(make().testKey(`GET ${server.url}/users/1?a=/b?c`)).toBe(true)
      expect(make().testKey(`PUT ${server.url}/users/1`)).toBe(false)
      expect(make().testKey(`GET ${server.url}/users`)).toBe(false)
      expect(make().pathRegex.test('/users/5')).toBe(true)
    },
  ],
  [
    'responseSchema, bodySchema',
    'none',
    'validate the response and the body',
    async () => {
      respondWith(1)
      const never = { '~standard': { version: 1, vendor: 'x', validate: () => ({ issues: [] }) } }
      await expect(make({ responseSchema: never })({ id: 1 })).rejects.toMatchObject({ issues: [] })
      const sends = make({ bodySchema: never, method: 'POST' }, '/x')
      await expect(sends({})).rejects.toMatchObject({ code: 'INVALID_BODY' })
    },
  ],
  [
    'onDownloadProgress',
    'none',
    'is called by the fetchFn',
    async () => {
      const seen: unknown[] = []
      const endpoint = make({ onDownloadProgress: (it: unknown) => seen.push(it) })
      const fetchFn = async (_: unknown, init?: ProgressInit) => {
        init?.onDownloadProgress?.({ loaded: 1, total: undefined })
        return Response.json(1)
      }
      await endpoint.run([{ id: 1 }], { fetchFn })
      expect(seen).toEqual([{ loaded: 1, total: undefined }])
    },
  ],
  [
    'any other option',
    '',
    'is a member',
    () => expect(make({ mine: 1 })).toHaveProperty('mine', 1),
  ],
]
