// @vitest-environment node
import { Entity, NetworkError, RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createStore } from '../support/world'
import { startServer } from './startServer'

const server = startServer()
const KB = 1_000

/** The time of the thread itself, which a busy machine does not stretch. */
async function cpuTimeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const getUsers = (options: object = {}) =>
  new RestEndpoint({ path: '/users', urlPrefix: server.url, ...options })

describe('the time to process a long text grows linearly:', () => {
  it.each([
    ['slashes', '/'.repeat(60 * KB)],
    ['letters behind a slash', `/${'a'.repeat(60 * KB)}`],
    ['schemes', 'http:'.repeat(12 * KB)],
    ['addresses', 'http://a/'.repeat(7 * KB)],
    ['questions', '/?'.repeat(30 * KB)],
  ])('an error message made of %s', async (_, text) => {
    const { controller } = createStore()
    const fails = getUsers({
      fetchResponse: () => Promise.reject(new Error(text)),
    })
    const time = await cpuTimeOf(() => controller.fetch(fails).catch(() => {}))
    expect(time).toBeLessThan(1_000)
    expect(controller.getError(fails)?.message.length).toBeLessThanOrEqual(5 * KB)
  })

  it.each([
    ['spaces', ' '.repeat(200 * KB)],
    ['spaces around a letter', `${' '.repeat(100 * KB)}x${' '.repeat(100 * KB)}`],
    ['spaces in front of a letter', `x${' '.repeat(200 * KB)}x`],
    ['tabs', '\t'.repeat(200 * KB)],
  ])('a header value made of %s', async (_, value) => {
    const fetchFn: typeof fetch = async () => Response.json(null)
    const endpoint = getUsers({ getHeaders: () => ({ 'x-a': value }) })
    const time = await cpuTimeOf(() => endpoint.run([], { fetchFn }))
    expect(time).toBeLessThan(1_000)
  })
})

describe('a long text of a server is truncated in error messages:', () => {
  it('the status text', async () => {
    server.respond((request) => {
      request.socket.end(`HTTP/1.1 404 ${'/no?'.repeat(3 * KB)}\r\ncontent-length: 0\r\n\r\n`)
    })
    const error = await getUsers()().catch((thrown: unknown) => thrown as Error)
    expect(error).toBeInstanceOf(NetworkError)
    expect((error as Error).message.length).toBeLessThan(300)
    expect((error as Error).message).toMatch(/^\/no\?.* \(404\)$/)
  })

  it('the content type', async () => {
    class User extends Entity {
      id = ''
      static override key = 'User'
    }
    const type = `image/${'x'.repeat(5 * KB)}`
    server.respond((_, response) => response.writeHead(200, { 'content-type': type }).end('x'))
    const error = await getUsers({ schema: User })().catch((thrown: unknown) => thrown as Error)
    expect((error as Error).message).toMatch(/found image/)
    expect((error as Error).message.length).toBeLessThan(300)
  })

  it('the issues of a validation, which the error still has in full', async () => {
    const noisy = z.array(
      z.custom(() => false, { error: ({ input }) => `${String(input)} ${'is wrong '.repeat(KB)}` }),
    )
    const list = Array.from({ length: 200 }, (_, at) => at)
    server.respond((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list)),
    )
    const call = getUsers({ responseSchema: noisy })()
    await expect(call).rejects.toThrow(/^GET \/users: the response does not fit/)
    const { issues, message } = (await call.catch((error: unknown) => error)) as Error & {
      issues: { message: string }[]
    }
    expect(message.length).toBeLessThan(6 * KB)
    expect(issues).toHaveLength(200)
    expect(Math.max(...issues.map((it) => it.message.length))).toBe(500)
  })
})

describe('the error for a bad response contains the body nowhere but in `data`:', () => {
  class User extends Entity {
    id = ''
    static override key = 'User'
  }

  it.each([
    ['status 422', 422, 'application/json', '{"error":"hunter2"}'],
    ['status 500', 500, 'text/plain', 'hunter2'],
    ['incomplete JSON', 200, 'application/json', '{"token":"hunter2'],
    ['an HTML page', 200, 'text/html', '<!doctype html>hunter2'],
    ['text', 200, 'text/plain', 'hunter2'],
    ['bytes', 200, 'application/pdf', 'hunter2'],
    ['text instead of JSON', 200, 'text/plain', 'hunter2', 'json'],
  ] as const)('%s', async (_, status, type, body, content?: 'json') => {
    server.respond((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    )
    const { controller, actions } = createStore()
    const endpoint = getUsers({ schema: User, content })
    const error = await controller.fetch(endpoint).catch((thrown: unknown) => thrown as Error)
    expect(error).toBeInstanceOf(NetworkError)
    const withoutData = (key: string, value: unknown) => (key === 'data' ? undefined : value)
    const json = JSON.stringify([error, actions], withoutData)
    expect([String(error), (error as Error).stack, json].join()).not.toContain('hunter2')
    expect(JSON.stringify(actions).includes('hunter2')).toBe(status !== 200)
  })
})
