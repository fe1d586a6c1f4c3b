import { Window } from 'happy-dom'
import { createRest, NetworkError } from 'rtk-rest'
import { configureStore } from '@reduxjs/toolkit'
import { afterEach, describe, expect, it } from 'vitest'
import { deferred } from '../../support/world'
import { API, arrived, received, respond, type MockResponse, type Received } from './api'
import * as asynchronous from './authentication/AsyncTokenEndpoint'
import * as fixed from './authentication/AuthdEndpoint'
import { auth, UserResource as RefreshedUsers } from './authentication/RefreshingEndpoint'
import { login, UserResource as SessionUsers } from './authentication/SessionEndpoint'
import * as stored from './authentication/StoreTokenEndpoint'
import * as storedLogout from './authentication/storeTokenLogout'
import { UserResource as StoredUsers } from './authentication/storeTokenUsers'
import { controller, store } from './store'

const ada = { id: '1', name: 'Ada' }
const refusal = { status: 401, json: { problem: 'who are you?' } }

const headerOf = (name: string) => received.map(({ headers }) => headers[name])

describe('the recipe for a session cookie', () => {
  /** A browser's fetch: it has a cookie jar, which scripts cannot look into, and goes by `credentials`. */
  function browser() {
    const window = new Window({ url: API })
    const credentials: unknown[] = []
    const fetchFn = async (input: unknown, init: RequestInit = {}) => {
      credentials.push(init.credentials)
      return window.fetch(input as string, init as never)
    }
    const rest = createRest({ fetchFn: fetchFn as unknown as typeof fetch })
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    return { window, credentials, controller: rest.getController(store) }
  }

  function serveSessions({ method, path, headers }: Received): MockResponse {
    if (method === 'POST' && path === '/login') {
      const cookie = 'session=s3cret; HttpOnly; SameSite=Strict; Path=/'
      return { status: 204, headers: { 'set-cookie': cookie } }
    }
    return headers.cookie === 'session=s3cret' ? { json: ada } : refusal
  }

  it('sends the cookie with every request after the login, hidden from scripts', async () => {
    respond(serveSessions)
    const { window, credentials, controller } = browser()
    await expect(controller.fetch(SessionUsers.get, { id: '1' })).rejects.toMatchObject({
      status: 401,
    })
    await controller.fetch(login, { name: 'ada', password: 'pw' })
    expect(await controller.fetch(SessionUsers.get, { id: '1' })).toMatchObject(ada)
    expect(headerOf('cookie')).toEqual([undefined, undefined, 'session=s3cret'])
    expect(credentials).toEqual(['same-origin', 'same-origin', 'same-origin'])
    expect(window.document.cookie).toBe('')
  })

  it("sends no cookie with `credentials: 'omit'`", async () => {
    respond(serveSessions)
    const { controller } = browser()
    await controller.fetch(login, { name: 'ada', password: 'pw' })
    const getWithout = SessionUsers.get.extend({
      getRequestInit: () => ({ method: 'GET', credentials: 'omit' }),
    })
    await expect(controller.fetch(getWithout, { id: '1' })).rejects.toThrow('Unauthorized')
    expect(headerOf('cookie')).toEqual([undefined, undefined])
  })
})

describe('the recipe for a session in server rendering', () => {
  it('sends the cookie of the incoming request', async () => {
    respond(({ headers }) => (headers.cookie === 'session=s3cret' ? { json: ada } : refusal))
    const cookie = 'session=s3cret'
    const rest = createRest({
      fetchFn: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, cookie } }),
    })
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
    })
    expect(await rest.getController(store).fetch(SessionUsers.get, { id: '1' })).toMatchObject(ada)
  })
})

describe('the recipe for a token in a static field', () => {
  it('sends the token with every endpoint of the resource after the login', async () => {
    respond(({ path, headers }) => {
      if (path === '/login') return { json: { accessToken: 't0k3n' } }
      return headers['access-token'] === 't0k3n' ? { json: ada } : refusal
    })
    await expect(controller.fetch(fixed.UserResource.get, { id: '1' })).rejects.toThrow(
      'Unauthorized',
    )
    expect(received[0]?.headers).not.toHaveProperty('access-token')
    const actions: unknown[] = []
    const stop = store.subscribe(() => actions.push(store.getState()))
    await fixed.signIn('ada', 'pw')
    stop()
    // The login is sensitive: nothing of it comes to the store.
    expect(actions).toEqual([])
    expect(received[1]).toMatchObject({ body: '{"name":"ada","password":"pw"}' })

    received.length = 0
    const { get, create, update, partialUpdate } = fixed.UserResource
    await controller.fetch(get, { id: '1' })
    await controller.fetch(create, { name: 'Ada' })
    await controller.fetch(update, { id: '1' }, { name: 'Ada' })
    await controller.fetch(partialUpdate, { id: '1' }, { name: 'Ada' })
    await controller.fetch(fixed.UserResource.delete, { id: '1' })
    expect(headerOf('access-token')).toEqual(received.map(() => 't0k3n'))
    expect(received).toHaveLength(5)
    expect(JSON.stringify(store.getState())).not.toMatch(/t0k3n|pw/)

    fixed.signOut()
    expect(store.getState().rest.entities).toEqual({})
    await expect(controller.fetch(get, { id: '1' })).rejects.toThrow('Unauthorized')
  })

  it('returns the same headers object without a token', () => {
    const headers = { accept: 'application/json' }
    expect(new fixed.AuthdEndpoint({ path: '/' }).getHeaders(headers)).toBe(headers)
  })
})

describe('the recipe for a token in the store', () => {
  it('sends the token of the store that dispatches the request', async () => {
    respond(({ path, headers, body }) => {
      if (path === '/login') return { json: { accessToken: JSON.parse(body).name } }
      const [, name] = headers.authorization?.split(' ') ?? []
      return name === undefined ? refusal : { json: { id: '1', name } }
    })
    const [ours, theirs] = [stored.createStore(), stored.createStore()]
    const nameIn = async (store: typeof ours) =>
      (await store.dispatch(stored.rest.fetch(StoredUsers.get, { id: '1' })).unwrap()).name
    await Promise.all([stored.signIn(ours, 'ada', 'pw'), stored.signIn(theirs, 'bob', 'pw')])
    expect(await Promise.all([nameIn(ours), nameIn(theirs)])).toEqual(['ada', 'bob'])

    await expect(StoredUsers.get({ id: '1' })).rejects.toThrow('Unauthorized')
    stored.signOut(ours)
    expect(ours.getState().rest.entities).toEqual({})
    await expect(nameIn(ours)).rejects.toThrow('Unauthorized')
    expect(await nameIn(theirs)).toBe('bob')
  })

  it('removes the token and the data when the server rejects it, and not without a token', async () => {
    const { rest, store } = storedLogout
    const controller = rest.getController(store)
    const logouts: unknown[] = []
    let { lastReset } = store.getState().rest
    store.subscribe(() => {
      const { rest: state } = store.getState()
      if (state.lastReset !== lastReset) logouts.push(state.lastReset)
      lastReset = state.lastReset
    })
    let good = 'Bearer t1'
    respond(({ headers }) => (headers.authorization === good ? { json: ada } : refusal))
    store.dispatch(stored.auth.actions.signedIn('t1'))
    await controller.fetch(StoredUsers.get, { id: '1' })
    expect(store.getState().rest.entities).not.toEqual({})

    good = 'Bearer t2'
    for (const at of [1, 2]) {
      await expect(controller.fetch(StoredUsers.get, { id: `${at}` })).rejects.toThrow(
        'Unauthorized',
      )
    }
    expect(headerOf('authorization')).toEqual(['Bearer t1', 'Bearer t1', undefined])
    expect(store.getState().auth.accessToken).toBeUndefined()
    expect(store.getState().rest.entities).toEqual({})
    expect(logouts).toHaveLength(1)
  })
})

describe('the recipe for an asynchronous token', () => {
  it('waits for the token, and sends no request if that fails', async () => {
    let isBroken = true
    respond(({ path, headers }) => {
      if (path === '/token') return isBroken ? { status: 503 } : { json: { accessToken: 'late' } }
      return headers.authorization === 'Bearer late' ? { json: ada } : refusal
    })
    const { get } = asynchronous.UserResource
    await expect(controller.fetch(get, { id: '1' })).rejects.toMatchObject({ status: 503 })
    expect(received.map(({ path }) => path)).toEqual(['/token'])

    isBroken = false
    received.length = 0
    const users = ['1', '2', '3'].map((id) => controller.fetch(get, { id }))
    expect(await Promise.all(users)).toHaveLength(3)
    expect(received.map(({ path }) => path).toSorted()).toEqual([
      '/token',
      '/users/1',
      '/users/2',
      '/users/3',
    ])
  })
})

describe('the recipe for refreshing a token', () => {
  const ids = ['1', '2', '3', '4', '5']
  const countOf = (path: RegExp) => received.filter((it) => path.test(it.path)).length

  let refreshed: { promise: Promise<void>; resolve: () => void } | undefined
  let rotated: object | undefined
  afterEach(() => {
    refreshed = undefined
    rotated = undefined
    auth.session = undefined
  })

  /** A server that accepts some tokens, and holds back the response for one user. */
  function serve(isGood: (token: string) => boolean, slow?: { id: string; until: Promise<void> }) {
    let made = 0
    auth.session = { accessToken: 'stale', refreshToken: 'r3fresh' }
    controller.reset()
    respond(async ({ path, headers, body }) => {
      if (path === `/users/${slow?.id}`) await slow?.until
      if (path === '/refresh') {
        made += 1
        await refreshed?.promise
        const isOurs = body === '{"refreshToken":"r3fresh"}'
        return isOurs ? { json: { accessToken: `fresh${made}`, ...rotated } } : { status: 403 }
      }
      const token = headers.authorization?.replace('Bearer ', '') ?? ''
      return isGood(token) ? { json: { id: path.replace('/users/', ''), name: token } } : refusal
    })
  }

  it('refreshes once for concurrent 401 responses, and retries each request once', async () => {
    serve((token) => token === 'fresh1')
    const users = ids.map((id) => controller.fetch(RefreshedUsers.get, { id }))
    expect((await Promise.all(users)).map(({ name }) => name)).toEqual(ids.map(() => 'fresh1'))
    expect([countOf(/refresh/), countOf(/users/)]).toEqual([1, 10])
  })

  it('does not refresh for a 401 response that lands after the refresh', async () => {
    const late = deferred()
    serve((token) => token === 'fresh1', { id: '2', until: late.promise })
    const other = controller.fetch(RefreshedUsers.get, { id: '2' })
    await controller.fetch(RefreshedUsers.get, { id: '1' })
    late.resolve()
    expect(await other).toMatchObject({ id: '2', name: 'fresh1' })
    expect([countOf(/refresh/), countOf(/users/)]).toEqual([1, 4])
  })

  it('does not refresh twice for one request, which rejects with the second 401', async () => {
    serve(() => false)
    const users = ids.map((id) => controller.fetch(RefreshedUsers.get, { id }))
    for (const { reason } of (await Promise.allSettled(users)) as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(NetworkError)
      expect(reason).toMatchObject({ status: 401 })
    }
    expect([countOf(/refresh/), countOf(/users/)]).toEqual([1, 10])
  })

  it('rejects all waiting requests if the refresh fails', async () => {
    serve(() => false)
    auth.session = { accessToken: 'stale', refreshToken: 'too old' }
    const users = ids.map((id) => controller.fetch(RefreshedUsers.get, { id }))
    for (const { reason } of (await Promise.allSettled(users)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ status: 403 })
    }
    expect([countOf(/refresh/), countOf(/users/)]).toEqual([1, 5])
  })

  it('retries a request with its body', async () => {
    serve((token) => token === 'fresh1')
    await controller.fetch(RefreshedUsers.create, { name: 'Ada' })
    expect(received.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/users', '{"name":"Ada"}'],
      ['POST', '/refresh', '{"refreshToken":"r3fresh"}'],
      ['POST', '/users', '{"name":"Ada"}'],
    ])
  })
  it('does not retry with the token of another user who signs in during the refresh', async () => {
    serve((token) => token !== 'stale')
    refreshed = deferred()
    const written = controller.fetch(RefreshedUsers.update, { id: '1' }, { name: 'by A' })
    await arrived(2)
    const next = { accessToken: 'B', refreshToken: 'r-B' }
    auth.session = next
    refreshed.resolve()
    await expect(written).rejects.toMatchObject({ status: 401 })
    expect(next.accessToken).toBe('B')
    expect(await controller.fetch(RefreshedUsers.get, { id: '2' })).toMatchObject({ name: 'B' })
    expect(countOf(/users\/1/)).toBe(1)
  })

  it('does not retry with the token of another user if the 401 response is late', async () => {
    const late = deferred()
    serve((token) => token !== 'stale', { id: '1', until: late.promise })
    const written = controller.fetch(RefreshedUsers.update, { id: '1' }, { name: 'by A' })
    await arrived(1)
    auth.session = { accessToken: 'B', refreshToken: 'r-B' }
    late.resolve()
    await expect(written).rejects.toMatchObject({ status: 401 })
    expect(countOf(/users\/1/)).toBe(1)
  })

  it('stores a new refresh token', async () => {
    serve((token) => token === 'fresh1')
    rotated = { refreshToken: 'r-2' }
    await controller.fetch(RefreshedUsers.get, { id: '1' })
    expect(auth.session).toEqual({ accessToken: 'fresh1', refreshToken: 'r-2' })
  })
})
