import type { UnknownAction } from '@reduxjs/toolkit'
import { http, HttpResponse } from 'msw'
import {
  type Controller,
  createRest,
  Endpoint,
  LogoutManager,
  type Manager,
  ResetError,
  rows,
} from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, deferred, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** The errors that were reported because no caller receives them. */
function reports(): readonly unknown[] {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  return reported
}

describe('a manager', () => {
  it('is initialized once per store, receives every action, and is cleaned up by dispose', () => {
    const log: string[] = []
    const manager: Manager = {
      init(controller) {
        log.push('init')
        const stop = controller.onAction(({ type }) => log.push(type))
        return () => {
          stop()
          log.push('cleanup')
        }
      },
    }
    const { store, rest, controller } = createStore({ managers: [manager] })
    store.dispatch({ type: 'hello' } as UnknownAction)
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    rest.dispose(store)
    rest.dispose(store)
    store.dispatch({ type: 'too late' } as UnknownAction)
    expect(log).toEqual(['init', 'hello', 'rest/User.get/fulfilled', 'cleanup'])
  })

  it('is initialized when the store is ready, without any action', async () => {
    const init = vi.fn((controller: Controller) => {
      controller.setResponse(UserResource.get, { id: '1' }, ada)
    })
    const { controller } = createStore({ managers: [{ init }] })
    expect(init).not.toHaveBeenCalled()
    await Promise.resolve()
    expect(init).toHaveBeenCalledTimes(1)
    expect(controller.getResponse(UserResource.get, { id: '1' }).data).toMatchObject(ada)
  })

  it('reads the state after the action', () => {
    const seen: unknown[] = []
    const manager: Manager = {
      init: (controller) =>
        controller.onAction(() =>
          seen.push(controller.getResponse(UserResource.get, { id: '1' }).data?.name),
        ),
    }
    const { controller } = createStore({ managers: [manager] })
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    expect(seen).toEqual(['Ada'])
  })

  it('is notified of subscriptions, including earlier ones', async () => {
    const log: string[] = []
    const manager: Manager = {
      init: (controller) =>
        controller.onSubscription(({ key }) => {
          log.push(`open ${key}`)
          return () => log.push(`close ${key}`)
        }),
    }
    const { rest, store, controller } = createStore({ managers: [manager] })
    controller.subscribe(UserResource.get, { id: '1' })
    expect(log).toEqual([])
    await Promise.resolve()
    controller.subscribe(UserResource.get, { id: '2' })
    controller.unsubscribe(UserResource.get, { id: '1' })
    rest.dispose(store)
    expect(log).toEqual([
      `open GET ${API}/users/1`,
      `open GET ${API}/users/2`,
      `close GET ${API}/users/1`,
      `close GET ${API}/users/2`,
    ])
  })

  it('that throws affects neither the store nor other managers', async () => {
    const reported = reports()
    const fail = (): never => {
      throw new Error('broken')
    }
    const heard: string[] = []
    const managers: Manager[] = [
      { init: fail },
      { init: (controller) => controller.onAction(fail) },
      { init: (controller) => controller.onSubscription(fail) },
      { init: () => fail },
      { init: (controller) => controller.onAction(({ type }) => heard.push(type)) },
    ]
    const { rest, store, controller } = createStore({ managers })
    await Promise.resolve()
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    controller.subscribe(UserResource.get, { id: '1' })
    rest.dispose(store)
    expect(heard).toEqual(['rest/User.get/fulfilled'])
    expect(reported).toHaveLength(4)
    vi.unstubAllGlobals()
  })

  it('is disposed of together with the requests in flight', async () => {
    server.use(http.get(`${API}/users/1`, () => new Promise<never>(() => undefined)))
    const { rest, store, controller } = createStore()
    const waiting = controller.fetch(UserResource.get, { id: '1' })
    rest.dispose(store)
    await expect(waiting).rejects.toThrow(/disposed/)
  })
})

describe('an object that is not a manager', () => {
  /** As data-client has them. */
  class LoggingManager {
    readonly middleware = () => (next: (action: unknown) => unknown) => (action: unknown) =>
      next(action)
    init() {}
    cleanup() {}
  }

  class LegacyManager {
    getMiddleware() {
      return new LoggingManager().middleware
    }
  }

  class Ticker {
    start() {}
  }

  it.each<[found: string, value: unknown]>([
    ['a LoggingManager with `middleware`', new LoggingManager()],
    ['a LegacyManager with `getMiddleware`', new LegacyManager()],
    ['an object with `middleware`', Object.assign(Object.create(null), new LoggingManager())],
    ['a Ticker without `init`', new Ticker()],
    ['an object without `init`', { init: true }],
    ['an array', []],
    ['the function LogoutManager, which is no instance', LogoutManager],
    ['the function makeManager, which is no instance', function makeManager() {}],
    ['null', null],
    ['undefined', undefined],
    ['the string "logout"', 'logout'],
  ])('throws an error in createRest that names it: %s', (found, value) => {
    const managers = [new LogoutManager(), value] as Manager[]
    expect(() => createRest({ managers })).toThrow(
      new TypeError(
        `createRest({ managers }): found ${found}. A manager is an object with init(controller), which returns its cleanup; controller.onAction(listener) takes the place of a middleware.`,
      ),
    )
  })

  it('in place of the list of managers throws an error', () => {
    const managers = new LogoutManager() as unknown as Manager[]
    expect(() => createRest({ managers })).toThrow(/found a LogoutManager in place of a list/)
  })

  it('is reported in production, and other managers are initialized', async () => {
    const reported = reports()
    const init = vi.fn()
    vi.stubEnv('NODE_ENV', 'production')
    createStore({ managers: [new LegacyManager() as unknown as Manager, { init }] })
    await Promise.resolve()
    expect(init).toHaveBeenCalledTimes(1)
    expect(reported).toEqual([expect.any(TypeError)])
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
})

describe('LogoutManager', () => {
  function refuse(...ids: string[]) {
    const count = { requests: 0 }
    server.use(
      ...ids.map((id) =>
        http.get(`${API}/users/${id}`, () => {
          count.requests += 1
          return HttpResponse.json({}, { status: 401 })
        }),
      ),
    )
    return count
  }

  it('resets the store after status 401, and keeps the error of that request', async () => {
    refuse('9')
    const { store, controller, actions } = createStore({ managers: [new LogoutManager()] })
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    await expect(controller.fetch(UserResource.get, { id: '9' })).rejects.toMatchObject({
      name: 'NetworkError',
      status: 401,
    })
    expect(controller.getResponse(UserResource.get, { id: '1' }).data).toBeUndefined()
    expect(store.getState().rest.entities).toEqual({})
    expect(controller.getError(UserResource.get, { id: '9' })).toMatchObject({ status: 401 })
    expect(rows(store.getState().rest.requests)).toHaveLength(1)
    const resets = actions.filter(({ type }) => type === 'rest/reset')
    expect(resets).toHaveLength(1)
    expect(JSON.parse(JSON.stringify(resets))).toEqual(resets)
  })

  it('does not react to other errors', async () => {
    server.use(http.get(`${API}/users/9`, () => HttpResponse.json({}, { status: 403 })))
    const { controller } = createStore({ managers: [new LogoutManager()] })
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    expect(controller.getResponse(UserResource.get, { id: '1' }).data).toMatchObject(ada)
  })

  it('aborts requests in flight and stores none of their responses', async () => {
    refuse('9')
    const gate = deferred()
    const aborted: string[] = []
    const slowly = async ({ request }: { request: Request }) => {
      request.signal.addEventListener('abort', () => aborted.push(request.method))
      await gate.promise
      return HttpResponse.json(ada)
    }
    server.use(http.get(`${API}/users/1`, slowly), http.patch(`${API}/users/1`, slowly))
    const { store, controller, actions } = createStore({ managers: [new LogoutManager()] })
    const reading = controller.fetch(UserResource.get, { id: '1' })
    const writing = controller.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ada' })
    const outcomes = Promise.allSettled([reading, writing])
    await settle()
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    const [read, write] = await outcomes
    expect(read).toMatchObject({ reason: expect.any(ResetError) as unknown })
    expect(write).toMatchObject({ reason: { name: 'AbortError' } })
    expect(aborted.toSorted()).toEqual(['GET', 'PATCH'])
    const count = actions.length
    gate.resolve()
    await settle()
    expect(actions).toHaveLength(count)
    expect(store.getState().rest.entities).toEqual({})
  })

  it('does not abort a sensitive mutation in flight', async () => {
    refuse('9')
    const gate = deferred<string>()
    const login = new Endpoint(async () => gate.promise, {
      name: 'login',
      sideEffect: true,
      sensitive: true,
    })
    const { store, controller } = createStore({ managers: [new LogoutManager()] })
    const signingIn = controller.fetch(login)
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    gate.resolve('token')
    expect(await signingIn).toBe('token')
    expect(JSON.stringify(store.getState())).not.toContain('token')
  })

  it('handles several concurrent 401 responses once', async () => {
    refuse('7', '8', '9')
    const handleLogout = vi.fn((controller: Controller) => controller.resetEntireStore())
    const { controller } = createStore({ managers: [new LogoutManager({ handleLogout })] })
    const outcomes = await Promise.allSettled(
      ['7', '8', '9'].map((id) => controller.fetch(UserResource.get, { id })),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(handleLogout).toHaveBeenCalledTimes(1)
  })

  it('accepts custom conditions and async handlers', async () => {
    server.use(http.get(`${API}/users/9`, () => HttpResponse.json({}, { status: 419 })))
    const gate = deferred()
    const { controller } = createStore({
      managers: [
        new LogoutManager({
          shouldLogout: ({ status }) => status === 419,
          async handleLogout(it) {
            await gate.promise
            it.resetEntireStore()
          },
        }),
      ],
    })
    controller.setResponse(UserResource.get, { id: '1' }, ada)
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    expect(controller.getResponse(UserResource.get, { id: '1' }).data).toMatchObject(ada)
    gate.resolve()
    await settle()
    expect(controller.getResponse(UserResource.get, { id: '1' }).data).toBeUndefined()
    expect(controller.getError(UserResource.get, { id: '9' })).toMatchObject({ status: 419 })
  })

  it('is not triggered again by requests of its own handler', async () => {
    refuse('8', '9')
    const handleLogout = vi.fn(async (it: Controller) => {
      it.resetEntireStore()
      await it.fetch(UserResource.get, { id: '8' }).catch(() => undefined)
    })
    const { controller } = createStore({ managers: [new LogoutManager({ handleLogout })] })
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    await handleLogout.mock.results[0]?.value
    expect(handleLogout).toHaveBeenCalledTimes(1)
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    expect(handleLogout).toHaveBeenCalledTimes(2)
  })

  it('reports an error that its handler throws', async () => {
    const reported = reports()
    refuse('9')
    const handleLogout = () => {
      throw new Error('broken')
    }
    const { controller } = createStore({ managers: [new LogoutManager({ handleLogout })] })
    await controller.fetch(UserResource.get, { id: '9' }).catch(() => undefined)
    await settle()
    expect(reported).toEqual([new Error('broken')])
    vi.unstubAllGlobals()
  })

  it('does not refetch a retained call, but new readers send a request', async () => {
    const count = refuse('9')
    const { store, rest, controller } = createStore({ managers: [new LogoutManager()] })
    const held = store.dispatch(rest.retain(UserResource.get, { id: '9' }))
    await controller.allSettled()
    await settle()
    expect(count.requests).toBe(1)
    held.release()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    const again = store.dispatch(rest.retain(UserResource.get, { id: '9' }))
    await controller.allSettled()
    expect(count.requests).toBe(2)
    again.release()
  })

  it('pauses polling until another request succeeds', async () => {
    vi.useFakeTimers()
    const source = { requests: 0, status: 200 }
    const getPrice = new Endpoint(
      async (pair: string) => {
        source.requests += 1
        if (source.status === 200) return `${pair} ${source.requests}`
        throw Object.assign(new Error('refused'), { status: source.status })
      },
      { name: 'getPrice', pollFrequency: 1_000 },
    )
    const { controller } = createStore({ managers: [new LogoutManager()] })
    controller.subscribe(getPrice, 'BTC')
    await vi.advanceTimersByTimeAsync(2_500)
    expect(source.requests).toBe(3)
    source.status = 401
    await vi.advanceTimersByTimeAsync(1_000)
    expect(controller.getError(getPrice, 'BTC')).toMatchObject({ status: 401 })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(source.requests).toBe(4)
    source.status = 200
    await controller.fetch(getPrice, 'BTC')
    await vi.advanceTimersByTimeAsync(2_500)
    expect(source.requests).toBe(7)
    controller.unsubscribe(getPrice, 'BTC')
  })
})
