import type { UnknownAction } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import { All, Endpoint, ExpiryStatus, getRow, RestEndpoint, rows } from 'rtk-rest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { holdMutation, holdRead } from '../support/holdEndpoint'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { createStore, deferred, User, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const MINUTE = 60_000

let requests: string[] = []
beforeEach(() => {
  requests = []
  server.use(
    http.get(`${API}/users`, () => {
      requests.push('list')
      return HttpResponse.json([ada, { id: '2', name: 'Bob' }])
    }),
    http.get(`${API}/users/:id`, ({ params }) => {
      requests.push(String(params['id']))
      return HttpResponse.json({ ...ada, id: params['id'] })
    }),
  )
})

const freezeTime = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })

describe('fetchIfStale', () => {
  it('returns the data synchronously while it is fresh, and sends a request when it is stale', async () => {
    freezeTime()
    const { controller } = createStore()
    const first = await controller.fetchIfStale(UserResource.get, { id: '1' })
    vi.setSystemTime(Date.now() + MINUTE - 1)
    expect(controller.fetchIfStale(UserResource.get, { id: '1' })).toBe(first)
    vi.setSystemTime(Date.now() + 1)
    const again = controller.fetchIfStale(UserResource.get, { id: '1' })
    expect(again).toBeInstanceOf(Promise)
    expect(await again).toBe(first)
    expect(requests).toEqual(['1', '1'])
  })

  it('returns data of other responses, null and undefined without a request', async () => {
    const { controller, actions } = createStore()
    await controller.fetch(UserResource.getList)
    expect(controller.fetchIfStale(UserResource.get, { id: '2' })).toBeInstanceOf(User)
    const getNull = new Endpoint(async () => null, { name: 'getNull' })
    await controller.fetch(getNull)
    const count = actions.length
    expect(controller.fetchIfStale(getNull)).toBeNull()
    expect(actions).toHaveLength(count)
  })

  it('rejects with a fresh error without a request', async () => {
    freezeTime()
    let count = 0
    const fails = new Endpoint(
      async () => {
        count += 1
        throw new Error('no')
      },
      { name: 'fails' },
    )
    const { store, rest, controller } = createStore()
    await expect(controller.fetch(fails)).rejects.toThrow('no')
    await expect(controller.fetchIfStale(fails)).rejects.toThrow('no')
    const held = store.dispatch(rest.fetchIfStale(fails))
    expect(held.request).toBeUndefined()
    await expect(held.unwrap()).rejects.toThrow('no')
    expect(count).toBe(1)
    vi.setSystemTime(Date.now() + 1_001)
    await expect(controller.fetchIfStale(fails)).rejects.toThrow('no')
    expect(count).toBe(2)
  })

  it('as a thunk has a request if one had to be sent', async () => {
    const { store, rest } = createStore()
    const sent = store.dispatch(rest.fetchIfStale(UserResource.get, { id: '1' }))
    expect(sent.request?.arg.key).toContain('/users/1')
    const user = await sent.unwrap()
    const kept = store.dispatch(rest.fetchIfStale(UserResource.get, { id: '1' }))
    expect(kept.request).toBeUndefined()
    expect(kept.value()).toBe(user)
    expect(await kept.unwrap()).toBe(user)
  })
})

describe('invalidateAll and expireAll', () => {
  it('affect every call of an endpoint, and list its keys in the action', async () => {
    const { store, rest, actions, controller } = createStore()
    await controller.fetch(UserResource.get, { id: '1' })
    await controller.fetch(UserResource.get, { id: '2' })
    await controller.fetch(UserResource.getList)
    store.dispatch(rest.invalidateAll(UserResource.get))
    const keys = [`GET ${API}/users/1`, `GET ${API}/users/2`]
    expect(actions.at(-1)).toMatchObject({ type: 'rest/invalidateAll', payload: { keys } })
    expect(controller.getResponse(UserResource.get, { id: '1' }).data).toBeUndefined()
    expect(controller.getResponse(UserResource.getList).data).toHaveLength(2)
    store.dispatch(rest.expireAll({ testKey: () => true }))
    expect(actions.at(-1)).toMatchObject({
      type: 'rest/expireAll',
      payload: { keys: [`GET ${API}/users`] },
    })
    expect(controller.getResponse(UserResource.getList).data).toHaveLength(2)
    const { expiresAt } = controller.getResponse(UserResource.getList)
    expect(expiresAt).toBeLessThanOrEqual(Date.now())
  })

  it('dispatch nothing if no call matches, and throw an error without testKey', () => {
    const { store, rest, actions, controller } = createStore()
    controller.invalidateAll(UserResource.get)
    controller.expireAll(UserResource.get)
    expect(store.dispatch(rest.expireAll({ testKey: () => true }))).toBeUndefined()
    expect(actions).toEqual([])
    expect(() => controller.invalidateAll({})).toThrow(/testKey/)
  })

  it('on an error without data: the first keeps it, the second expires it', async () => {
    server.use(http.get(`${API}/users/9`, () => HttpResponse.json({}, { status: 404 })))
    const { controller } = createStore()
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    controller.invalidateAll(UserResource.get)
    expect(controller.getError(UserResource.get, { id: '9' })).toMatchObject({ status: 404 })
    controller.expireAll(UserResource.get)
    const { expiresAt } = controller.getResponse(UserResource.get, { id: '9' })
    expect(expiresAt).toBeLessThanOrEqual(Date.now())
  })

  it('discard the responses of requests in flight', async () => {
    const gates = [deferred(), deferred()]
    const names = ['old', 'new']
    server.use(
      http.get(`${API}/users/1`, async () => {
        const name = names.shift()
        await gates.shift()?.promise
        return HttpResponse.json({ id: '1', name })
      }),
    )
    const [first, second] = gates
    const { controller } = createStore()
    const early = controller.fetch(UserResource.get, { id: '1' })
    controller.invalidateAll(UserResource.get)
    const late = controller.fetch(UserResource.get, { id: '1' })
    second?.resolve()
    expect((await late).name).toBe('new')
    first?.resolve()
    expect((await early).name).toBe('new')
    expect(controller.getResponse(UserResource.get, { id: '1' }).data?.name).toBe('new')
  })

  it('do not affect newer data if their action arrives late', async () => {
    const { store, rest, actions, controller } = createStore()
    await controller.fetch(UserResource.get, { id: '1' })
    store.dispatch(rest.expireAll(UserResource.get))
    const late = actions.at(-1)
    await controller.fetch(UserResource.get, { id: '1' })
    const before = store.getState().rest
    store.dispatch(late as UnknownAction & typeof late)
    expect(store.getState().rest).toBe(before)
  })

  it('do not affect the error of a first request that they met, if their action comes again', async () => {
    const { store, rest, actions } = createStore()
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const fetched = store.dispatch(rest.fetch(endpoint)).unwrap()
    await turns()
    store.dispatch(rest.expireAll(endpoint))
    const again = actions.at(-1)
    calls[0]?.reject(Object.assign(new Error('not found'), { status: 404 }))
    await expect(fetched).rejects.toThrow('not found')
    const before = store.getState().rest
    store.dispatch(again as UnknownAction & typeof again)
    expect(store.getState().rest).toEqual(before)
  })

  it('the first hides the data until a response comes, also if a request fails and a mutation lands', async () => {
    const { controller } = createStore()
    const one = { id: '1' }
    const { endpoint, calls } = holdRead('getUser', { schema: User })
    const update = holdMutation('update', { schema: User })
    controller.setResponse(endpoint, one, ada)
    const updated = controller.fetch(update.endpoint, one)
    await turns()
    controller.invalidateAll(endpoint)
    const failed = controller.fetch(endpoint, one).catch(() => undefined)
    await turns()
    calls[0]?.reject(Object.assign(new Error('busy'), { status: 503 }))
    await failed
    update.calls[0]?.resolve({ ...ada, name: 'of before' })
    await updated
    expect(controller.getResponse(endpoint, one).data).toBeUndefined()
    expect(controller.getError(endpoint, one)).toMatchObject({ message: 'busy' })
  })
})

describe('setResponse and setError', () => {
  it('setResponse stores a response like a fetched one', async () => {
    const { store, rest, controller } = createStore()
    const action = store.dispatch(rest.setResponse(UserResource.get, { id: '1' }, ada))
    expect(action?.type).toBe('rest/User.get/fulfilled')
    expect(controller.fetchIfStale(UserResource.get, { id: '1' })).toMatchObject(ada)
    controller.setResponse(UserResource.getList, [ada])
    expect(controller.getResponse(UserResource.getList).data).toHaveLength(1)
    expect(requests).toEqual([])
  })

  it('setResponse throws synchronously if the response does not fit, and changes nothing', () => {
    const { store, controller } = createStore()
    const before = store.getState()
    expect(() => controller.setResponse(UserResource.get, { id: '1' }, 5)).toThrow(/expected/)
    expect(() => controller.setResponse(UserResource.get, { id: '1' }, {})).toThrow(/id/)
    expect(store.getState()).toBe(before)
  })

  it('setResponse resolves pending callers, and the response of the server is ignored', async () => {
    const gate = deferred()
    server.use(
      http.get(`${API}/users/1`, async () => {
        await gate.promise
        return HttpResponse.json({ id: '1', name: 'late' })
      }),
    )
    const { store, controller, actions } = createStore()
    const waiting = controller.fetch(UserResource.get, { id: '1' })
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    expect(await waiting).toMatchObject(ada)
    const [[, row] = []] = rows(store.getState().rest.requests)
    expect(row?.requestId).toBeUndefined()
    gate.resolve()
    await controller.allSettled()
    await new Promise((resolve) => setTimeout(resolve))
    expect(controller.getResponse(UserResource.get, { id: '1' }).data?.name).toBe('Ada')
    expect(actions.map(({ type }) => type)).toEqual([
      'rest/User.get/pending',
      'rest/User.get/fulfilled',
    ])
  })

  it('setError stores an error, and rejects pending callers', async () => {
    const gate = deferred()
    server.use(http.get(`${API}/users/1`, () => gate.promise.then(() => HttpResponse.json(ada))))
    const { controller } = createStore()
    const waiting = controller.fetch(UserResource.get, { id: '1' })
    const error = new Error('made up')
    controller.setError(UserResource.get, { id: '1' }, error)
    await expect(waiting).rejects.toBe(error)
    expect(controller.getError(UserResource.get, { id: '1' })?.message).toBe('made up')
    gate.resolve()
  })
})

describe('the expiry status of a call', () => {
  const statusOf = ({ controller }: ReturnType<typeof createStore>, endpoint = UserResource.get) =>
    controller.getResponse(endpoint, { id: '1' }).expiryStatus

  it('is Valid, InvalidIfStale or Invalid', async () => {
    const world = createStore()
    const { controller } = world
    const getNumber = new Endpoint(async () => 5, { name: 'getNumber' })
    expect(controller.getResponse(getNumber).expiryStatus).toBe(ExpiryStatus.Invalid)
    expect(statusOf(world)).toBe(ExpiryStatus.InvalidIfStale)
    await controller.fetch(UserResource.getList)
    expect(statusOf(world)).toBe(ExpiryStatus.Valid)
    await controller.fetch(UserResource.get, { id: '1' })
    const strict = UserResource.get.extend({ invalidIfStale: true })
    expect(statusOf(world)).toBe(ExpiryStatus.Valid)
    expect(statusOf(world, strict as never)).toBe(ExpiryStatus.InvalidIfStale)
    controller.invalidate(UserResource.get, { id: '1' })
    expect(statusOf(world)).toBe(ExpiryStatus.Invalid)
  })

  it('is InvalidIfStale after a failure without data, and Valid after a failure with data', async () => {
    let status = 500
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada, { status })))
    const world = createStore()
    await world.controller.fetch(UserResource.get, { id: '1' }).catch(() => undefined)
    expect(statusOf(world)).toBe(ExpiryStatus.InvalidIfStale)
    status = 200
    await world.controller.fetch(UserResource.get, { id: '1' })
    status = 404
    await world.controller.fetch(UserResource.get, { id: '1' }).catch(() => undefined)
    expect(statusOf(world)).toBe(ExpiryStatus.Valid)
    expect(world.controller.getError(UserResource.get, { id: '1' })).toMatchObject({ status })
  })

  it.each([null, undefined])('is Valid for %s as the argument', (none) => {
    const meta = createStore().controller.getResponse(UserResource.get, none)
    expect(meta).toEqual({
      data: undefined,
      expiryStatus: ExpiryStatus.Valid,
      expiresAt: Infinity,
    })
  })

  it.each([null, undefined])('selectors return nothing for %s, whatever is stored', (none) => {
    const { controller, rest, store } = createStore()
    const { selectData, selectRequest } = rest.selectors
    controller.setResponse(UserResource.getList, [ada])
    const state = store.getState()
    expect(selectData(state, UserResource.getList)).toHaveLength(1)
    expect(selectData(state, UserResource.getList, none)).toBeUndefined()
    expect(selectData(state, UserResource.get, none)).toBeUndefined()
    expect(selectRequest(state, UserResource.get, none).isUninitialized).toBe(true)
  })

  it('is returned with data and expiresAt by getResponse of controller and snapshot', () => {
    const { controller } = createStore()
    const nothing = { data: undefined, expiryStatus: ExpiryStatus.InvalidIfStale }
    expect(controller.getResponse(UserResource.get, { id: '1' })).toMatchObject(nothing)
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    const shown = controller.getResponse(UserResource.get, { id: '1' })
    expect(shown).toEqual({
      data: controller.get(User, { id: '1' }),
      expiryStatus: ExpiryStatus.Valid,
      expiresAt: expect.any(Number) as number,
    })
    expect(shown.expiresAt).toBeGreaterThan(Date.now())
    expect(controller.snapshot().getResponse(UserResource.get, { id: '1' })).toEqual(shown)
    expect(controller.getResponse(UserResource.get, { id: '1' })).toEqual(shown)
    expect(controller.snapshot().getResponse(UserResource.get, { id: '1' })).toEqual(shown)
  })

  it('does not change in a snapshot', async () => {
    const { controller } = createStore()
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    const snapshot = controller.snapshot(undefined, 7)
    controller.setResponse(UserResource.get, { id: '1' }, { ...ada, name: 'Bob' })
    expect(snapshot.getResponse(UserResource.get, { id: '1' }).data?.name).toBe('Ada')
    expect(snapshot.get(User, { id: '1' })?.name).toBe('Ada')
    expect(snapshot.getError(UserResource.get, { id: '1' })).toBeUndefined()
    expect([snapshot.fetchedAt, snapshot.abort.name]).toEqual([7, 'AbortError'])
    expect(controller.getResponse(UserResource.get, { id: '1' }).data?.name).toBe('Bob')
  })
})

describe('expiry lengths and errorPolicy', () => {
  it('are options of the endpoint, and of the store as a default', async () => {
    freezeTime()
    server.use(http.get(`${API}/users/9`, () => HttpResponse.json({}, { status: 404 })))
    const { store, controller } = createStore({ dataExpiryLength: 5, errorExpiryLength: 7 })
    const getOwn = UserResource.get.extend({ dataExpiryLength: 50, errorExpiryLength: 70 })
    const lengthOf = (key: string) => {
      const row = getRow(store.getState().rest.requests, `GET ${API}${key}`)
      return (row?.expiresAt ?? 0) - Date.now()
    }
    await controller.fetch(UserResource.get, { id: '1' })
    expect(lengthOf('/users/1')).toBe(5)
    await controller.fetch(getOwn, { id: '1' })
    expect(lengthOf('/users/1')).toBe(50)
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    expect(lengthOf('/users/9')).toBe(7)
    await controller.fetch(getOwn, { id: '9' }).catch(() => undefined)
    expect(lengthOf('/users/9')).toBe(70)
    controller.setResponse(UserResource.get, { id: '2' }, { ...ada, id: '2' })
    expect(lengthOf('/users/2')).toBe(5)
  })

  it.each([
    ['soft', undefined],
    ['hard', 404],
    [undefined, 404],
  ] as const)(
    'with the errorPolicy %s after a failed refetch give the error status %s',
    async (policy, shown) => {
      let status = 200
      server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada, { status })))
      const getUser = UserResource.get.extend({ errorPolicy: () => policy })
      const { controller } = createStore()
      await controller.fetch(getUser, { id: '1' })
      status = 404
      await controller.fetch(getUser, { id: '1' }).catch(() => undefined)
      expect(controller.getResponse(getUser, { id: '1' }).data).toMatchObject(ada)
      expect((controller.getError(getUser, { id: '1' }) as { status?: number })?.status).toBe(shown)
      status = 200
      await controller.fetch(getUser, { id: '1' })
      expect(controller.getError(getUser, { id: '1' })).toBeUndefined()
    },
  )

  it('with a soft error give the error if there is no data', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json(ada, { status: 500 })))
    const { controller } = createStore()
    await controller.fetch(UserResource.get, { id: '1' }).catch(() => undefined)
    expect(controller.getError(UserResource.get, { id: '1' })).toMatchObject({ status: 500 })
  })

  it('with a soft error give the data of another response, unless it was invalidated', async () => {
    server.use(http.get(`${API}/users/1`, () => HttpResponse.json({}, { status: 503 })))
    const { controller } = createStore()
    await controller.fetch(UserResource.getList)
    const get = () => controller.fetch(UserResource.get, { id: '1' }).catch(() => undefined)
    await get()
    expect(controller.getError(UserResource.get, { id: '1' })).toBeUndefined()
    expect(controller.getResponse(UserResource.get, { id: '1' }).data).toMatchObject(ada)
    controller.invalidate(UserResource.get, { id: '1' })
    for (const _ of ['first', 'again']) {
      await get()
      expect(controller.getError(UserResource.get, { id: '1' })).toMatchObject({ status: 503 })
    }
  })

  it('reject a fetch if the duration is invalid', async () => {
    const { controller } = createStore()
    const getX = new RestEndpoint({ path: '/x', urlPrefix: API })
    const never = getX.extend({ pollFrequency: 0 })
    await expect(controller.fetch(never)).rejects.toThrow(/pollFrequency.*0/)
  })
})

describe('a result with an expiry length of 0', () => {
  const getFleeting = UserResource.get.extend({ dataExpiryLength: 0 })

  it('is for its caller alone if nothing reads it, and nothing of it is stored', async () => {
    const { store, controller, actions } = createStore()
    const user = await controller.fetch(getFleeting, { id: '1' })
    expect(user).toBeInstanceOf(User)
    expect(user).toMatchObject(ada)
    expect(rows(store.getState().rest.requests)).toEqual([])
    expect(store.getState().rest.entities).toEqual({})
    expect(actions.at(-1)).toMatchObject({
      type: 'rest/gc',
      payload: { removed: { requests: [`GET ${API}/users/1`] } },
    })
  })

  it('is stored where it has no result of its own, as all entities of a kind', async () => {
    const { controller } = createStore()
    controller.set(User, {}, { id: '2', name: 'Bob' })
    const getAll = new Endpoint(async () => [{ id: '1', name: 'Ada' }], {
      name: 'getAll',
      schema: new All(User),
      dataExpiryLength: 0,
    })
    const users = await controller.fetch(getAll)
    expect(users.map(({ name }) => name)).toEqual(['Ada', 'Bob'])
    expect(controller.get(new All(User))).toHaveLength(2)
  })

  it('stays in the state while it is retained', async () => {
    vi.useFakeTimers()
    const { store, rest } = createStore()
    const held = store.dispatch(rest.retain(getFleeting, { id: '1' }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(rows(store.getState().rest.requests)).toHaveLength(1)
    held.release()
    held.release()
    await vi.advanceTimersByTimeAsync(0)
    expect(rows(store.getState().rest.requests)).toEqual([])
  })
})
