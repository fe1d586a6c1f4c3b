// @vitest-environment node
import { RestEndpoint } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { sendJson, startServer } from './startServer'

// Every step of a request in each of the places where it can be overridden, on the way to a real server.

const server = startServer()

type Change = (value: unknown) => unknown

/** An endpoint, as loose as tests of all its steps need it. */
interface Steps {
  (params: object): Promise<unknown>
  fetch(...args: unknown[]): unknown
  url(...args: unknown[]): unknown
  searchToString(...args: unknown[]): unknown
  getRequestInit(...args: unknown[]): unknown
  getHeaders(...args: unknown[]): unknown
  fetchResponse(...args: unknown[]): unknown
  validateStatus(...args: unknown[]): unknown
  parseResponse(...args: unknown[]): unknown
  process(...args: unknown[]): unknown
  key(...args: unknown[]): unknown
  testKey(...args: unknown[]): unknown
  extend(options: object): Steps
}

type Step = Exclude<keyof Steps, 'extend'>

const Base = RestEndpoint as unknown as new (options: object) => Steps
const base = Base.prototype as Steps

const ways: Readonly<Record<string, (step: Step, change: Change) => Steps>> = {
  'as an option of the constructor': (step, change) => new Base(withStep(step, change)),
  'in extend': (step, change) => new Base(options()).extend(withStep(step, change)),
  'by extend of an extended endpoint': (step, change) =>
    new Base(options()).extend({ timeout: 5_000 }).extend(withStep(step, change)),
  'in a subclass, with super': (step, change) => {
    class Mine extends Base {
      [step](...args: unknown[]): unknown {
        return change(super[step](...args))
      }
    }
    return new Mine(options())
  },
}

const options = () => ({ path: '/users/:id', urlPrefix: server.url })

function withStep(step: Step, change: Change): object {
  return {
    ...options(),
    [step](this: Steps, ...args: unknown[]): unknown {
      return change(base[step].apply(this, args))
    },
  }
}

/** Calls the endpoint, and returns the request together with the result. */
async function call(endpoint: Steps, params: object = { id: 1 }) {
  server.respond((_, response) => sendJson(response, 'said'))
  const value = await endpoint(params)
  const [request] = server.requests
  return { value, method: request?.method, url: request?.url, headers: request?.headers }
}

type Row = readonly [
  step: Step,
  change: Change,
  look: (endpoint: Steps) => object | Promise<object>,
  expected: object,
]

const atOnce: readonly Row[] = [
  ['url', (url) => `${String(url)}?v=2`, call, { url: '/users/1?v=2' }],
  [
    'searchToString',
    (text) => `${String(text)}&z=1`,
    (it) => call(it, { id: 1, a: 1 }),
    { url: '/users/1?a=1&z=1' },
  ],
  [
    'key',
    (key) => `v2 ${String(key)}`,
    (it) => ({ key: it.key({ id: 1 }) }),
    { key: expect.stringMatching(/^v2 GET http/) as string },
  ],
  [
    'testKey',
    (isOurs) => isOurs !== true,
    (it) => ({ isOurs: it.testKey('GET /other') }),
    { isOurs: true },
  ],
]

const maybeLater: readonly Row[] = [
  ['getRequestInit', (init) => ({ ...(init as object), method: 'PUT' }), call, { method: 'PUT' }],
  [
    'getHeaders',
    (headers) => ({ ...(headers as object), 'x-step': '1' }),
    call,
    { headers: { 'x-step': '1', accept: 'application/json' } },
  ],
  ['fetchResponse', () => Response.json('mine'), call, { value: 'mine', url: '/users/1' }],
  [
    'validateStatus',
    (isOk) => isOk !== true,
    (it) => call(it).catch((error: Error) => error),
    { name: 'NetworkError', status: 200, data: 'said' },
  ],
  ['parseResponse', (value) => ['parsed', value], call, { value: ['parsed', 'said'] }],
  ['process', (value) => ['processed', value], call, { value: ['processed', 'said'] }],
  ['fetch', (value) => ['fetched', value], call, { value: ['fetched', 'said'] }],
]

describe.each(Object.entries(ways))('a pipeline step that is overridden %s', (_, make) => {
  it.each(atOnce)('changes the result: %s', async (step, change, look, expected) => {
    expect(await look(make(step, change))).toMatchObject(expected)
  })

  it.each(maybeLater)(
    'changes the result synchronously: %s',
    async (step, change, look, expected) => {
      const now: Change = (value) => (value instanceof Promise ? value.then(change) : change(value))
      expect(await look(make(step, now))).toMatchObject(expected)
    },
  )

  it.each(maybeLater)(
    'changes the result asynchronously: %s',
    async (step, change, look, expected) => {
      const later: Change = async (value) => {
        await new Promise((resolve) => void setImmediate(resolve))
        return change(await value)
      }
      expect(await look(make(step, later))).toMatchObject(expected)
    },
  )
})
