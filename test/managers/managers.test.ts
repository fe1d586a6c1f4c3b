import { http, HttpResponse } from 'msw'
import {
  createRest,
  Endpoint,
  LogoutManager,
  type Manager,
  type ManagerHooks,
  type ManagerStore,
  type Reader,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { API, server } from '../support/server'
import { createStore, createStoreOf, deferred, UserResource } from '../support/world'

const ada = { id: '1', name: 'Ada' }
const { get, partialUpdate } = UserResource

/** A manager of these hooks. */
function managerOf(hooks: ManagerHooks | ((store: ManagerStore) => ManagerHooks)): Manager {
  return { name: 'test', init: (store) => (typeof hooks === 'function' ? hooks(store) : hooks) }
}

function respondWith(body: object, status = 200) {
  const seen = { count: 0 }
  server.use(
    http.all(`${API}/users/1`, () => {
      seen.count += 1
      return HttpResponse.json(body, { status })
    }),
  )
  return seen
}

/** The errors that were reported because no caller receives them. */
function reports(): readonly unknown[] {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  return reported
}

describe('a manager', () => {
  it('is initialized once per store, receives every action, and is disposed of', () => {
    const log: string[] = []
    const manager: Manager = {
      name: 'log',
      init() {
        log.push('init')
        return {
          action: ({ type }) => void log.push(type),
          dispose: () => void log.push('dispose'),
        }
      },
    }
    const { store, rest, controller } = createStore({ managers: [manager] })
    store.dispatch({ type: 'hello' })
    controller.setResponse(get, { id: '1' }, ada)
    rest.dispose(store)
    rest.dispose(store)
    store.dispatch({ type: 'too late' })
    expect(log).toEqual(['init', 'hello', 'rest/User.get/fulfilled', 'dispose'])
  })

  it('is initialized when the store is ready, without any action', async () => {
    const init = vi.fn((store: ManagerStore) => {
      store.setResponse(get, { id: '1' }, ada)
    })
    const { controller } = createStore({ managers: [{ name: 'test', init }] })
    expect(init).not.toHaveBeenCalled()
    await Promise.resolve()
    expect(init).toHaveBeenCalledTimes(1)
    expect(controller.getResponse(get, { id: '1' }).data).toMatchObject(ada)
  })

  it('is initialized before the first request and the first reader of a store', () => {
    const init = vi.fn()
    const { store, rest } = createStore({ managers: [{ name: 'test', init }] })
    respondWith(ada)
    const held = store.dispatch(rest.retain(get, { id: '1' }))
    expect(init).toHaveBeenCalledTimes(1)
    held.release()
  })

  it('reads the state after the action', () => {
    const seen: unknown[] = []
    const manager = managerOf((store) => ({
      action: () => void seen.push(store.getResponse(get, { id: '1' }).data?.name),
    }))
    createStore({ managers: [manager] }).controller.setResponse(get, { id: '1' }, ada)
    expect(seen).toEqual(['Ada'])
  })

  it('may have hooks that are methods of a class', async () => {
    const log: string[] = []
    class Log implements ManagerHooks {
      readonly #name = 'log'
      action() {
        log.push(`${this.#name}: action`)
      }
      request(_call: unknown, run: () => Promise<unknown>) {
        log.push(`${this.#name}: request`)
        return run()
      }
      dispose() {
        log.push(`${this.#name}: dispose`)
      }
    }
    respondWith(ada)
    const { store, rest, controller } = createStore({ managers: [managerOf(() => new Log())] })
    await controller.fetch(get, { id: '1' })
    rest.dispose(store)
    expect([...new Set(log)].toSorted()).toEqual(['log: action', 'log: dispose', 'log: request'])
  })

  it('that throws affects neither the store nor other managers, and is reported once', async () => {
    const reported = reports()
    const fail = (): never => {
      throw new Error('broken')
    }
    const heard: string[] = []
    const managers: Manager[] = [
      { name: 'init', init: fail },
      { name: 'hooks', init: () => ({ commit: fail, action: fail, reader: fail, gate: fail }) },
      { name: 'dispose', init: () => fail },
      { name: 'good', init: () => ({ action: ({ type }) => void heard.push(type) }) },
    ]
    const { rest, store, controller } = createStore({ managers })
    respondWith(ada)
    const held = store.dispatch(rest.retain(get, { id: '1' }))
    await controller.allSettled()
    controller.setResponse(get, { id: '1' }, ada)
    held.release()
    rest.dispose(store)
    expect(heard).toEqual(['rest/User.get/pending', ...Array(2).fill('rest/User.get/fulfilled')])
    // One for `init`, for `dispose`, and for each hook.
    expect(reported).toHaveLength(6)
    vi.unstubAllGlobals()
  })

  it('of the name of another one does not run', async () => {
    const [first, second] = [vi.fn(), vi.fn()]
    createStore({
      managers: [
        { name: 'one', init: first },
        { name: 'one', init: second },
      ],
    })
    await Promise.resolve()
    expect(first).toHaveBeenCalledTimes(1)
    expect(second).not.toHaveBeenCalled()
    const { calls } = vi.mocked(console.warn).mock
    expect(calls).toEqual([[expect.stringContaining('two managers are called "one"')]])
    vi.mocked(console.warn).mockClear()
  })
})

describe('the hook `request`', () => {
  it('adds to the context of a request, and sees its value', async () => {
    const seen: unknown[] = []
    const contexts: unknown[] = []
    const manager = managerOf({
      async request({ endpoint, args, isMutation }, run) {
        const value = await run({ extra: 'more' })
        seen.push([endpoint.name, args, isMutation, value])
        return value
      },
    })
    const getOne = new Endpoint(
      async function (this: { context: { extra?: unknown } }, id: string) {
        contexts.push(this.context.extra)
        return `one ${id}`
      },
      { name: 'getOne' },
    )
    const { controller } = createStore({ managers: [manager] })
    expect(await controller.fetch(getOne, '1')).toBe('one 1')
    expect(contexts).toEqual(['more'])
    expect(seen).toEqual([['getOne', ['1'], false, 'one 1']])
  })

  it('rejects the call by what it throws, without a request', async () => {
    const seen = respondWith(ada)
    const manager = managerOf({
      request() {
        throw new Error('no')
      },
    })
    const { controller } = createStore({ managers: [manager] })
    await expect(controller.fetch(get, { id: '1' })).rejects.toThrow('no')
    expect(seen.count).toBe(0)
  })

  it('waits before a request, which starts when it is sent', async () => {
    const gate = deferred()
    const seen = respondWith({ id: '1', name: 'new' })
    const manager = managerOf({ request: (_, run) => gate.promise.then(() => run()) })
    const { controller } = createStore({ managers: [manager] })
    const fetching = controller.fetch(get, { id: '1' })
    controller.set(UserResource.get.schema, { id: '1' }, ada)
    await Promise.resolve()
    expect(seen.count).toBe(0)
    gate.resolve()
    // What was written while it waited is older than its response.
    expect(await fetching).toMatchObject({ name: 'new' })
  })

  it('repeats a request, or gives a value of its own', async () => {
    const seen = respondWith({}, 500)
    const manager = managerOf({
      request: (_, run) => run().catch(() => run().catch(() => ada)),
    })
    const { controller } = createStore({ managers: [manager] })
    expect(await controller.fetch(get, { id: '1' })).toMatchObject(ada)
    expect(seen.count).toBe(2)
  })

  it('runs within that of the manager before', async () => {
    const log: string[] = []
    const named = (name: string): Manager => ({
      name,
      init: () => ({
        request(_, run) {
          log.push(name)
          return run().finally(() => log.push(`${name} ends`))
        },
      }),
    })
    respondWith(ada)
    const { controller } = createStore({ managers: [named('one'), named('two')] })
    await controller.fetch(get, { id: '1' })
    expect(log).toEqual(['one', 'two', 'two ends', 'one ends'])
  })

  it('gives all tries of a call one idempotency key', async () => {
    const keys: unknown[] = []
    const manager = managerOf({ request: (_, run) => run().catch(() => run()) })
    const pay = new Endpoint(
      async function (this: { context: { idempotencyKey?: string } }) {
        keys.push(this.context.idempotencyKey)
        if (keys.length < 2) throw new Error('again')
      },
      { name: 'pay', sideEffect: true },
    )
    const { controller } = createStore({ managers: [manager] })
    await controller.fetch(pay)
    expect(keys).toEqual([expect.any(String), keys[0]])
  })
})

describe('the hook `commit`', () => {
  it('changes what the store takes, after it was read', () => {
    const manager = managerOf({
      commit: (action, state) => ({
        ...action,
        payload: { ...Object(action).payload, managers: { test: Object.keys(state.entities) } },
      }),
    })
    const { store, controller } = createStore({ managers: [manager] })
    controller.invalidate(get, { id: '1' })
    expect(store.getState().rest.managers).toEqual({ test: [] })
  })
})

describe('the hook `reader`', () => {
  it('is called for each reader that comes, and what it returns as the reader goes', async () => {
    const log: string[] = []
    const manager = managerOf({
      reader({ key, isLive }) {
        const name = `${isLive ? 'live ' : ''}${key.replace(API, '')}`
        log.push(`+ ${name}`)
        return () => void log.push(`- ${name}`)
      },
    })
    respondWith(ada)
    const { rest, store, controller } = createStore({ managers: [manager] })
    controller.subscribe(get, { id: '1' })
    const held = store.dispatch(rest.retain(get, { id: '1' }))
    held.release()
    rest.dispose(store)
    expect(log).toEqual([
      '+ live GET /users/1',
      '+ GET /users/1',
      '+ live GET /users/1',
      '- live GET /users/1',
      '- GET /users/1',
      '- live GET /users/1',
    ])
  })

  it('is called for the readers that are there when a manager comes later', () => {
    const keys: string[] = []
    const later: Manager = {
      name: 'later',
      init: () => ({ reader: ({ key }) => void keys.push(key) }),
    }
    let store!: ManagerStore
    const manager = managerOf((it) => {
      store = it
      return {}
    })
    const { controller } = createStore({ managers: [manager] })
    controller.subscribe(get, { id: '1' })
    store.use(later)
    expect(keys).toEqual([`GET ${API}/users/1`])
  })
})

describe('the store of a manager', () => {
  function managed() {
    let found!: ManagerStore
    const manager = managerOf((store) => {
      found = store
      return {}
    })
    const world = createStore({ managers: [manager] })
    // Any action initializes it.
    world.store.dispatch({ type: 'start' })
    return { ...world, managed: found }
  }

  it('has the requests in flight, and aborts them', async () => {
    server.use(http.get(`${API}/users/1`, () => new Promise<never>(() => undefined)))
    const { managed: store, controller } = managed()
    const fetching = controller.fetch(get, { id: '1' })
    const [request] = store.inFlight
    expect(request).toMatchObject({ key: `GET ${API}/users/1`, isMutation: false })
    request?.abort('enough')
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError', message: 'enough' })
    expect(store.inFlight).toEqual([])
  })

  it('places rows, and removes them again, by actions that say what they are', () => {
    const { managed: store, controller, actions } = managed()
    const { entities } = store.normalize(get.schema, ada, [{ id: '1' }])
    store.write('restored', { entities })
    expect(controller.getResponse(get, { id: '1' }).data).toMatchObject(ada)
    store.write('gc', { removed: { entities: { User: ['1'] } } })
    expect(controller.getResponse(get, { id: '1' }).data).toBeUndefined()
    expect(actions.map(({ type }) => type)).toEqual(['rest/restored', 'rest/gc'])
  })

  it('removes nothing that was written since', () => {
    const { managed: store, controller, rest, store: redux } = managed()
    const action = { ...store.write('gc', { removed: { entities: { User: ['1'] } } }) }
    controller.setResponse(get, { id: '1' }, ada)
    const state = redux.getState().rest
    expect(rest.reducer(state, action)).toBe(state)
  })

  it('has a moment that grows with each call', () => {
    const { managed: store } = managed()
    const moments = [store.now(), store.now(), store.now()]
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  })

  it('knows the rows that a reader is shown', () => {
    const { managed: store, controller } = managed()
    const { getList } = UserResource
    controller.setResponse(getList, [ada, { id: '2', name: 'Bob' }])
    const reader: Reader = { endpoint: getList, args: [], key: getList.key(), isLive: false }
    expect([...store.rowsOf(reader)]).toEqual([
      ['[User]', '/users'],
      ['User', '1'],
      ['User', '2'],
    ])
  })

  it.each([400, 403, 500])(
    'sends a request for a reader, whose failure keeps the data: %s',
    async (status) => {
      respondWith({}, status)
      const { managed: store, controller } = managed()
      controller.setResponse(get, { id: '1' }, ada)
      const args = [{ id: '1' }]
      const reader: Reader = { endpoint: get, args, key: get.key({ id: '1' }), isLive: true }
      await store.refetch(reader)
      expect(controller.getResponse(get, { id: '1' }).data).toMatchObject(ada)
      expect(controller.getError(get, { id: '1' })).toBeUndefined()
    },
  )

  it.each([404, 410])('says that the server has no such item any more: %s', async (status) => {
    respondWith({}, status)
    const { managed: store, controller } = managed()
    controller.setResponse(get, { id: '1' }, ada)
    const args = [{ id: '1' }]
    await store.refetch({ endpoint: get, args, key: get.key({ id: '1' }), isLive: true })
    expect(controller.getError(get, { id: '1' })).toMatchObject({ status })
  })
})

describe('the `api` of a manager', () => {
  interface Counter {
    count(by: number): number
  }
  const counter: Manager<Counter> = {
    name: 'counter',
    apiNames: ['count'],
    init() {
      let total = 0
      return { api: { count: (by) => (total += by) } }
    },
  }

  it('is a thunk of rest, and bound by getApi, in each store on its own', () => {
    const rest = createRest({ managers: [counter, new LogoutManager()] })
    const stores = [createStoreOf(rest), createStoreOf(rest)] as const
    expect(stores[0].dispatch(rest.count(2))).toBe(2)
    expect(rest.getApi(stores[0]).count(3)).toBe(5)
    expect(rest.getApi(stores[1]).count(1)).toBe(1)
    expectTypeOf(rest.getApi(stores[0])).toEqualTypeOf<Counter & object>()
    expectTypeOf(rest.withTypes<{ state: object }>().count).toEqualTypeOf(rest.count)
    expectTypeOf<ReturnType<typeof rest.injectInto>['count']>().toEqualTypeOf(rest.count)
  })
})

describe('the names of an `api`', () => {
  const named = (name: string, apiNames: readonly string[], api: object): Manager => ({
    name,
    apiNames,
    init: () => ({ api }),
  })

  it('are those of `apiNames`, with a warning in development where they differ', () => {
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    const lists: Manager[] = [
      named('one', ['pause'], {}),
      named('two', [], { resume: () => 1 }),
      named('three', ['stop'], { stop: () => 2 }),
    ]
    createStore({ managers: lists }).store.dispatch({ type: 'start' })
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/manager "one": `api` lacks `pause`/)],
      [expect.stringMatching(/manager "two": `apiNames` lacks `resume`/)],
    ])
    warn.mockClear()
  })

  it('are refused where `rest`, or another manager, has them', () => {
    const stop = named('one', ['stop'], { stop: () => 1 })
    const twice = [stop, { ...stop, name: 'two' }]
    expect(() => createRest({ managers: twice })).toThrow(/two managers have `stop`/)
    const reset = named('one', ['reset'], { reset: () => 1 })
    expect(() => createRest({ managers: [reset] })).toThrow(/`rest.reset` is there already/)
  })
})

describe('an option that brings its manager', () => {
  it('runs the manager of the same name that createRest was given in its place', async () => {
    respondWith(ada)
    const init = vi.fn()
    const { controller } = createStore({ managers: [{ name: 'optimistic', init }] })
    controller.setResponse(get, { id: '1' }, ada)
    const rename = partialUpdate.extend({
      getOptimisticResponse: [optimistic, (_, params, body) => ({ ...params, ...body })],
    })
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    const renaming = controller.fetch(rename, { id: '1' }, { name: 'Bob' })
    expect(init).toHaveBeenCalledTimes(1)
    expect(controller.getResponse(get, { id: '1' }).data?.name).toBe('Ada')
    await renaming
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /getOptimisticResponse.* brings the manager "optimistic", but another/,
        ),
      ],
    ])
    warn.mockClear()
  })

  it.each([
    ['a list without a manager', ['cart']],
    ['a value in place of the manager', [{}, 'cart']],
    ['an empty list', []],
  ])('is an error as %s', async (_, scope) => {
    const seen = respondWith(ada)
    const { controller } = createStore()
    const options: object = { scope }
    const broken = partialUpdate.extend(options)
    await expect(controller.fetch(broken, { id: '1' }, {})).rejects.toThrow(/scope\b.*import/)
    expect(seen.count).toBe(0)
  })

  it.each(['scope', 'update', 'getOptimisticResponse'] as const)(
    'is an error as a plain value of %s, before anything is sent',
    async (option) => {
      const seen = respondWith(ada)
      const { controller, store } = createStore()
      const before = store.getState()
      const options: object = { [option]: () => 'cart' }
      const broken = partialUpdate.extend(options)
      await expect(controller.fetch(broken, { id: '1' }, {})).rejects.toThrow(
        new RegExp(`${option}\\b.*import`),
      )
      expect(seen.count).toBe(0)
      expect(store.getState()).toBe(before)
    },
  )
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
    ['an object without a `name`', { init() {} }],
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
        `createRest({ managers }): found ${found}. A manager is an object with a name and init(store), which returns its hooks.`,
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
    createStore({
      managers: [new LegacyManager() as unknown as Manager, { name: 'other', init }],
    })
    await Promise.resolve()
    expect(init).toHaveBeenCalledTimes(1)
    expect(reported).toEqual([expect.any(TypeError)])
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
})
