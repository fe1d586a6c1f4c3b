import { isFulfilled, isPending, isRejected } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import {
  Endpoint,
  getRow,
  matchEntityChange,
  matchFulfilled,
  matchPending,
  matchRejected,
  NetworkError,
  RestEndpoint,
} from 'rtk-rest'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore, deferred, Post, PostResource, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }

describe('the thunk rest.fetch', () => {
  it('resolves to the final action, and unwraps to the value of the selectors', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    const { store, rest } = createStore()
    const promise = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    const action = await promise
    expect(action.type).toBe('rest/User.get/fulfilled')
    expect(promise.requestId).toBe(action.meta.requestId)
    const user = await promise.unwrap()
    expectTypeOf(user).toEqualTypeOf<User>()
    expect(user).toBeInstanceOf(User)
    expect(user).toBe(rest.selectors.selectData(store.getState(), UserResource.get, { id: '1' }))
  })

  it('makes no instance that nobody asks for', async () => {
    let instances = 0
    class Counted extends User {
      static override createIfValid(data: object): never {
        instances += 1
        return super.createIfValid(data) as never
      }
    }
    const getOne = new Endpoint(async (id: string) => ({ id, name: 'Ada' }), { schema: Counted })
    const { store, rest } = createStore()
    const promise = store.dispatch(rest.fetch(getOne, '1'))
    await promise
    expect(instances).toBe(0)
    await promise.unwrap()
    expect(instances).toBe(1)
  })

  it('dispatches actions that match the matchers of Redux Toolkit and of createRest', async () => {
    server.use(
      http.get(`${API}/users/1`, () => HttpResponse.json(ada)),
      http.get(`${API}/users/2`, () => HttpResponse.json({}, { status: 404 })),
    )
    const { store, rest, actions } = createStore()
    await store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    await store.dispatch(rest.fetch(UserResource.get, { id: '2' }))
    const [pending, fulfilled, , rejected] = actions
    expect(isPending(pending)).toBe(true)
    expect(isFulfilled(fulfilled)).toBe(true)
    expect(isRejected(rejected)).toBe(true)
    expect(matchPending(pending)).toBe(true)
    expect(matchFulfilled(UserResource.get)(fulfilled)).toBe(true)
    expect(matchFulfilled(UserResource.getList)(fulfilled)).toBe(false)
    expect(matchRejected(rejected)).toBe(true)
    expect(matchEntityChange(User)(fulfilled)).toBe(true)
    expect(matchEntityChange(Post)(fulfilled)).toBe(false)
    expect(matchEntityChange(rejected)).toBe(false)
  })

  it('never rejects, but its unwrap rejects with the thrown error', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({}, { status: 503 })))
    const { store, rest } = createStore()
    const promise = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    const action = await promise
    expect(action).toMatchObject({ type: 'rest/User.get/rejected', error: { status: 503 } })
    await expect(promise.unwrap()).rejects.toBeInstanceOf(NetworkError)
    const request = rest.selectors.selectRequest(store.getState(), UserResource.get, { id: '1' })
    expect(request).toMatchObject({ status: 'rejected', isError: true, data: undefined })
    expect(request.error).toBeInstanceOf(NetworkError)
    expect(request).toBe(
      rest.selectors.selectRequest(store.getState(), UserResource.get, { id: '1' }),
    )
  })

  it('shares one request between concurrent reads of a key, but not between mutations', async () => {
    const requests: string[] = []
    server.use(
      http.get(`${API}/users/1`, ({ request }) => {
        requests.push(request.method)
        return HttpResponse.json(ada)
      }),
      http.post(`${API}/users`, ({ request }) => {
        requests.push(request.method)
        return HttpResponse.json({ id: String(requests.length), name: 'New' })
      }),
    )
    const { store, rest, controller } = createStore()
    const one = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    const other = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    expect(one.requestId).toBe(other.requestId)
    await Promise.all([one, other])
    expect(requests).toEqual(['GET'])
    await Promise.all([
      controller.fetch(UserResource.create, { name: 'New' }),
      controller.fetch(UserResource.create, { name: 'New' }),
    ])
    expect(requests).toEqual(['GET', 'POST', 'POST'])
  })

  it('throws synchronously if an argument is missing, and does not change the store', async () => {
    const { store, rest, actions, controller } = createStore()
    const before = store.getState()
    // @ts-expect-error the path needs an id
    expect(() => store.dispatch(rest.fetch(UserResource.get, {}))).toThrow(/"id".*missing/)
    // @ts-expect-error the path needs an id
    await expect(controller.fetch(UserResource.get, {})).rejects.toThrow(/"id".*missing/)
    expect(store.getState()).toBe(before)
    expect(actions).toEqual([])
  })

  it('resolves to the response itself without a schema, and stores it', async () => {
    const getTime = new Endpoint(async (zone: string) => ({ zone, hour: 5 }), { name: 'getTime' })
    const { store, rest, controller } = createStore()
    const time = await controller.fetch(getTime, 'UTC')
    expectTypeOf(time).toEqualTypeOf<{ zone: string; hour: number }>()
    expect(time).toEqual({ zone: 'UTC', hour: 5 })
    const stored = rest.selectors.selectData(store.getState(), getTime, 'UTC')
    expect(stored).toEqual(time)
    expect(stored).toBe(rest.selectors.selectData(store.getState(), getTime, 'UTC'))
  })

  it('passes state, dispatch, extra argument and signal to the endpoint', async () => {
    const seen: unknown[] = []
    const peek = new Endpoint(
      async function (this: { context?: object }) {
        seen.push(this.context)
        return null
      },
      { name: 'peek' },
    )
    const { store, controller } = createStore()
    await controller.fetch(peek)
    const [context] = seen as [{ getState(): unknown; signal: AbortSignal; requestId: string }]
    expect(context.getState()).toBe(store.getState())
    expect(context.signal).toBeInstanceOf(AbortSignal)
    expect(context.requestId).toMatch(/./)
  })
})

describe('aborting a fetch', () => {
  it('rejects synchronously, restores the earlier state, and aborts the request', async () => {
    const stopped = deferred()
    server.use(
      http.get(`${API}/users/1`, async ({ request }) => {
        request.signal.addEventListener('abort', () => stopped.resolve())
        await stopped.promise
        return HttpResponse.error()
      }),
    )
    const { store, rest } = createStore()
    const promise = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    expect(getRow(store.getState().rest.requests, `GET ${API}/users/1`)?.status).toBe('pending')
    promise.abort('changed my mind')
    const action = await promise
    expect(action).toMatchObject({
      type: 'rest/User.get/rejected',
      meta: { aborted: true },
      error: { name: 'AbortError', message: 'changed my mind' },
    })
    await expect(promise.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    await Promise.resolve()
    expect(getRow(store.getState().rest.requests, `GET ${API}/users/1`)).toBeUndefined()
    promise.abort()
  })

  it('of one caller does not reject another caller of the same request', async () => {
    const response = deferred()
    server.use(
      http.get(`${API}/users/1`, async () => {
        await response.promise
        return HttpResponse.json(ada)
      }),
    )
    const { store, rest } = createStore()
    const one = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    const other = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    one.abort()
    await expect(one.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    response.resolve()
    expect(await other.unwrap()).toMatchObject(ada)
  })

  it('of a refetch keeps the data and the status', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada)))
    const { store, rest, controller } = createStore()
    await controller.fetch(UserResource.get, { id: '1' })
    const before = store.getState().rest.requests
    const refetch = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    const during = rest.selectors.selectRequest(store.getState(), UserResource.get, { id: '1' })
    expect(during).toMatchObject({ status: 'fulfilled', isFetching: true, isLoading: false })
    refetch.abort()
    await refetch
    await controller.allSettled()
    expect(store.getState().rest.requests).toEqual(before)
  })
})

describe('responses that land in another order than requested', () => {
  it('do not replace a newer one, and the caller of the older one gets the newer data', async () => {
    const first = deferred()
    let calls = 0
    server.use(
      http.get(`${API}/users/1`, async () => {
        calls += 1
        if (calls > 1) return HttpResponse.json({ id: '1', name: 'new' })
        await first.promise
        return HttpResponse.json({ id: '1', name: 'old', nick: 'only the old one knows' })
      }),
    )
    const { store, rest, controller } = createStore()
    const late = controller.fetch(UserResource.get, { id: '1' })
    // An invalidated call does not accept a response that was requested before.
    store.dispatch(rest.invalidate(UserResource.get, { id: '1' }))
    expect(await controller.fetch(UserResource.get, { id: '1' })).toMatchObject({ name: 'new' })
    const row = getRow(store.getState().rest.requests, `GET ${API}/users/1`)
    first.resolve()
    expect(await late).toMatchObject({ name: 'new', nick: 'only the old one knows' })
    expect(getRow(store.getState().rest.requests, `GET ${API}/users/1`)).toEqual(row)
  })

  it('do not restore an entity that was deleted after they were requested', async () => {
    const list = deferred()
    server.use(
      http.get(`${API}/users`, async () => {
        await list.promise
        return HttpResponse.json([ada, { id: '2', name: 'Bob' }])
      }),
      http.delete(`${API}/users/1`, () => new HttpResponse(null, { status: 204 })),
    )
    const { controller } = createStore()
    const users = controller.fetch(UserResource.getList)
    await controller.fetch(UserResource.delete, { id: '1' })
    list.resolve()
    expect((await users).map(({ name }) => name)).toEqual(['Bob'])
  })
})

describe('a response that does not fit its schema', () => {
  const bad: [what: string, body: unknown, path: string, says: RegExp][] = [
    [
      'a list where an entity is expected',
      [ada],
      'User',
      /expected an object or an id, found an array/,
    ],
    ['an entity without a primary key', { name: 'Ada' }, 'User', /primary key for User.*process/],
    ['an empty primary key', { id: '', name: 'Ada' }, 'User', /primary key for User/],
    ['null', null, 'User', /found null/],
    ['text', 'Ada', 'User', /found a string of length 3/],
  ]

  it.each(bad)('as %s rejects with INVALID_RESPONSE and the path', async (_, body, path, says) => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(body as object)))
    const { store, rest } = createStore()
    const before = store.getState().rest.entities
    const promise = store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    const action = await promise
    expect(action).toMatchObject({ error: { code: 'INVALID_RESPONSE', path } })
    await expect(promise.unwrap()).rejects.toThrow(says)
    expect(store.getState().rest.entities).toBe(before)
  })

  it('with true as a list element rejects with its path', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json([ada, true])))
    const { store, controller } = createStore()
    await expect(controller.fetch(UserResource.getList)).rejects.toThrow(
      '[User][1]: expected an object or an id, found true',
    )
    expect(store.getState().rest.entities).toEqual({})
  })

  it('as an HTML page rejects with an error about a wrong URL', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.html('<!doctype html><p>Hello')))
    const { controller } = createStore()
    await expect(controller.fetch(UserResource.getList)).rejects.toThrow(/HTML page/)
  })

  it('does not change any entity', async () => {
    server.use(
      http.get(`${API}/users/1`, () => HttpResponse.json(ada)),
      http.get(`${API}/posts`, () =>
        HttpResponse.json([
          { id: '1', title: 'good', author: ada },
          { id: '2', author: true },
        ]),
      ),
    )
    const { store, controller } = createStore()
    await controller.fetch(UserResource.get, { id: '1' })
    const before = store.getState().rest.entities
    await expect(controller.fetch(PostResource.getList)).rejects.toThrow('[Post][1].author')
    expect(store.getState().rest.entities).toBe(before)
  })
})

describe('a server error', () => {
  it('by a closed connection rejects with the code NETWORK', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.error()))
    const { store, rest } = createStore()
    const action = await store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    expect(action).toMatchObject({ error: { name: 'TypeError', code: 'NETWORK' } })
    expect(store.getState().rest.entities).toEqual({})
  })

  it('of a refetch keeps the data if it is soft, and hides the data if it is hard', async () => {
    let status = 200
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada, { status })))
    const { store, rest, controller } = createStore()
    const select = () =>
      rest.selectors.selectRequest(store.getState(), UserResource.get, { id: '1' })
    await controller.fetch(UserResource.get, { id: '1' })
    status = 500
    await store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    expect(select()).toMatchObject({ data: ada, isError: false, status: 'rejected' })
    status = 403
    await store.dispatch(rest.fetch(UserResource.get, { id: '1' }))
    expect(select()).toMatchObject({ data: ada, isError: true, status: 'rejected' })
  })

  it('is stored without the query string of its URL', async () => {
    server.use(http.get(`${API}/users`, () => HttpResponse.json({}, { status: 500 })))
    const { store, rest } = createStore()
    const action = await store.dispatch(rest.fetch(UserResource.getList, { code: 'secret' }))
    expect(JSON.stringify((action as { error?: unknown }).error)).not.toContain('secret')
  })
})

describe('names of Object.prototype', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0'])(
    'such as %s are valid primary keys',
    async (id) => {
      server.use(
        http.get(
          `${API}/users`,
          () => new HttpResponse(`[{"id":${JSON.stringify(id)},"name":"x"}]`),
        ),
        http.delete(`${API}/users/:id`, () => new HttpResponse(null, { status: 204 })),
      )
      const { store, rest, controller } = createStore()
      const select = () => rest.selectors.selectEntity(store.getState(), User, { id })
      expect(select()).toBeUndefined()
      await controller.fetch(UserResource.getList)
      expect(select()).toMatchObject({ id, name: 'x' })
      expect(rest.selectors.selectAll(store.getState(), User)).toHaveLength(1)
      await controller.fetch(UserResource.delete, { id })
      expect(select()).toBeUndefined()
      expect(({} as Record<string, unknown>)['data']).toBeUndefined()
    },
  )

  it('such as __proto__ are valid table names', async () => {
    class Odd extends User {
      static override key = '__proto__'
    }
    const getOdd = new RestEndpoint({ path: '/odd', urlPrefix: API, schema: Odd })
    server.use(http.get(`${API}/odd`, () => HttpResponse.json(ada)))
    const { controller } = createStore()
    expect(await controller.fetch(getOdd)).toMatchObject(ada)
  })
})
