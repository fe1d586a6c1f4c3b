import { http, HttpResponse } from 'msw'
import { Entity, LogoutManager, type Manager, resource } from 'rtk-rest'
import {
  eventSource,
  type EventSourceOptions,
  webSocket,
  type WebSocketOptions,
} from 'rtk-rest/streams'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FakeEventSource,
  fakeEventSources,
  type FakeSocket,
  fakeSockets,
} from '../support/fakeSockets'
import { API, server } from '../support/server'
import { createStore, deferred } from '../support/world'

// Time passes as the tests want it, and so do messages.

class Ticker extends Entity {
  symbol = ''
  price = 0
  static override key = 'Ticker'
  override pk() {
    return this.symbol
  }
}

type Tick = { readonly symbol: string; readonly price: number }
const BTC = { symbol: 'BTC' }
const worlds: ReturnType<typeof createStore>[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

afterEach(() => {
  for (const { rest, store } of worlds.splice(0)) rest.dispose(store)
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A store, an endpoint whose stream the test makes, and a server that counts requests. */
function createWorld(
  options: Partial<WebSocketOptions<[]>> = {},
  config: Parameters<typeof createStore>[0] = {},
) {
  const world = createStore(config)
  worlds.push(world)
  const { WebSocket, sockets } = fakeSockets()
  const requests: string[] = []
  const server1 = { price: 1 }
  server.use(
    http.get(`${API}/tickers/:symbol`, ({ params }) => {
      requests.push(String(params['symbol']))
      return HttpResponse.json({ symbol: params['symbol'], price: server1.price })
    }),
  )
  const live = webSocket('ws://prices.test/ticks?token=secret', {
    WebSocket,
    message: (tick: Tick, writes) => writes.set(Ticker, tick),
    ...options,
  })
  const TickerResource = resource({
    path: '/tickers/:symbol',
    urlPrefix: API,
    schema: Ticker,
  }).extend('get', { live })
  const getTicker = TickerResource.get
  const priceOf = (symbol = 'BTC') => world.controller.get(Ticker, { symbol })?.price
  const last = (): FakeSocket => sockets.at(-1) as FakeSocket
  const lives = () => world.actions.filter(({ type }) => type === 'rest/live/set')
  return {
    ...world,
    TickerResource,
    getTicker,
    sockets,
    last,
    requests,
    server: server1,
    priceOf,
    lives,
  }
}

const errors = () => {
  const said = vi.mocked(console.error)
  const texts = said.mock.calls.map(([error]) => (error as Error).message)
  said.mockClear()
  return texts
}

describe('a message that came before the response of a mutation', () => {
  it('is in the store when that lands, which brings the fields that it names', async () => {
    const { controller, store, rest, getTicker, last, priceOf } = createWorld()
    const response = deferred<object>()
    const update = getTicker.extend({
      name: 'Ticker.note',
      method: 'PATCH',
      body: {} as { note: string },
      live: undefined,
      fetch: () => response.promise as never,
    })
    const held = controller.retain(getTicker, BTC)
    await controller.allSettled()
    last().accept()
    const saved = store.dispatch(rest.fetch(update, BTC, { note: 'mine' }))
    last().deliver({ symbol: 'BTC', price: 2 })
    response.resolve({ symbol: 'BTC', price: 1, note: 'mine' })
    await saved
    expect(priceOf()).toBe(2)
    expect(controller.get(Ticker, BTC)).toMatchObject({ note: 'mine' })
    held.release()
  })
})

describe('reconnecting', () => {
  /** Loses each connection at once, and returns the pauses. */
  async function lose(sockets: readonly FakeSocket[], times: number): Promise<readonly number[]> {
    const pauses: number[] = []
    for (let turn = 0; turn < times; turn += 1) {
      const count = sockets.length
      sockets.at(-1)?.lose()
      const start = Date.now()
      while (sockets.length === count) await wait(50)
      pauses.push(Date.now() - start)
    }
    return pauses
  }

  it('takes longer each time, up to 30 s, and is said once', async () => {
    const { controller, getTicker, sockets, priceOf, last } = createWorld({ pushOnly: true })
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    const pauses = await lose(sockets, 12)
    expect(pauses[0]).toBeGreaterThanOrEqual(250)
    expect(pauses[0]).toBeLessThanOrEqual(550)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_050)
    expect(Math.min(...pauses.slice(7))).toBeGreaterThanOrEqual(15_000)
    expect(errors()).toEqual([
      expect.stringMatching(/^The WebSocket ws:\/\/prices\.test\/ticks was lost 5 times/),
    ])
    last().accept()
    last().deliver({ symbol: 'BTC', price: 7 })
    await wait(50)
    expect(priceOf()).toBe(7)
    // It stayed open for a while.
    await wait(5_000)
    expect((await lose(sockets, 1))[0]).toBeLessThanOrEqual(550)
    held.release()
  })

  it('waits for the gates of managers, such as one for a network', async () => {
    const back = deferred()
    const gate = { isClosed: false }
    const network: Manager = {
      name: 'network',
      init: () => ({
        gate: (_, from) =>
          gate.isClosed && from === 'stream' ? { until: back.promise, isPaused: true } : undefined,
      }),
    }
    const { controller, getTicker, sockets, last } = createWorld({}, { managers: [network] })
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    gate.isClosed = true
    last().lose()
    await wait(3_600_000)
    expect(sockets).toHaveLength(1)
    gate.isClosed = false
    back.resolve()
    await wait(0)
    expect(sockets).toHaveLength(2)
    held.release()
  })

  it('after an hour in which the tab was frozen happens once, and fetches once', async () => {
    const world = createWorld()
    const { controller, getTicker, sockets, last, requests, server: at, priceOf } = world
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    await wait(100)
    expect(requests).toHaveLength(1)
    // Nothing runs meanwhile, and the browser says afterwards that the connection is lost.
    vi.setSystemTime(Date.now() + 3_600_000)
    at.price = 5
    last().lose()
    await wait(600)
    last().accept()
    await wait(2_000)
    expect(sockets).toHaveLength(2)
    expect(requests).toHaveLength(2)
    expect(priceOf()).toBe(5)
    held.release()
  })

  it.each([-86_400_000, 86_400_000])('goes on where the clock jumps by %i ms', async (jump) => {
    const { controller, getTicker, last, priceOf, sockets } = createWorld()
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    await wait(100)
    vi.setSystemTime(Date.now() + jump)
    last().deliver({ symbol: 'BTC', price: 6 })
    await wait(50)
    expect(priceOf()).toBe(6)
    last().lose()
    await wait(600)
    expect(sockets).toHaveLength(2)
    last().accept()
    last().deliver({ symbol: 'BTC', price: 7 })
    await wait(50)
    expect(priceOf()).toBe(7)
    held.release()
  })
})

describe('a reader', () => {
  it('that comes back within a second finds the connection, and no message was missed', async () => {
    const subscribe = vi.fn(() => 'BTC')
    const { controller, getTicker, sockets, last, requests } = createWorld({ subscribe })
    const held = controller.retain(getTicker, BTC)
    await wait(100)
    last().accept()
    held.release()
    await wait(900)
    const again = controller.retain(getTicker, BTC)
    await wait(5_000)
    expect(sockets).toHaveLength(1)
    expect(last().sent).toEqual(['BTC'])
    expect(requests).toHaveLength(1)
    again.release()
    await wait(1_000)
    expect(last().isClosed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that comes back later fetches what is fresh, and lacks the messages in between', async () => {
    const { controller, getTicker, last, requests, server: at, priceOf } = createWorld()
    controller.retain(getTicker, BTC).release()
    await controller.fetch(getTicker, BTC)
    await wait(10_000)
    at.price = 2
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    expect(requests).toHaveLength(1)
    last().accept()
    await wait(100)
    expect(requests).toHaveLength(2)
    expect(priceOf()).toBe(2)
    held.release()
  })

  it('that polls what is only pushed sends no request, and one who asks does', async () => {
    const { controller, getTicker, requests } = createWorld({ pushOnly: true })
    const held = controller.retain(getTicker, BTC)
    await wait(10_000)
    expect(requests).toEqual([])
    await controller.fetch(getTicker, BTC)
    expect(requests).toEqual(['BTC'])
    held.release()
  })

  it.each([false, true])(
    'that is signed out has no stream until somebody gets a response (pushOnly: %s)',
    async (pushOnly) => {
      const managers = [new LogoutManager()]
      const { controller, getTicker, sockets, last } = createWorld({ pushOnly }, { managers })
      const held = controller.retain(getTicker, BTC)
      await wait(0)
      last().accept()
      await wait(100)
      server.use(
        http.get(`${API}/tickers/BTC`, () => HttpResponse.json({}, { status: 401 }), {
          once: true,
        }),
      )
      await controller.fetch(getTicker, BTC).catch(() => undefined)
      await wait(60_000)
      expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true])
      await controller.fetch(getTicker, BTC)
      await wait(1_000)
      expect(sockets).toHaveLength(2)
      held.release()
    },
  )
})

describe('a sign-out', () => {
  it('by hand connects nothing for a page that has been left', async () => {
    const { controller, getTicker, sockets, last, requests } = createWorld()
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    await wait(100)
    requests.length = 0
    held.release()
    controller.reset()
    await wait(60_000)
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true])
    expect(requests).toEqual([])
  })

  it('that takes a while connects nothing that is lost meanwhile', async () => {
    const notified = deferred<undefined>()
    const handleLogout = async (it: { reset(): void }) => {
      await notified.promise
      it.reset()
    }
    const managers = [new LogoutManager({ handleLogout })]
    const { controller, getTicker, sockets, last } = createWorld({}, { managers })
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    await wait(100)
    server.use(http.get(`${API}/tickers/BTC`, () => HttpResponse.json({}, { status: 401 })))
    await controller.fetch(getTicker, BTC).catch(() => undefined)
    last().lose()
    await wait(60_000)
    notified.resolve(undefined)
    await wait(60_000)
    expect(sockets).toHaveLength(1)
    held.release()
  })
})

describe('a reader that leaves during a reconnect', () => {
  it('is not unsubscribed, and the connection ends', async () => {
    const { controller, getTicker, sockets, last } = createWorld({
      subscribe: () => 'ticks',
      unsubscribe: () => 'no ticks',
    })
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    last().lose()
    await wait(1_000)
    expect(sockets).toHaveLength(2)
    held.release()
    await wait(1_000)
    expect(last().isClosed).toBe(true)
    expect(sockets.map(({ sent }) => sent)).toEqual([['ticks'], []])
  })
})

describe('messages and requests that meet', () => {
  it('within a frame are written as of the moment when they came', async () => {
    const { controller, TickerResource, last, priceOf, server: at } = createWorld()
    const { get: getTicker, partialUpdate } = TickerResource
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    await wait(100)
    // A read that starts after a message is newer.
    at.price = 3
    last().deliver({ symbol: 'BTC', price: 2 })
    await controller.fetch(getTicker, BTC)
    await wait(100)
    expect(priceOf()).toBe(3)
    // A mutation that lands after a message is newer, whatever message comes after it.
    const response = deferred()
    server.use(
      http.patch(`${API}/tickers/:symbol`, async () => {
        await response.promise
        at.price = 5
        return HttpResponse.json({ symbol: 'BTC', price: 5 })
      }),
    )
    const saved = controller.fetch(partialUpdate, BTC, { price: 5 })
    await wait(0)
    last().deliver({ symbol: 'BTC', price: 4 })
    response.resolve()
    await saved
    last().deliver({ symbol: 'ETH', price: 1 })
    await wait(100)
    expect(priceOf()).toBe(5)
    held.release()
  })

  it('are kept up to 10,000 writes without a frame, and then written', async () => {
    const { controller, getTicker, last, lives, priceOf } = createWorld()
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    await wait(100)
    for (let price = 1; price <= 25_000; price += 1) last().deliver({ symbol: 'BTC', price })
    expect(lives()).toHaveLength(2)
    expect(priceOf()).toBe(20_000)
    await wait(50)
    expect(lives()).toHaveLength(3)
    expect(priceOf()).toBe(25_000)
    held.release()
  })

  it('are one action, also where every second one does not fit', async () => {
    const { controller, getTicker, last, lives, priceOf } = createWorld()
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    await wait(100)
    for (let price = 1; price <= 500; price += 1) {
      last().deliver({ symbol: 'BTC', price })
      last().deliver({ price })
    }
    await wait(50)
    expect(lives()).toHaveLength(1)
    expect(priceOf()).toBe(500)
    expect(errors()).toEqual([expect.stringMatching(/does not fit the schema/)])
    held.release()
  })

  it('notify once a frame', async () => {
    const { controller, getTicker, last, store, priceOf } = createWorld()
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    last().accept()
    await wait(100)
    let notified = 0
    store.subscribe(() => (notified += 1))
    for (let price = 1; price <= 500; price += 1) last().deliver({ symbol: 'BTC', price })
    await wait(50)
    expect(notified).toBe(1)
    expect(priceOf()).toBe(500)
    held.release()
  })
})

describe('server-sent events', () => {
  function createEvents(more: Partial<EventSourceOptions> = {}) {
    const { EventSource, sources } = fakeEventSources()
    const world = createWorld()
    const getTicker = world.getTicker.extend({
      live: eventSource('/events', {
        EventSource,
        events: ['message', 'gone'],
        withCredentials: true,
        ...more,
        message(tick: Tick, live, type) {
          live.set(Ticker, type === 'gone' ? { ...tick, price: -1 } : tick)
        },
      }),
    })
    return { ...world, getTicker, sources, source: () => sources.at(-1) as FakeEventSource }
  }

  it('write what messages say, also those with names', async () => {
    const { controller, getTicker, sources, source, priceOf } = createEvents()
    const held = ['BTC', 'ETH'].map((symbol) => controller.retain(getTicker, { symbol }))
    await wait(0)
    source().accept()
    await wait(100)
    source().deliver({ symbol: 'BTC', price: 2 })
    source().deliver({ symbol: 'ETH', price: 2 }, 'gone')
    source().deliver({ symbol: 'BTC', price: 9 }, 'other')
    await wait(50)
    expect([priceOf('BTC'), priceOf('ETH')]).toEqual([2, -1])
    expect(sources.map(({ url, init }) => [url, init])).toEqual([
      ['/events', { withCredentials: true }],
    ])
    for (const it of held) it.release()
    await wait(1_000)
    expect(source().isClosed).toBe(true)
  })

  it('that come back by themselves fetch once what is read', async () => {
    const { controller, getTicker, sources, source, requests } = createEvents()
    const held = controller.retain(getTicker, BTC)
    await wait(0)
    source().accept()
    await wait(100)
    source().lose(false)
    await wait(3_000)
    source().accept()
    await wait(100)
    expect(sources).toHaveLength(1)
    expect(requests).toHaveLength(2)
    held.release()
  })

  it('are opened anew after longer and longer, where the server closes them at once', async () => {
    const { controller, getTicker, sources, source, requests } = createEvents()
    const held = controller.retain(getTicker, BTC)
    await wait(100)
    for (let second = 0; second < 120; second += 1) {
      // As a browser does at `retry: 10`.
      for (let time = 0; time < 100 && !source().isClosed; time += 1) {
        source().accept()
        source().lose(false)
        await wait(10)
      }
      await wait(1_000)
    }
    expect(sources.length).toBeLessThan(15)
    expect(requests.length).toBeLessThan(15)
    expect(errors()).toEqual([expect.stringContaining('was lost 5 times')])
    held.release()
  })

  it('are left to the browser where nothing is fetched, as it can ask for what was missed', async () => {
    const { controller, getTicker, sources, source } = createEvents({ pushOnly: true })
    const held = controller.retain(getTicker, BTC)
    await wait(100)
    for (let time = 0; time < 10; time += 1) {
      source().accept()
      source().lose(false)
      await wait(3_000)
    }
    expect(sources).toHaveLength(1)
    expect(source().isClosed).toBe(false)
    expect(errors()).toEqual([expect.stringContaining('was lost 5 times')])
    held.release()
  })

  it('are opened anew where the browser has given up', async () => {
    const { controller, getTicker, sources, source, requests } = createEvents()
    const held = controller.retain(getTicker, BTC)
    await wait(100)
    source().accept()
    source().lose(true)
    await wait(600)
    expect(sources).toHaveLength(2)
    source().accept()
    await wait(100)
    expect(requests).toHaveLength(2)
    held.release()
  })
})
