import { setupListeners } from '@reduxjs/toolkit/query'
import { Endpoint } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePresence } from '../support/fakePresence'
import { createStore, deferred } from '../support/world'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

/** A price that changes with every request; `fails` makes the server fail. */
function ticker(pollFrequency: number | undefined = 1_000) {
  const server = { count: 0, fails: false }
  const getPrice = new Endpoint(
    async (pair: string) => {
      server.count += 1
      if (server.fails) throw Object.assign(new Error('down'), { status: 503 })
      return { pair, price: server.count }
    },
    { name: 'getPrice', pollFrequency },
  )
  return { server, getPrice }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a `pollFrequency` without anything that polls', () => {
  it('is warned of once', () => {
    const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
    const { getPrice } = ticker()
    const { store, rest } = createStore()
    const held = ['BTC', 'ETH'].map((pair) => store.dispatch(rest.retain(getPrice, pair)))
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/getPrice has a `pollFrequency`.*PollingManager/)],
    ])
    warn.mockClear()
    for (const it of held) it.release()
  })
})

describe('polling a subscribed call', () => {
  it('sends a request at once and at each interval until the subscriber leaves', async () => {
    const { server, getPrice } = ticker()
    const { store, rest, controller } = createStore({ managers: [new PollingManager()] })
    store.dispatch(rest.subscribe(getPrice, 'BTC'))
    await wait(0)
    expect(controller.getResponse(getPrice, 'BTC').data).toEqual({ pair: 'BTC', price: 1 })
    await wait(999)
    expect(server.count).toBe(1)
    await wait(1)
    expect(server.count).toBe(2)
    await wait(3_000)
    expect(server.count).toBe(5)
    store.dispatch(rest.unsubscribe(getPrice, 'BTC'))
    await wait(60_000)
    expect(server.count).toBe(5)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('goes on where the clock is set back by an hour while a request is in flight', async () => {
    let count = 0
    const getPrice = new Endpoint(
      async (pair: string) => {
        count += 1
        if (count === 1) vi.setSystemTime(Date.now() - 3_600_000)
        return { pair, price: count }
      },
      { name: 'getPrice', pollFrequency: 1_000 },
    )
    const { store, rest, controller } = createStore({ managers: [new PollingManager()] })
    store.dispatch(rest.subscribe(getPrice, 'BTC'))
    await wait(0)
    expect(count).toBe(1)
    await wait(3_000)
    expect(controller.getResponse(getPrice, 'BTC').data).toEqual({ pair: 'BTC', price: 4 })
    store.dispatch(rest.unsubscribe(getPrice, 'BTC'))
  })

  it('also works for retain, until it is released', async () => {
    const { server, getPrice } = ticker()
    const { store, rest } = createStore({ managers: [new PollingManager()] })
    const held = store.dispatch(rest.retain(getPrice, 'BTC'))
    await wait(2_000)
    expect(server.count).toBe(3)
    held.release()
    await wait(10_000)
    expect(server.count).toBe(3)
  })

  it('waits for the rest of the interval if the data is new', async () => {
    const { server, getPrice } = ticker()
    const { controller } = createStore({ managers: [new PollingManager()] })
    await controller.fetch(getPrice, 'BTC')
    await wait(400)
    controller.subscribe(getPrice, 'BTC')
    await wait(599)
    expect(server.count).toBe(1)
    await wait(1)
    expect(server.count).toBe(2)
    await wait(500)
    await controller.fetch(getPrice, 'BTC')
    await wait(999)
    expect(server.count).toBe(3)
    await wait(1)
    expect(server.count).toBe(4)
  })

  it('has the shortest interval of its subscribers', async () => {
    const { server, getPrice } = ticker(10_000)
    const getOften = getPrice.extend({ pollFrequency: 1_000 })
    const { store, rest, controller } = createStore({ managers: [new PollingManager()] })
    controller.subscribe(getPrice, 'BTC')
    await wait(1_500)
    expect(server.count).toBe(1)
    const held = store.dispatch(rest.retain(getOften, 'BTC'))
    await wait(0)
    expect(server.count).toBe(2)
    await wait(3_000)
    expect(server.count).toBe(5)
    held.release()
    await wait(9_999)
    expect(server.count).toBe(5)
    await wait(1)
    expect(server.count).toBe(6)
    controller.unsubscribe(getPrice, 'BTC')
  })

  it('ends after as many calls of unsubscribe as of subscribe', async () => {
    const { server, getPrice } = ticker()
    const { controller } = createStore({ managers: [new PollingManager()] })
    controller.subscribe(getPrice, 'BTC')
    controller.subscribe(getPrice, 'BTC')
    controller.unsubscribe(getPrice, 'BTC')
    await wait(1_000)
    expect(server.count).toBe(2)
    controller.unsubscribe(getPrice, 'BTC')
    await wait(5_000)
    expect(server.count).toBe(2)
    controller.unsubscribe(getPrice, 'BTC')
    expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/Mismatched unsubscribe/))
    vi.mocked(console.error).mockClear()
  })

  it('does nothing for null or without pollFrequency', async () => {
    const { server, getPrice } = ticker(undefined)
    const { controller } = createStore({ managers: [new PollingManager()] })
    controller.subscribe(getPrice, null)
    controller.unsubscribe(getPrice, null)
    controller.subscribe(getPrice.extend({ pollFrequency: undefined }), 'BTC')
    await wait(10_000)
    expect(server.count).toBe(0)
  })

  it('keeps the data after a failure, polls less often, and recovers', async () => {
    const { server, getPrice } = ticker()
    const { controller } = createStore({ managers: [new PollingManager()] })
    controller.subscribe(getPrice, 'BTC')
    await wait(0)
    server.fails = true
    await wait(1_000)
    expect(server.count).toBe(2)
    expect(controller.getResponse(getPrice, 'BTC').data).toEqual({ pair: 'BTC', price: 1 })
    expect(controller.getError(getPrice, 'BTC')).toBeUndefined()
    await wait(1_999)
    expect(server.count).toBe(2)
    await wait(1)
    expect(server.count).toBe(3)
    await wait(4_000)
    expect(server.count).toBe(4)
    server.fails = false
    await wait(8_000)
    expect(controller.getResponse(getPrice, 'BTC').data).toEqual({ pair: 'BTC', price: 5 })
    await wait(1_000)
    expect(server.count).toBe(6)
    controller.unsubscribe(getPrice, 'BTC')
  })

  it('waits at most five minutes after repeated failures', async () => {
    const { server, getPrice } = ticker(60_000)
    server.fails = true
    const { controller } = createStore({ managers: [new PollingManager()] })
    controller.subscribe(getPrice, 'BTC')
    await wait(60 * 60_000)
    const { count } = server
    await wait(300_000)
    expect(server.count).toBe(count + 1)
    controller.unsubscribe(getPrice, 'BTC')
  })

  it('pauses while offline or hidden, and sends a request afterwards', async () => {
    const { server, getPrice } = ticker()
    const { presence, change, listeners } = fakePresence()
    const { controller } = createStore({ managers: [new PollingManager({ presence })] })
    expect(listeners.size).toBe(0)
    controller.subscribe(getPrice, 'BTC')
    await wait(0)
    expect(server.count).toBe(1)
    change({ isOnline: false })
    await wait(5_000)
    expect(server.count).toBe(1)
    change({ isOnline: true })
    await wait(0)
    expect(server.count).toBe(2)
    change({ isVisible: false })
    await wait(500)
    change({ isVisible: true })
    await wait(499)
    expect(server.count).toBe(2)
    await wait(1)
    expect(server.count).toBe(3)
    controller.unsubscribe(getPrice, 'BTC')
    expect(listeners.size).toBe(0)
  })

  it('pauses according to setupListeners of Redux Toolkit', async () => {
    const { server, getPrice } = ticker()
    const { store, controller } = createStore({ managers: [new PollingManager()] })
    let say!: Parameters<NonNullable<Parameters<typeof setupListeners>[1]>>[1]
    const stop = setupListeners(store.dispatch, (_, handlers) => {
      say = handlers
      return () => undefined
    })
    controller.subscribe(getPrice, 'BTC')
    await wait(0)
    store.dispatch(say.onOffline())
    await wait(5_000)
    expect(server.count).toBe(1)
    store.dispatch(say.onOnline())
    store.dispatch(say.onFocusLost())
    await wait(5_000)
    expect(server.count).toBe(1)
    store.dispatch(say.onFocus())
    await wait(0)
    expect(server.count).toBe(2)
    stop()
    controller.unsubscribe(getPrice, 'BTC')
  })

  it('aborts the request in flight when the last subscriber leaves', async () => {
    const aborted = deferred()
    const getSlow = new Endpoint(
      async function (this: { context: { signal: AbortSignal } }) {
        this.context.signal.addEventListener('abort', () => aborted.resolve())
        await new Promise(() => undefined)
      },
      { name: 'getSlow', pollFrequency: 1_000 },
    )
    const { controller, actions } = createStore({ managers: [new PollingManager()] })
    controller.subscribe(getSlow)
    await wait(0)
    controller.unsubscribe(getSlow)
    await wait(0)
    await aborted.promise
    await controller.allSettled()
    expect(actions.at(-1)).toMatchObject({ meta: { aborted: true } })
    await wait(10_000)
    expect(actions).toHaveLength(2)
  })

  it('restarts after a reset, and ends when the store is disposed of', async () => {
    const { server, getPrice } = ticker()
    const { store, rest, controller } = createStore({ managers: [new PollingManager()] })
    controller.subscribe(getPrice, 'BTC')
    await wait(500)
    controller.reset()
    await wait(0)
    expect(server.count).toBe(2)
    rest.dispose(store)
    await wait(10_000)
    expect(server.count).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('supports intervals longer than the limit of a timer', async () => {
    const { server, getPrice } = ticker(2 ** 31 + 1_000)
    const { controller } = createStore({ managers: [new PollingManager()] })
    controller.subscribe(getPrice, 'BTC')
    await wait(0)
    await wait(2 ** 31 + 999)
    expect(server.count).toBe(1)
    await wait(1)
    expect(server.count).toBe(2)
    controller.unsubscribe(getPrice, 'BTC')
  })
})

describe('a call that cannot be polled', () => {
  it.each([[0], [-1], [Number.NaN], ['5' as never]])(
    'throws a RangeError: every %s ms',
    async (every) => {
      const { getPrice } = ticker(every)
      const { store, rest } = createStore({ managers: [new PollingManager()] })
      expect(() => store.dispatch(rest.retain(getPrice, 'BTC'))).toThrow(RangeError)
      await wait(5_000)
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('throws an error if it is a mutation', () => {
    const { getPrice } = ticker()
    const { store, rest } = createStore({ managers: [new PollingManager()] })
    const setPrice = getPrice.extend({ name: 'setPrice', sideEffect: true }) as never
    const refusal = /^setPrice changes data, so no hook, retain or subscribe sends it/
    expect(() => store.dispatch(rest.subscribe(setPrice, 'BTC' as never))).toThrow(refusal)
    expect(() => store.dispatch(rest.retain(setPrice, ...(['BTC'] as never)))).toThrow(refusal)
  })
})

describe('a `pollFrequency` that is no time', () => {
  it.each([NaN, 0, -1, null as never])('does not poll in production: %s', async (pollFrequency) => {
    vi.stubEnv('NODE_ENV', 'production')
    const { server, getPrice } = ticker(pollFrequency)
    const { store, rest } = createStore({ managers: [new PollingManager()] })
    const held = store.dispatch(rest.retain(getPrice, 'BTC'))
    await wait(10_000)
    held.release()
    vi.unstubAllEnvs()
    expect(server.count).toBe(1)
  })
})
