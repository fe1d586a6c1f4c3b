import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import {
  backoff,
  createRest,
  Endpoint,
  Entity,
  Invalidate,
  LogoutManager,
  RestEndpoint,
} from 'rtk-rest'
import {
  never,
  onFocus,
  onFocusOrReconnect,
  onReconnect,
  refetchOn,
  type RefetchOptions,
} from 'rtk-rest/refetch'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePresence } from '../support/fakePresence'
import { createStore, createStoreOf } from '../support/world'

const start = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const lost = () => Object.assign(new TypeError('fetch failed'), { code: 'NETWORK' })

/** Weather of any place, fresh for a minute; `error` makes the server fail. */
function weather(options: object = {}) {
  const server = { count: 0, latency: 0, error: undefined as Error | undefined }
  const getWeather = new Endpoint(
    async (place: string) => {
      server.count += 1
      if (server.latency > 0) await new Promise((resolve) => setTimeout(resolve, server.latency))
      if (server.error !== undefined) throw server.error
      return { place, count: server.count }
    },
    { name: 'getWeather', dataExpiryLength: MINUTE, ...options },
  )
  return { server, getWeather }
}

/** A store with the manager, and a presence that the test changes. */
function createApp(options: RefetchOptions = {}, initial: Parameters<typeof fakePresence>[0] = {}) {
  const fake = fakePresence(initial)
  const world = createStore({ managers: [refetchOn({ ...options, presence: fake.presence })] })
  const lookAway = () => fake.change({ isVisible: false })
  const look = () => fake.change({ isVisible: true })
  const lookAgain = async () => {
    lookAway()
    look()
    await wait(0)
  }
  const disconnect = () => fake.change({ isOnline: false })
  const reconnect = async () => {
    fake.change({ isOnline: true })
    await wait(0)
  }
  const offline = () => world.store.getState().rest.managers['offline']
  return { ...world, ...fake, lookAway, look, lookAgain, disconnect, reconnect, offline }
}

describe('refetchOn({ focus: true })', () => {
  it('fetches stale data again when the page is looked at again', async () => {
    const { server, getWeather } = weather()
    const { controller, lookAway, look } = createApp({ focus: true })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(MINUTE)
    lookAway()
    await wait(MINUTE)
    expect(server.count).toBe(1)
    look()
    await wait(0)
    expect(server.count).toBe(2)
    expect(controller.getResponse(getWeather, 'Oslo').data).toMatchObject({ count: 2 })
    held.release()
  })

  it('leaves fresh data alone', async () => {
    const { server, getWeather } = weather()
    const { controller, lookAgain } = createApp({ focus: true })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(MINUTE - 1)
    await lookAgain()
    expect(server.count).toBe(1)
    held.release()
  })

  it('fetches what has failed, and what is not there, and keeps the data after a failure', async () => {
    const { server, getWeather } = weather()
    const { controller, lookAgain } = createApp({ focus: true })
    server.error = new Error('down')
    const held = controller.retain(getWeather, 'Oslo')
    await wait(MINUTE)
    expect(controller.getError(getWeather, 'Oslo')).toMatchObject({ message: 'down' })
    server.error = undefined
    await lookAgain()
    expect(controller.getResponse(getWeather, 'Oslo').data).toMatchObject({ count: 2 })
    await wait(MINUTE)
    server.error = Object.assign(new Error('refused'), { status: 403 })
    await lookAgain()
    expect(server.count).toBe(3)
    expect(controller.getError(getWeather, 'Oslo')).toBeUndefined()
    expect(controller.getResponse(getWeather, 'Oslo').data).toMatchObject({ count: 2 })
    held.release()
  })

  it('does so at most once in 5 s, however often somebody looks', async () => {
    const { server, getWeather } = weather({ dataExpiryLength: 100 })
    const { controller, lookAgain } = createApp({ focus: true })
    const held = controller.retain(getWeather, 'Oslo')
    for (let times = 0; times < 200; times += 1) {
      await wait(100)
      await lookAgain()
    }
    // In 20 s: the first, and then one in 5 s.
    expect(server.count).toBe(1 + 4)
    held.release()
  })

  it('sends one request for a call, however many read it', async () => {
    const { server, getWeather } = weather()
    const { controller, lookAgain } = createApp({ focus: true })
    const held = Array.from({ length: 50 }, () => controller.retain(getWeather, 'Oslo'))
    await wait(MINUTE)
    await lookAgain()
    expect(server.count).toBe(2)
    for (const it of held) it.release()
  })

  it('asks for nothing that nobody reads, or that a user was signed out from', async () => {
    const { server, getWeather } = weather()
    const { controller, lookAgain } = createApp({ focus: true })
    await controller.fetch(getWeather, 'Oslo')
    const held = controller.retain(getWeather, 'Rome')
    await wait(MINUTE)
    held.release()
    await lookAgain()
    expect(server.count).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('asks for nothing after a logout', async () => {
    const { server, getWeather } = weather()
    const { presence, change } = fakePresence()
    const managers = [new LogoutManager(), refetchOn({ focus: true, presence })]
    const { controller } = createStore({ managers })
    server.error = Object.assign(new Error('signed out'), { status: 401 })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(MINUTE)
    change({ isVisible: false })
    change({ isVisible: true })
    await wait(0)
    expect(server.count).toBe(1)
    held.release()
  })

  it('sends a request although the clock was set forward or back by a day', async () => {
    const { server, getWeather } = weather()
    const { controller, lookAgain } = createApp({ focus: true })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(MINUTE)
    for (const [times, time] of [start + DAY, start, start - DAY].entries()) {
      vi.setSystemTime(time)
      await lookAgain()
      await wait(5_000)
      expect(server.count).toBe(2 + times)
      await lookAgain()
      await wait(5_000)
      expect(server.count, 'what is fresh by the new clock is left alone').toBe(2 + times)
    }
    held.release()
  })
})

describe('refetchOn({ reconnect: true })', () => {
  it('fetches stale data again, and what the network failed, when it is back', async () => {
    const { server, getWeather } = weather({ errorExpiryLength: 10 * MINUTE })
    const { controller, disconnect, reconnect } = createApp({ reconnect: true })
    const held = ['Oslo', 'Rome'].map((place) => controller.retain(getWeather, place))
    await wait(MINUTE - 1)
    disconnect()
    await reconnect()
    expect(server.count, 'all is fresh').toBe(2)
    server.error = lost()
    const broken = controller.retain(getWeather, 'Bern')
    await wait(1)
    expect(server.count).toBe(3)
    disconnect()
    await wait(MINUTE)
    server.error = undefined
    await reconnect()
    expect(server.count).toBe(6)
    expect(controller.getResponse(getWeather, 'Bern').data).toMatchObject({ place: 'Bern' })
    for (const it of [...held, broken]) it.release()
  })

  it('has new readers wait for the network, and then sends one request', async () => {
    const { server, getWeather } = weather()
    const { controller, change, reconnect, disconnect } = createApp({ reconnect: true })
    disconnect()
    const held = [1, 2].map(() => controller.retain(getWeather, 'Oslo'))
    await wait(MINUTE)
    change({ isVisible: false })
    change({ isVisible: true })
    await wait(MINUTE)
    expect(server.count).toBe(0)
    await reconnect()
    expect(server.count).toBe(1)
    for (const it of held) it.release()
  })

  it('fetches when it is back what shows that an entity was deleted', async () => {
    class Place extends Entity {
      id = ''
      static override key = 'Place'
    }
    let count = 0
    const getPlace = new Endpoint(
      async ({ id }: { id: string }) => {
        count += 1
        return { id }
      },
      { name: 'getPlace', schema: Place },
    )
    const { controller, disconnect, reconnect } = createApp({ reconnect: true })
    const held = controller.retain(getPlace, { id: '1' })
    await wait(0)
    disconnect()
    controller.set(new Invalidate(Place), { id: '1' }, { id: '1' })
    controller.expireAll(getPlace)
    await wait(MINUTE)
    expect(count).toBe(1)
    await reconnect()
    expect(count).toBe(2)
    held.release()
  })

  it('sends nothing for a reader that went while it waited', async () => {
    const { server, getWeather } = weather()
    const { controller, reconnect } = createApp({ reconnect: true }, { isOnline: false })
    controller.retain(getWeather, 'Oslo').release()
    await wait(MINUTE)
    await reconnect()
    await wait(MINUTE)
    expect(server.count).toBe(0)
  })

  it('says of a reader that it waits, whose call has failed since', async () => {
    const { server, getWeather } = weather()
    const { rest, store, controller, disconnect } = createApp({ reconnect: true })
    const other = controller.retain(getWeather, 'Rome')
    disconnect()
    server.error = lost()
    await controller.fetch(getWeather, 'Oslo').catch(() => undefined)
    await wait(MINUTE)
    const held = controller.retain(getWeather, 'Oslo')
    await wait(0)
    const { isPaused } = rest.selectors.selectRequest(store.getState(), getWeather, 'Oslo')
    expect(isPaused).toBe(true)
    held.release()
    other.release()
  })

  it('tries at once what a user asks for', async () => {
    const { server, getWeather } = weather()
    const { controller } = createApp({ reconnect: true }, { isOnline: false })
    const save = new Endpoint(async () => 'saved', { name: 'save', sideEffect: true })
    expect(await controller.fetch(getWeather, 'Oslo')).toMatchObject({ count: 1 })
    expect(await controller.fetch(save)).toBe('saved')
    expect(server.count).toBe(1)
  })

  it('has repeated tries wait, of mutations too', async () => {
    const { controller, reconnect, disconnect } = createApp({ reconnect: true })
    let tries = 0
    const save = new RestEndpoint({
      path: '/save',
      urlPrefix: 'http://api.test',
      method: 'PUT',
      body: undefined,
      retry: backoff({ retries: 3 }),
      fetchResponse() {
        tries += 1
        if (tries > 1) return Promise.resolve(Response.json('saved'))
        disconnect()
        return Promise.reject(lost())
      },
    })
    const saved = controller.fetch(save)
    await wait(MINUTE)
    expect(tries).toBe(1)
    await reconnect()
    expect(await saved).toBe('saved')
    expect(tries).toBe(2)
  })

  it('sends few requests while the network comes and goes', async () => {
    const { server, getWeather } = weather()
    const { controller, change, actions } = createApp({ reconnect: true })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(0)
    server.error = lost()
    await wait(MINUTE)
    for (let times = 0; times < 500; times += 1) {
      change({ isOnline: false })
      await wait(10)
      change({ isOnline: true })
      await wait(10)
    }
    // In 10 s.
    expect(server.count).toBeGreaterThan(1)
    expect(server.count).toBeLessThanOrEqual(4)
    const labels = actions.map(({ type }) => type).filter((type) => type.endsWith('line'))
    expect(labels).toHaveLength(1_000)
    held.release()
  })

  it('notes in the state that there is no network, for as long as that is so', async () => {
    const { getWeather } = weather()
    const { controller, disconnect, reconnect, offline } = createApp({ reconnect: true })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(0)
    expect(offline()).toBeUndefined()
    disconnect()
    expect(offline()).toEqual({ since: start, reconnect: true })
    await wait(MINUTE)
    controller.reset()
    expect(offline(), 'a reset is no network').toEqual({ since: start + MINUTE, reconnect: true })
    await reconnect()
    expect(offline()).toBeNull()
    held.release()
  })

  it('takes a presence that calls back as it is listened to', async () => {
    const { server, getWeather } = weather()
    const { presence } = fakePresence({ isOnline: false })
    const listen = vi.fn((onChange: () => void) => {
      onChange()
      return presence.listen(onChange)
    })
    const manager = refetchOn({ reconnect: true, presence: { ...presence, listen } })
    const { controller } = createStore({ managers: [manager] })
    controller.retain(getWeather, 'Oslo').release()
    await wait(0)
    expect(server.count).toBe(0)
    expect(listen).toHaveBeenCalledTimes(1)
  })

  it('takes no note of another store for its own', async () => {
    const { getWeather } = weather()
    const first = createApp({ reconnect: true }, { isOnline: false })
    await first.controller.fetch(getWeather, 'Oslo')
    expect(first.offline()).toEqual({ since: start, reconnect: true })
    const rest = createRest({ managers: [refetchOn({ reconnect: true })] })
    const store = configureStore({
      reducer: { rest: rest.reducer },
      middleware: (defaults) => defaults().concat(rest.middleware),
      preloadedState: first.store.getState(),
    })
    await wait(0)
    expect(store.getState().rest.managers['offline']).toBeNull()
  })
})

describe('a store with refetchOn', () => {
  it('does not listen where it is disposed of before it could', async () => {
    const { store, rest, listeners } = createApp({ reconnect: true })
    store.dispatch({ type: 'app/started' })
    rest.dispose(store)
    await wait(0)
    expect(listeners.size).toBe(0)
  })

  it('goes on where a subscriber of the store throws', async () => {
    const { store, disconnect, reconnect, offline } = createApp({ reconnect: true })
    store.dispatch({ type: 'app/started' })
    await wait(0)
    const stop = store.subscribe(() => {
      throw new Error('a subscriber')
    })
    expect(disconnect).toThrow('a subscriber')
    stop()
    await reconnect()
    expect(offline()).toBeNull()
    disconnect()
    expect(offline()).toMatchObject({ reconnect: true })
  })

  it('tries once in each action to note the network in a state that stays, as in time travel', async () => {
    const fake = fakePresence()
    const rest = createRest({ managers: [refetchOn({ reconnect: true, presence: fake.presence })] })
    const types: string[] = []
    let isLocked = false
    const reducer: typeof rest.reducer = (state, action) => {
      types.push(action.type)
      return isLocked && state !== undefined ? state : rest.reducer(state, action)
    }
    const store = createStoreOf({ reducer, middleware: rest.middleware })
    store.dispatch({ type: 'app/started' })
    await wait(0)
    fake.change({ isOnline: false })
    isLocked = true
    fake.change({ isOnline: true })
    types.length = 0
    store.dispatch({ type: 'app/clicked' })
    expect(types).toEqual(['app/clicked', 'rest/online'])
    isLocked = false
    store.dispatch({ type: 'app/clicked' })
    expect(store.getState().rest.managers['offline']).toBeNull()
    rest.dispose(store)
  })
})

describe('refetchOn({ every })', () => {
  it('fetches what is shown again, so that none of it is stale for long', async () => {
    const { server, getWeather } = weather()
    server.latency = 200
    const { controller } = createApp({ every: MINUTE })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(10 * MINUTE)
    expect(server.count).toBe(11)
    await wait(200)
    held.release()
    await wait(10 * MINUTE)
    expect(server.count).toBe(11)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins anew with a reader that comes after all have left', async () => {
    const { server, getWeather } = weather()
    const { controller } = createApp({ every: MINUTE })
    controller.retain(getWeather, 'Oslo').release()
    await wait(50_000)
    const held = controller.retain(getWeather, 'Rome')
    await wait(59_000)
    expect(server.count).toBe(1)
    await wait(1_000)
    expect(server.count).toBe(2)
    held.release()
  })

  it('leaves what is fresh until the next time', async () => {
    const { server, getWeather } = weather({ dataExpiryLength: 10 * MINUTE })
    const { controller } = createApp({ every: MINUTE })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(8 * MINUTE)
    expect(server.count).toBe(1)
    await wait(2 * MINUTE)
    expect(server.count).toBe(2)
    held.release()
  })

  it('does nothing while nobody looks, or without a network', async () => {
    const { server, getWeather } = weather()
    const { controller, lookAway, look, disconnect, reconnect } = createApp({ every: MINUTE })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(0)
    lookAway()
    await wait(10 * MINUTE)
    expect(server.count).toBe(1)
    look()
    await wait(MINUTE)
    expect(server.count).toBe(2)
    disconnect()
    await wait(10 * MINUTE)
    expect(server.count).toBe(2)
    await reconnect()
    await wait(MINUTE)
    expect(server.count).toBe(3)
    held.release()
  })

  it('sends one request after a tab was frozen for an hour', async () => {
    const { server, getWeather } = weather()
    const { controller } = createApp({ every: MINUTE, focus: true, reconnect: true })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(30_000)
    // Of a frozen tab the clock goes on, and the timers do not.
    vi.setSystemTime(start + 60 * MINUTE)
    await wait(30_000)
    expect(server.count).toBe(2)
    await wait(MINUTE)
    expect(server.count).toBe(3)
    held.release()
  })

  it.each([0, -1, NaN, Infinity, 2 ** 31, '60' as never, null as never])(
    'is an error in development for %s',
    (every) => {
      expect(() => refetchOn({ every })).toThrow(/^refetchOn\(\{ every \}\): found .*60_000/)
    },
  )

  it.each([
    [0, 'off', 1],
    [-1, 'off', 1],
    [NaN, 'off', 1],
    [2 ** 31, 'the longest time of a timer', 2],
    [Infinity, 'the longest time of a timer', 2],
  ])('in production: %s is %s', async (every, _, count) => {
    vi.stubEnv('NODE_ENV', 'production')
    const manager = refetchOn({ every })
    vi.unstubAllEnvs()
    const { server, getWeather } = weather()
    const { controller } = createStore({ managers: [manager] })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(2 ** 31 - 1)
    expect(server.count).toBe(count)
    held.release()
  })
})

describe('the option `refetchOn` of an endpoint', () => {
  const cases = [
    ['onFocus', onFocus, { focus: 1, reconnect: 0 }],
    ['onReconnect', onReconnect, { focus: 0, reconnect: 1 }],
    ['onFocusOrReconnect', onFocusOrReconnect, { focus: 1, reconnect: 1 }],
    ['never', never, { focus: 0, reconnect: 0 }],
  ] as const

  it.each(cases)('%s counts in place of what the store has', async (_, option, expected) => {
    const { server, getWeather } = weather({ refetchOn: option })
    const all = { focus: true, reconnect: true, every: MINUTE }
    const { controller, lookAgain, disconnect, reconnect } = createApp(all)
    const held = controller.retain(getWeather, 'Oslo')
    await wait(2 * MINUTE)
    expect(server.count).toBe(1)
    await lookAgain()
    expect(server.count).toBe(1 + expected.focus)
    await wait(2 * MINUTE)
    disconnect()
    await reconnect()
    expect(server.count).toBe(1 + expected.focus + expected.reconnect)
    held.release()
  })

  it('works without the manager in `createRest`, for that endpoint alone', async () => {
    const one = weather({ refetchOn: onFocusOrReconnect })
    const other = weather({ name: 'getOther' })
    const { store, controller } = createStore()
    const held = [one, other].map(({ getWeather }) => controller.retain(getWeather, 'Oslo'))
    await wait(MINUTE)
    store.dispatch({ type: '__rtkq/unfocused' })
    store.dispatch({ type: '__rtkq/focused' })
    await wait(0)
    expect([one.server.count, other.server.count]).toEqual([2, 1])
    store.dispatch({ type: '__rtkq/offline' })
    const more = [one, other].map(({ getWeather }) => controller.retain(getWeather, 'Rome'))
    await wait(MINUTE)
    expect([one.server.count, other.server.count], 'the other one waits for no network').toEqual([
      2, 2,
    ])
    store.dispatch({ type: '__rtkq/online' })
    await wait(0)
    expect([one.server.count, other.server.count]).toEqual([4, 2])
    for (const it of [...held, ...more]) it.release()
  })

  it('has readers with `never` wait for no network', async () => {
    const { server, getWeather } = weather({ refetchOn: never })
    const { controller } = createApp({ reconnect: true }, { isOnline: false })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(0)
    expect(server.count).toBe(1)
    held.release()
  })

  it('that is a plain value is an error that says what to write', () => {
    const { getWeather } = weather({ refetchOn: 'focus' })
    const { controller } = createStore()
    expect(() => controller.retain(getWeather, 'Oslo')).toThrow(
      /`refetchOn` is a plain value.*`refetchOn: onFocus`, with `import \{ onFocus \} from 'rtk-rest\/refetch'`/,
    )
  })
})

describe('with setupListeners of Redux Toolkit', () => {
  it('one call serves RTK Query and this library', async () => {
    const { server, getWeather } = weather()
    const { store, controller } = createStore({
      managers: [refetchOn({ focus: true, reconnect: true })],
    })
    let say!: Parameters<NonNullable<Parameters<typeof setupListeners>[1]>>[1]
    const stop = setupListeners(store.dispatch, (_, handlers) => {
      say = handlers
      return () => undefined
    })
    const held = controller.retain(getWeather, 'Oslo')
    await wait(MINUTE)
    store.dispatch(say.onFocusLost())
    store.dispatch(say.onFocus())
    await wait(0)
    expect(server.count).toBe(2)
    store.dispatch(say.onOffline())
    const waiting = controller.retain(getWeather, 'Rome')
    await wait(MINUTE)
    expect(server.count).toBe(2)
    store.dispatch(say.onOnline())
    await wait(0)
    expect(server.count).toBe(4)
    stop()
    held.release()
    waiting.release()
  })
})

describe('the stores of one instance', () => {
  it('have readers, an outage and a note of their own', async () => {
    const { server, getWeather } = weather()
    const rest = createRest({ managers: [refetchOn({ focus: true, reconnect: true })] })
    const [one, other] = [createStoreOf(rest), createStoreOf(rest)]
    const held = [one, other].map((store) => store.dispatch(rest.retain(getWeather, 'Oslo')))
    await wait(MINUTE)
    one.dispatch({ type: '__rtkq/offline' })
    one.dispatch({ type: '__rtkq/unfocused' })
    one.dispatch({ type: '__rtkq/focused' })
    other.dispatch({ type: '__rtkq/unfocused' })
    other.dispatch({ type: '__rtkq/focused' })
    await wait(0)
    expect(server.count).toBe(3)
    expect(one.getState().rest.managers).toEqual({ offline: expect.anything() as unknown })
    expect(other.getState().rest.managers).toEqual({})
    for (const it of held) it.release()
    rest.dispose(one)
    rest.dispose(other)
  })

  it('listen to nothing, and have no timers, after `dispose`', async () => {
    const { server, getWeather } = weather()
    const app = createApp({ focus: true, reconnect: true, every: MINUTE })
    app.controller.retain(getWeather, 'Oslo')
    await wait(MINUTE / 2)
    app.disconnect()
    app.controller.retain(getWeather, 'Rome')
    app.lookAway()
    app.look()
    app.rest.dispose(app.store)
    await wait(0)
    expect(app.listeners.size).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
    await wait(10 * MINUTE)
    expect(server.count).toBe(1)
  })
})
