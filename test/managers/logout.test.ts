import { http, HttpResponse } from 'msw'
import { type Controller, Endpoint, LogoutManager, ResetError, rows } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
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
    const handleLogout = vi.fn((controller: Controller) => controller.reset())
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
            it.reset()
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
      it.reset()
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
    const { controller } = createStore({ managers: [new LogoutManager(), new PollingManager()] })
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
