import { http, HttpResponse } from 'msw'
import { Endpoint, LogoutManager, RestEndpoint, rows, type StandardSchema, Values } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, deferred, User } from '../support/world'

const SECRET = 'hunter2'
const TOKEN = 'tok-123'

const login = new RestEndpoint({
  urlPrefix: API,
  path: '/login',
  method: 'POST',
  body: {} as { password: string },
  name: 'login',
  process: (value: { token: string }) => value,
}).extend({ sensitive: true })

const all = (world: ReturnType<typeof createStore>) =>
  JSON.stringify([world.actions, world.store.getState()])

describe('a sensitive endpoint', () => {
  it('returns the value to its caller, and keeps it out of state, actions and log', async () => {
    server.use(http.post(`${API}/login`, () => HttpResponse.json({ token: TOKEN })))
    const world = createStore()
    const { store, rest, controller, actions } = world
    const before = store.getState()
    const value = await controller.fetch(login, { password: SECRET })
    expect(value).toEqual({ token: TOKEN })
    await store.dispatch(rest.fetch(login, { password: SECRET }))
    expect(all(world)).not.toMatch(new RegExp(`${SECRET}|${TOKEN}`))
    expect(actions).toEqual([])
    expect(store.getState()).toBe(before)
  })

  it('rejects its caller with the error, and does not trigger a logout', async () => {
    server.use(http.post(`${API}/login`, () => HttpResponse.json({ is: SECRET }, { status: 401 })))
    const world = createStore({ managers: [new LogoutManager()] })
    world.controller.setResponse(
      new Endpoint(async () => 5, { name: 'five' }) as never,
      ...([5] as never),
    )
    await expect(world.controller.fetch(login, { password: SECRET })).rejects.toMatchObject({
      status: 401,
    })
    expect(world.actions.map(({ type }) => type)).toEqual(['rest/five/fulfilled'])
    expect(rows(world.store.getState().rest.requests)).toHaveLength(1)
  })

  it('may be a read with a schema, which stores no rows', async () => {
    let count = 0
    const whoAmI = new Endpoint(
      async (token: string) => {
        count += 1
        return { id: '1', name: `owner of ${token}` }
      },
      { name: 'whoAmI', schema: User, sensitive: true },
    )
    const world = createStore()
    const { store, controller } = world
    const [one, other] = await Promise.all([
      controller.fetch(whoAmI, SECRET),
      controller.fetch(whoAmI, SECRET),
    ])
    expect(one).toBeInstanceOf(User)
    expect(one.name).toBe(`owner of ${SECRET}`)
    expect(other).toEqual(one)
    expect(count).toBe(2)
    expect(store.getState().rest.entities).toEqual({})
    expect(rows(store.getState().rest.requests)).toEqual([])
    controller.invalidate(whoAmI, SECRET)
    controller.setResponse(whoAmI, SECRET, { id: '1', name: SECRET })
    controller.setError(whoAmI, SECRET, new Error(SECRET))
    expect(all(world)).not.toContain(SECRET)
  })

  it('rejects a response that does not fit its schema without its values', async () => {
    const whoAmI = new Endpoint(async () => ({ name: SECRET }), {
      name: 'whoAmI',
      schema: User,
      sensitive: true,
    })
    const world = createStore()
    await expect(world.controller.fetch(whoAmI)).rejects.toThrow(
      /^The response does not fit its schema$/,
    )
    expect(all(world)).not.toContain(SECRET)
  })

  it('ends the session of a user where a read of it is refused', async () => {
    const whoAmI = new Endpoint(
      async () => {
        throw Object.assign(new Error('refused'), { status: 401 })
      },
      { name: 'whoAmI', sensitive: true },
    )
    const { controller, actions } = createStore({ managers: [new LogoutManager()] })
    await expect(controller.fetch(whoAmI)).rejects.toThrow('refused')
    expect(actions.map(({ type }) => type)).toEqual(['rest/reset'])
  })

  it('rejects its caller when the store is disposed of', async () => {
    const never = new Endpoint(() => new Promise<never>(() => undefined), {
      name: 'never',
      sensitive: true,
    })
    const { store, rest, controller } = createStore()
    const waiting = controller.fetch(never)
    rest.dispose(store)
    await expect(waiting).rejects.toThrow(/disposed/)
  })

  it('rejects a read that started before a reset, and is waited for by allSettled', async () => {
    const response = deferred<number>()
    const whoAmI = new Endpoint(() => response.promise, { name: 'whoAmI', sensitive: true })
    const { controller } = createStore()
    const waiting = controller.fetch(whoAmI)
    controller.reset()
    await expect(waiting).rejects.toMatchObject({ name: 'ResetError' })
    const next = controller.fetch(whoAmI)
    const settled = vi.fn()
    const all = controller.allSettled().then(settled)
    await new Promise((resolve) => setTimeout(resolve))
    expect(settled).not.toHaveBeenCalled()
    response.resolve(5)
    expect(await next).toBe(5)
    await all
  })

  it('throws an error in retain', () => {
    const whoAmI = new Endpoint(async () => 5, { name: 'whoAmI', sensitive: true })
    const { store, rest } = createStore()
    expect(() => store.dispatch(rest.retain(whoAmI))).toThrow(/whoAmI is sensitive/)
  })

  it('can be aborted, without values in state and actions', async () => {
    server.use(http.post(`${API}/login`, () => new Promise<never>(() => undefined)))
    const world = createStore()
    const promise = world.store.dispatch(world.rest.fetch(login, { password: SECRET }))
    promise.abort()
    await expect(promise.unwrap()).rejects.toMatchObject({ name: 'AbortError' })
    expect(all(world) + JSON.stringify(await promise)).not.toContain(SECRET)
  })
})

describe('the error of a sensitive endpoint', () => {
  const record: StandardSchema = {
    '~standard': {
      version: 1,
      vendor: 'by hand',
      validate: (value) => ({
        issues: Object.keys(value as object).map((key) => ({ message: `no ${key}`, path: [key] })),
      }),
    },
  }

  it.each([
    ['its status text', {}, () => new HttpResponse(null, { status: 401, statusText: SECRET })],
    ['its content type', { schema: User }, () => bytes(`application/${SECRET}`)],
    ['its HTML page', { schema: User }, () => HttpResponse.html(`<html>${SECRET}`)],
    ['its text', { schema: User, sideEffect: false }, () => HttpResponse.text(SECRET)],
    ['keys that a schema rejects', { responseSchema: record }, () => json({ [SECRET]: 1 })],
    ['keys of entities', { schema: new Values(User) }, () => json({ [SECRET]: true })],
    ['a value that is not an entity', { schema: [User] }, () => json([[SECRET]])],
  ])('contains nothing of the response: %s', async (_, options, response) => {
    server.use(http.post(`${API}/login`, response))
    const { controller } = createStore()
    const secretive = login.extend({ process: (value: unknown) => value as never, ...options })
    const error: unknown = await controller
      .fetch(secretive, { password: 'x' })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain(SECRET)
  })

  it('contains nothing of the body', async () => {
    const checked = login.extend({ bodySchema: record })
    const error: unknown = await checked({ password: 'x', [SECRET]: 1 } as never).catch(
      (thrown: unknown) => thrown,
    )
    expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain(SECRET)
  })

  const bytes = (type: string) => new HttpResponse('abc', { headers: { 'content-type': type } })
  const json = (value: object) => HttpResponse.json(value)
})
