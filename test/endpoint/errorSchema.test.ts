// @vitest-environment node
import { type } from 'arktype'
import { type ErrorOf, resource, RestEndpoint, type StandardSchema } from 'rtk-rest'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createStore, User } from '../support/world'
import { sendJson, startServer } from './startServer'

const server = startServer()

const Failure = z.object({ errors: z.record(z.string(), z.string().trim()) })
const respondWith = (value: unknown, status = 422) =>
  server.respond((_, response) => sendJson(response, value, status))

const saveUser = (name: string, errorSchema: StandardSchema<never, unknown> = Failure as never) =>
  new RestEndpoint({
    path: '/users/:id',
    urlPrefix: server.url,
    method: 'PUT',
    name,
    body: {},
    errorSchema,
  })

type Failed = ErrorOf<RestEndpoint>

const errorOf = (call: Promise<unknown>): Promise<Failed> =>
  call.then(
    () => new Error('it went well'),
    (error: Failed) => error,
  )

/** The warnings since the last call. */
function takeWarnings(): unknown[] {
  const said = vi.mocked(console.warn).mock.calls.flat()
  vi.mocked(console.warn).mockClear()
  return said
}

describe('the errorSchema option', () => {
  it.each([
    ['zod', z.object({ code: z.string() })],
    ['valibot', v.object({ code: v.string() })],
    ['arktype', type({ code: 'string' })],
  ])('accepts the data of an error: %s', async (_, schema) => {
    respondWith({ code: 'taken' })
    const error = await errorOf(saveUser('save', schema as never)({ id: 1 }, {}))
    expect(error).toMatchObject({ name: 'NetworkError', status: 422, data: { code: 'taken' } })
  })

  it('replaces the data by the output of the schema, in the state too', async () => {
    respondWith({ errors: { name: ' is taken ' }, trace: 'x' })
    const get = saveUser('get').extend({ method: 'GET', body: undefined })
    const { controller } = createStore()
    const data = { errors: { name: 'is taken' } }
    expect((await errorOf(controller.fetch(get, { id: 1 }))).data).toEqual(data)
    expect(controller.getError(get, { id: 1 })).toMatchObject({ data })
  })

  it('leaves out data that does not fit; the error stays what it was', async () => {
    respondWith({ errors: { name: 5, token: ['hunter2'] } }, 409)
    const save = saveUser('User.save')
    const error = await errorOf(save({ id: 1 }, {}))
    expect(error.data).toBeUndefined()
    expect(error).toMatchObject({
      name: 'NetworkError',
      status: 409,
      message: 'Conflict (409)',
      url: `${server.url}/users/1`,
    })
    await errorOf(save({ id: 2 }, {}))
    expect(takeWarnings()).toEqual([
      'User.save: the body of an error does not fit errorSchema, at errors.name, errors.token; the error has no `data`.',
    ])
  })

  it('reports a body that does not fit at all by its root', async () => {
    respondWith('no')
    expect((await errorOf(saveUser('User.root')({ id: 1 }, {}))).data).toBeUndefined()
    expect(takeWarnings()).toEqual([expect.stringContaining('errorSchema, at its root;')])
  })

  it('that throws leaves out the data as well', async () => {
    respondWith({ pin: 'hunter2' })
    const broken: StandardSchema<never, unknown> = {
      '~standard': {
        version: 1,
        vendor: 'by hand',
        validate: (value) => {
          throw new RangeError(JSON.stringify(value))
        },
      },
    }
    const error = await errorOf(saveUser('User.broken', broken)({ id: 1 }, {}))
    expect(error.data).toBeUndefined()
    expect(error).toMatchObject({ name: 'NetworkError', status: 422 })
    expect(takeWarnings()).toEqual([
      'User.broken: errorSchema threw a RangeError for the body of an error; the error has no `data`.',
    ])
  })

  it('is not called without data, and not for a response', async () => {
    const validate = vi.fn(() => ({ value: 1 }))
    const never: StandardSchema = { '~standard': { version: 1, vendor: 'by hand', validate } }
    const save = saveUser('User.never', never as never)
    server.respond((_, response) => {
      response.writeHead(500, { 'content-type': 'text/html' }).end('<p>no')
    })
    expect((await errorOf(save({ id: 1 }, {}))).data).toBeUndefined()
    respondWith({ id: 1 }, 200)
    await save({ id: 1 }, {})
    expect(validate).not.toHaveBeenCalled()
  })

  it('may be removed by undefined', async () => {
    respondWith('plain')
    const plain = saveUser('User.plain').extend({ errorSchema: undefined })
    expect((await errorOf(plain({ id: 1 }, {}))).data).toBe('plain')
  })

  it('of a resource applies to all of its endpoints', async () => {
    respondWith({ errors: { name: ' is taken ' } })
    const Users = resource({
      path: '/users/:id',
      urlPrefix: server.url,
      schema: User,
      errorSchema: Failure,
    })
    const data = { errors: { name: 'is taken' } }
    expect((await errorOf(Users.create({}))).data).toEqual(data)
    expect((await errorOf(Users.delete({ id: '1' }))).data).toEqual(data)
    expect((await errorOf(Users.getList.move({ id: '1' }, {}))).data).toEqual(data)
  })

  it('that is not a Standard Schema throws an error when the endpoint is constructed', () => {
    const options = { path: '/x', errorSchema: { parse: () => {} } } as { path: '/x' }
    expect(() => new RestEndpoint(options)).toThrow(/`errorSchema`.*Standard Schema/)
  })
})
