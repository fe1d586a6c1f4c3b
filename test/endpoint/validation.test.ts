// @vitest-environment node
import { configureStore } from '@reduxjs/toolkit'
import { type } from 'arktype'
import { backoff, createRest, Entity, RestEndpoint, type StandardSchema } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { z } from 'zod'
import { sendJson, startServer } from './startServer'

const server = startServer()

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const UserShape = z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()) })

/** Made by hand: texts, which it makes longer. */
const Shouted: StandardSchema<string, string> = {
  '~standard': {
    version: 1,
    vendor: 'by hand',
    validate: async (value) =>
      typeof value === 'string'
        ? { value: `${value}!` }
        : { issues: [{ message: 'no text', path: [{ key: 'at' }, 0, Symbol('s')] }] },
  },
}

const respondWith = (value: unknown) => server.respond((_, response) => sendJson(response, value))
const wrong = { id: 5, name: 'Ada', tags: ['a', 6] }
const issues = [
  { path: ['id'], message: expect.stringContaining('string') as string },
  { path: ['tags', 1], message: expect.stringContaining('string') as string },
]

const userEndpoint = () =>
  new RestEndpoint({
    path: '/users/:id',
    urlPrefix: server.url,
    schema: User,
    responseSchema: UserShape,
    name: 'User.get',
  })

describe('the responseSchema option', () => {
  it('accepts a valid response', async () => {
    respondWith({ id: '5', name: 'Ada', tags: [] })
    expect(await userEndpoint()({ id: 5 })).toEqual({ id: '5', name: 'Ada', tags: [] })
  })

  it('rejects an invalid response with all issues and their paths', async () => {
    respondWith(wrong)
    const error = await userEndpoint()({ id: 5 }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'ValidationError',
      code: 'INVALID_RESPONSE',
      issues,
    })
    expect((error as Error).message).toMatch(/^User\.get: the response.*id: .*; tags\.1: /)
  })

  it('passes the output of the schema to `process`', async () => {
    respondWith('hello')
    const endpoint = new RestEndpoint({
      path: '/x',
      urlPrefix: server.url,
      responseSchema: Shouted,
      process: (text: string) => text.length,
    })
    expect(await endpoint()).toBe(6)
  })

  it('validates an empty response too', async () => {
    server.respond((_, response) => response.writeHead(204).end())
    await expect(userEndpoint()({ id: 5 })).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  })

  it('converts the paths of issues to plain data', async () => {
    respondWith(5)
    const endpoint = new RestEndpoint({
      path: '/x',
      urlPrefix: server.url,
      responseSchema: Shouted,
    })
    await expect(endpoint()).rejects.toMatchObject({
      issues: [{ message: 'no text', path: ['at', 0, 'Symbol(s)'] }],
    })
  })

  it('keeps an invalid response out of the state, which has the issues', async () => {
    respondWith(wrong)
    const rest = createRest()
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (getDefault) => getDefault().concat(rest.middleware),
    })
    const action = await store.dispatch(rest.fetch(userEndpoint(), { id: 5 }))
    const error = { name: 'ValidationError', code: 'INVALID_RESPONSE', issues }
    expect(action).toMatchObject({ error })
    expect(store.getState().rest.entities).toEqual({})
    expect(rest.selectors.selectRequest(store.getState(), userEndpoint(), { id: 5 }).error).toEqual(
      expect.objectContaining({ issues }),
    )
    expect(JSON.stringify(store.getState())).not.toContain('Ada')
  })

  it('does not retry after an invalid response', async () => {
    respondWith(wrong)
    await expect(userEndpoint().extend({ retry: backoff() })({ id: 5 })).rejects.toThrow(
      'responseSchema',
    )
    expect(server.requests).toHaveLength(1)
  })
})

describe('the bodySchema option', () => {
  const create = () =>
    new RestEndpoint({
      path: '/users',
      urlPrefix: server.url,
      method: 'POST',
      bodySchema: z.object({ name: z.string().trim().min(1), age: z.number().default(7) }),
    })

  async function sentBy(call: () => Promise<unknown>): Promise<string> {
    let body = ''
    server.respond((request, response) => {
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => sendJson(response, {}))
    })
    await call()
    return body
  }

  it('sends the output of the schema', async () => {
    expect(await sentBy(() => create()({ name: ' Ada ' }))).toBe('{"name":"Ada","age":7}')
  })

  it('rejects an invalid body before a request is sent', async () => {
    const call = create()({ name: '' })
    await expect(call).rejects.toMatchObject({
      name: 'ValidationError',
      code: 'INVALID_BODY',
      issues: [{ path: ['name'] }],
    })
    expect(server.requests).toEqual([])
  })

  it('is ignored for a call without a body', async () => {
    respondWith({})
    const get = create().extend({ method: 'GET' })
    expect(await get()).toEqual({})
  })
})

describe('a validation schema', () => {
  it.each([['responseSchema'], ['bodySchema']] as const)(
    'that is not a Standard Schema throws an error when the endpoint is constructed: %s',
    (option) => {
      const options = { path: '/x', [option]: { parse: () => {} } } as { path: '/x' }
      expect(() => new RestEndpoint(options)).toThrow(new RegExp(`\`${option}\`.*Standard Schema`))
    },
  )

  it('of a sensitive endpoint gives an error without issues and values', async () => {
    const secret: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'by hand',
        validate: (value) => ({ issues: [{ message: `bad ${String(value)}`, path: ['pin'] }] }),
      },
    }
    const login = new RestEndpoint({
      path: '/login',
      method: 'POST',
      urlPrefix: server.url,
      sensitive: true,
      bodySchema: secret,
    })
    const error = await login('1234').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ issues: [{ path: [], message: 'not valid' }] })
    expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain('1234')
  })
})

describe('a validation schema of', () => {
  const shapes = [
    ['zod', z.object({ id: z.string(), name: z.string() })],
    ['valibot', v.object({ id: v.string(), name: v.string() })],
    ['arktype', type({ id: 'string', name: 'string' })],
  ] as const

  it.each(shapes)('%s validates responses and bodies', async (_, shape) => {
    const user = { id: '5', name: 'Ada' }
    const options = { path: '/users', urlPrefix: server.url, method: 'POST' } as const
    respondWith(user)
    const endpoint = new RestEndpoint({ ...options, responseSchema: shape, bodySchema: shape })
    expect(await endpoint(user)).toEqual(user)
    await expect(endpoint({ ...user, name: 5 } as never)).rejects.toMatchObject({
      code: 'INVALID_BODY',
      issues: [{ path: ['name'] }],
    })
    respondWith({ ...user, id: 5 })
    await expect(endpoint(user)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      issues: [{ path: ['id'] }],
    })
  })
})
