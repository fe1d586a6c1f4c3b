// @vitest-environment node
import { http, HttpResponse } from 'msw'
import {
  Endpoint,
  type EndpointContract,
  type NetworkError,
  resource,
  RestEndpoint,
} from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { API, server } from '../support/server'
import { createStore, User } from '../support/world'

// What an app sees of each way in which a request fails.

const ada = { id: '1', name: 'Ada' }
const one = { id: '1' }

const UserResource = resource({ path: '/users/:id', urlPrefix: API, schema: User })
const { get, getList, partialUpdate } = UserResource

interface Kind {
  readonly what: string
  readonly respond: () => Response | Promise<Response>
  readonly options?: object
  readonly message: RegExp
  /** Its status, or its code where it has no status. */
  readonly is: { readonly status: number } | { readonly code: string }
  /** Whether the data that is shown stays, without an error. */
  readonly isSoft: boolean
  /** Whether the server may have done what a mutation requests. */
  readonly isLost: boolean
  /** Whether the address is known. */
  readonly hasUrl?: boolean
}

const refusal = (status: number, statusText: string) => () =>
  HttpResponse.json({}, { status, statusText })

const kinds: readonly Kind[] = [
  {
    what: 'a refusal',
    respond: refusal(404, 'Not Found'),
    message: /^Not Found \(404\)$/,
    is: { status: 404 },
    isSoft: false,
    isLost: false,
  },
  {
    what: 'a refusal without a status text',
    respond: () => new Response('{}', { status: 418 }),
    message: /^Request failed \(418\)$/,
    is: { status: 418 },
    isSoft: false,
    isLost: false,
  },
  {
    what: 'a failure of the server',
    respond: refusal(503, 'Service Unavailable'),
    message: /^Service Unavailable \(503\)$/,
    is: { status: 503 },
    isSoft: true,
    isLost: true,
  },
  {
    what: 'a connection that cannot be made',
    respond: () => HttpResponse.error(),
    message: /^Failed to fetch$/,
    is: { code: 'NETWORK' },
    isSoft: true,
    isLost: true,
    hasUrl: false,
  },
  {
    what: 'a timeout',
    respond: () => new Promise<Response>(() => {}),
    options: { timeout: 20 },
    message: /^No complete response within 20 ms$/,
    is: { code: 'TIMEOUT' },
    isSoft: true,
    isLost: true,
  },
  {
    what: 'a page in place of data',
    respond: () => HttpResponse.html('<!doctype html><p>Welcome'),
    message: /^Expected JSON, found an HTML page; .* \(25 characters\)$/,
    is: { code: 'INVALID_RESPONSE' },
    isSoft: false,
    isLost: true,
  },
  {
    what: 'a response that does not fit the schema',
    respond: () => HttpResponse.json({ name: 'Ada' }),
    message: /^User: .*primary key/,
    is: { code: 'INVALID_RESPONSE' },
    isSoft: false,
    isLost: true,
    hasUrl: false,
  },
  {
    what: 'a response that does not fit responseSchema',
    respond: () => HttpResponse.json({ id: '1', name: 5 }),
    options: { responseSchema: z.object({ name: z.string() }) },
    message: /does not fit responseSchema: name: /,
    is: { code: 'INVALID_RESPONSE' },
    isSoft: false,
    isLost: true,
    hasUrl: false,
  },
]

describe.each(kinds)('$what', ({ respond, options = {}, ...kind }) => {
  const { message, is, isSoft, isLost, hasUrl = true } = kind
  const url = hasUrl ? `${API}/users/1` : undefined
  const other = 'status' in is ? 'code' : 'status'
  const fail = () => server.use(http.all(`${API}/users/1`, respond))
  const failing = get.extend(options)

  it('is an error with a sentence and a status or a code, for the caller and for readers', async () => {
    fail()
    const { controller } = createStore()
    const thrown: unknown = await controller.fetch(failing, one).catch((error: unknown) => error)
    for (const error of [thrown, controller.getError(failing, one)]) {
      expect(error).toMatchObject({ ...is, message: expect.stringMatching(message) as string })
      expect(error).not.toHaveProperty(other)
      expect((error as Error).message).not.toContain(API)
      expect((error as Partial<NetworkError>).url).toBe(url)
    }
  })

  it(`of a refetch ${isSoft ? 'keeps the data' : 'shows the error'}`, async () => {
    const { controller } = createStore()
    controller.setResponse(failing, one, ada)
    fail()
    await controller.fetch(failing, one).catch(() => undefined)
    expect(controller.getError(failing, one) === undefined).toBe(isSoft)
  })

  it(`of a mutation leaves the data ${isLost ? 'doubtful' : 'as it was'}`, async () => {
    const { controller } = createStore()
    controller.setResponse(getList, [ada])
    fail()
    const call = controller.fetch(partialUpdate.extend(options), one, { name: 'Eve' })
    await expect(call).rejects.toMatchObject(is)
    expect(controller.getResponse(getList).expiresAt === 0).toBe(isLost)
  })
})

describe('an aborted call', () => {
  it('is an error with the code ABORTED', async () => {
    server.use(http.get(`${API}/users/1`, () => new Promise<Response>(() => {})))
    const { store, rest } = createStore()
    const call = store.dispatch(rest.fetch(get, one))
    call.abort()
    await expect(call.unwrap()).rejects.toMatchObject({ name: 'AbortError', code: 'ABORTED' })
    expect(await call).toMatchObject({ error: { name: 'AbortError', code: 'ABORTED' } })
  })

  it('by a signal of the endpoint has the code in the action', async () => {
    const { store, rest } = createStore()
    const signal = AbortSignal.abort()
    const action = await store.dispatch(rest.fetch(get.extend({ signal }), one))
    expect(action).toMatchObject({ error: { name: 'AbortError', code: 'ABORTED' } })
  })
})

describe('the default of errorPolicy', () => {
  const failures = [
    [{ status: 500 }, true],
    [{ status: 503 }, true],
    [{ code: 'NETWORK' }, true],
    [{ code: 'TIMEOUT' }, true],
    [{ response: { status: 502 } }, true],
    [{ status: 404 }, false],
    [{ code: 'INVALID_RESPONSE' }, false],
    [{ code: 'MINE' }, false],
    [{}, false],
  ] as const
  const endpoints = {
    RestEndpoint: (fail: () => Promise<never>) =>
      new RestEndpoint({ path: '/users/1', fetchResponse: fail }),
    Endpoint: (fail: () => Promise<never>) => new Endpoint(fail, { name: 'getUser' }),
  }

  it.each(failures)('is the same for each kind of endpoint: %j', async (failure, isSoft) => {
    const { controller } = createStore()
    for (const make of Object.values(endpoints)) {
      const fail = () => Promise.reject(Object.assign(new Error('no'), failure))
      for (const options of [{}, { errorPolicy: () => undefined }]) {
        const endpoint: EndpointContract = Object.assign(make(fail), options as object)
        controller.setResponse(endpoint, 'shown')
        await controller.fetch(endpoint).catch(() => undefined)
        expect(controller.getError(endpoint) === undefined).toBe(isSoft)
      }
    }
  })
})
