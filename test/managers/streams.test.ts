import {
  Collection,
  Entity,
  Invalidate,
  matchEntityChange,
  pages,
  RestEndpoint,
  type RestState,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { type LiveWrites, webSocket, type WebSocketOptions } from 'rtk-rest/streams'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import { server as mocks } from '../support/server'
import { StreamServer } from '../support/StreamServer'
import { createStore, deferred } from '../support/world'

// Against a real server. What takes long is in streamsOverTime.test.ts.

class Ticker extends Entity {
  symbol = ''
  price = 0
  note = ''
  static override key = 'Ticker'
  override pk() {
    return this.symbol
  }
}

class Trade extends Entity {
  id = ''
  symbol = ''
  static override key = 'Trade'
}

let server: StreamServer
let world: ReturnType<typeof createStore>
const worlds: (typeof world)[] = []

beforeAll(async () => {
  mocks.close()
  server = await StreamServer.start()
})

beforeEach(() => {
  world = newWorld()
})

afterEach(() => {
  for (const { rest, store } of worlds.splice(0)) rest.dispose(store)
  server.clear()
})

afterAll(() => server.close())

function newWorld(config?: Parameters<typeof createStore>[0]): typeof world {
  const made = createStore(config)
  worlds.push(made)
  return made
}

type Tick = { readonly symbol: string; readonly price?: number; readonly note?: string }
type Options = Partial<WebSocketOptions<[{ symbol: string }]>>

/** The stream of the tests: one call subscribes to one symbol. */
function ticks(
  options: Options = {},
  url: string | (() => string | Promise<string>) = server.socketUrl,
) {
  return webSocket<[{ symbol: string }]>(url, {
    WebSocket: NodeSocket,
    subscribe: ({ symbol }) => ({ subscribe: symbol }),
    unsubscribe: ({ symbol }) => ({ unsubscribe: symbol }),
    message: (tick: Tick, live) => live.set(Ticker, tick),
    ...options,
  })
}

function tickerOf(options?: Options, url?: string | (() => string | Promise<string>)) {
  return new RestEndpoint({
    urlPrefix: server.url,
    path: '/tickers/:symbol',
    schema: Ticker,
    live: ticks(options, url),
  })
}

const trades = new Collection([Trade])

/** A list with the messages that a test handles. */
function tradesOf(
  message: (data: never, live: LiveWrites) => void,
  options: Options = {},
  schema = trades,
) {
  return new RestEndpoint({
    urlPrefix: server.url,
    path: '/trades',
    searchParams: {} as { symbol: string },
    schema,
    live: ticks({ ...options, message }),
  })
}

type SharedEvent = { readonly to: string } & Partial<
  Readonly<Record<'add' | 'gone', object>> & { readonly all: readonly object[] }
>

const row = (id: string) => ({ id, symbol: 'BTC' })
const add = (to: string, id: string): SharedEvent => ({ to, add: row(id) })
const gone = (to: string, id: string): SharedEvent => ({ to, gone: row(id) })
const all = (to: string, id: string): SharedEvent => ({ to, all: [row(id)] })

/** Two endpoints that read one Collection, each with a stream of its own at one address. */
async function sharing() {
  const { controller } = world
  const args = { symbol: 'BTC' }
  // No list concerns another, so the endpoints fetch nothing again.
  const own = new Collection([Trade], { filters: () => false })
  server.respond = (path) => [row(path.startsWith('/mine') ? 'm1' : 't1')]
  const make = (path: '/trades' | '/mine') => {
    const message = (event: SharedEvent, live: LiveWrites) => {
      if (event.to !== path) return
      if (event.add) live.set(own.push, args, event.add as Trade)
      if (event.gone) live.set(own.remove, args, event.gone as Trade)
      if (event.all) live.set(own, args, event.all as Trade[])
    }
    return new RestEndpoint({
      urlPrefix: server.url,
      path,
      searchParams: {} as { symbol: string },
      schema: own,
      live: ticks({ message }),
    })
  }
  const endpoints = [make('/trades'), make('/mine')]
  const held = endpoints.map((it) => controller.retain(it, args))
  await controller.allSettled()
  await server.opened()
  const ids = () =>
    endpoints.map((it) =>
      (controller.getResponse(it, args).data ?? []).map(({ id }) => id).join(' '),
    )
  const end = () => held.forEach((it) => it.release())
  return { endpoints, ids, end }
}

const livesOf = () => world.actions.filter(({ type }) => type === 'rest/live/set')
const errors = () => {
  const said = vi.mocked(console.error)
  const texts = said.mock.calls.map(([error]) => (error as Error).message)
  said.mockClear()
  return texts
}

describe('a stream', () => {
  it('writes what messages say, while a call is read', async () => {
    server.respond = () => ({ symbol: 'BTC', price: 1 })
    const { controller } = world
    const getTicker = tickerOf()
    const held = controller.retain(getTicker, { symbol: 'BTC' })
    expect(await server.got(1)).toEqual([{ subscribe: 'BTC' }])
    await controller.allSettled()
    server.send({ symbol: 'BTC', price: 2 })
    await vi.waitFor(() =>
      expect(controller.getResponse(getTicker, { symbol: 'BTC' }).data?.price).toBe(2),
    )
    expect(server.requests).toEqual(['GET /tickers/BTC'])
    held.release()
  })

  it('is one connection for all endpoints of an address, and all readers', async () => {
    const { controller } = world
    const getTicker = tickerOf()
    const seen: unknown[] = []
    const getTrades = tradesOf((data) => seen.push(data))
    const held = [
      controller.retain(getTicker, { symbol: 'BTC' }),
      controller.retain(getTicker, { symbol: 'BTC' }),
      controller.retain(getTicker, { symbol: 'ETH' }),
      controller.retain(getTrades, { symbol: 'ETH' }),
    ]
    controller.subscribe(getTicker, { symbol: 'BTC' })
    expect(await server.got(2)).toEqual([{ subscribe: 'BTC' }, { subscribe: 'ETH' }])
    expect(server.sockets).toHaveLength(1)
    server.send({ symbol: 'BTC', price: 5 })
    await vi.waitFor(() => expect(controller.get(Ticker, { symbol: 'BTC' })?.price).toBe(5))
    expect(seen).toEqual([{ symbol: 'BTC', price: 5 }])
    for (const it of held) it.release()
    controller.unsubscribe(getTicker, { symbol: 'BTC' })
  })

  it('ends a second after its last reader, and what is subscribed by several with the last of them', async () => {
    const { controller } = world
    const getTicker = tickerOf()
    const getTrades = tradesOf(() => undefined)
    const held = [
      controller.retain(getTicker, { symbol: 'BTC' }),
      controller.retain(getTicker, { symbol: 'ETH' }),
      controller.retain(getTrades, { symbol: 'ETH' }),
    ]
    await server.got(2)
    held[1]?.release()
    held[0]?.release()
    // A second later: ETH is subscribed for the trades as well.
    expect((await server.got(3)).slice(2)).toEqual([{ unsubscribe: 'BTC' }])
    await server.opened(1)
    held[2]?.release()
    await server.opened(0)
    expect(server.received.slice(3)).toEqual([{ unsubscribe: 'ETH' }])
    expect(server.sockets).toHaveLength(1)
  })

  it('subscribes a call that comes while it is open', async () => {
    const { controller } = world
    const getTicker = tickerOf()
    const first = controller.retain(getTicker, { symbol: 'BTC' })
    await server.got(1)
    const second = controller.retain(getTicker, { symbol: 'ETH' })
    expect(await server.got(2)).toEqual([{ subscribe: 'BTC' }, { subscribe: 'ETH' }])
    first.release()
    second.release()
  })

  it('has connections of its own in each store of an instance', async () => {
    const getTicker = tickerOf()
    const other = newWorld()
    const held = [world, other].map(({ controller }) =>
      controller.retain(getTicker, { symbol: 'BTC' }),
    )
    await server.opened(2)
    other.rest.dispose(other.store)
    await server.opened(1)
    held[0]?.release()
    expect(server.sockets).toHaveLength(2)
  })

  it('asks for its address at each connect', async () => {
    let token = 0
    const { controller } = world
    const getTicker = tickerOf({}, async () => `${server.socketUrl}?token=${(token += 1)}`)
    const held = controller.retain(getTicker, { symbol: 'BTC' })
    await server.got(1)
    server.drop()
    await server.got(2)
    expect(server.addresses).toEqual(['/stream?token=1', '/stream?token=2'])
    held.release()
  })

  it('has a connection for each call where its address takes the arguments', async () => {
    const { controller } = world
    const message = (tick: Tick, live: LiveWrites) => live.set(Ticker, tick)
    const getTicker = tickerOf().extend({
      live: webSocket(
        ({ symbol }: { symbol: string | number }) => `${server.socketUrl}/${symbol}`,
        {
          WebSocket: NodeSocket,
          message,
        },
      ),
    })
    const held = ['BTC', 'ETH', 'BTC'].map((symbol) => controller.retain(getTicker, { symbol }))
    await server.opened(2)
    expect(new Set(server.addresses)).toEqual(new Set(['/stream/BTC', '/stream/ETH']))
    expect(server.sockets).toHaveLength(2)
    for (const it of held) it.release()
    await server.opened(0)
  })

  it('does nothing where there is no WebSocket, as on a server', async () => {
    vi.stubGlobal('WebSocket', undefined)
    const { controller } = world
    const getTicker = tickerOf({ WebSocket: undefined })
    const held = controller.retain(getTicker, { symbol: 'BTC' })
    await controller.allSettled()
    expect(server.requests).toEqual(['GET /tickers/BTC'])
    expect(server.sockets).toHaveLength(0)
    held.release()
    vi.unstubAllGlobals()
  })
})

describe('what a message writes', () => {
  it('is an entity, a part of one, a member of a list, a deletion, or a whole response', async () => {
    type Event =
      | { readonly type: 'trade'; readonly trade: { readonly id: string } }
      | { readonly type: 'gone'; readonly id: string }
      | { readonly type: 'all'; readonly trades: readonly { readonly id: string }[] }
    const { controller } = world
    server.respond = () => [{ id: '1', symbol: 'BTC' }]
    const getTrades = tradesOf((event: Event, live) => {
      if (event.type === 'trade') live.set(trades.push, { symbol: 'BTC' }, event.trade)
      if (event.type === 'gone') live.set(new Invalidate(Trade), { id: event.id }, { id: event.id })
      if (event.type === 'all') live.setResponse(getTrades, { symbol: 'BTC' }, event.trades)
    })
    const held = controller.retain(getTrades, { symbol: 'BTC' })
    await controller.allSettled()
    await server.opened()
    const ids = () => controller.getResponse(getTrades, { symbol: 'BTC' }).data?.map(({ id }) => id)
    server.send({ type: 'trade', trade: { id: '2', symbol: 'BTC' } })
    await vi.waitFor(() => expect(ids()).toEqual(['1', '2']))
    server.send({ type: 'gone', id: '1' })
    await vi.waitFor(() => expect(ids()).toEqual(['2']))
    server.send({ type: 'all', trades: [{ id: '7' }, { id: '8' }] })
    await vi.waitFor(() => expect(ids()).toEqual(['7', '8']))
    held.release()
  })

  it('is in the list of the endpoint that has the stream, though others read the Collection', async () => {
    type Event = { readonly add: object } | { readonly all: readonly object[] }
    const { controller } = world
    const own = new Collection([Trade])
    server.respond = () => [{ id: '1', symbol: 'BTC' }]
    const getTrades = tradesOf(
      (event: Event, live) => {
        if ('add' in event) live.set(own.push, { symbol: 'BTC' }, event.add)
        else live.set(own, { symbol: 'BTC' }, event.all)
      },
      {},
      own,
    )
    const getMine = new RestEndpoint({
      urlPrefix: server.url,
      path: '/mine',
      searchParams: {} as { symbol: string },
      schema: own,
    })
    const calls = [getTrades, getMine].map((it) => controller.retain(it, { symbol: 'BTC' }))
    await controller.allSettled()
    await server.opened()
    const ids = (endpoint: typeof getTrades | typeof getMine) =>
      controller
        .getResponse(endpoint as typeof getTrades, { symbol: 'BTC' })
        .data?.map(({ id }) => id)
    server.send({ add: { id: '2', symbol: 'BTC' } })
    await vi.waitFor(() => expect(ids(getTrades)).toEqual(['1', '2']))
    server.send({ all: [{ id: '7', symbol: 'BTC' }] })
    await vi.waitFor(() => expect(ids(getTrades)).toEqual(['7']))
    expect(ids(getMine)).toEqual(['1'])
    for (const it of calls) it.release()
    // Elsewhere it is not known which list is meant.
    expect(() => controller.set(own.push, { symbol: 'BTC' }, { id: '9' } as never)).toThrow(
      /belongs to .*\.schema/,
    )
  })

  it('is in the list of its own endpoint, where two streams share an address and a Collection', async () => {
    const { ids, end } = await sharing()
    server.send(add('/trades', 't2'), add('/mine', 'm2'), add('/trades', 't3'))
    await vi.waitFor(() => expect(ids()).toEqual(['t1 t2 t3', 'm1 m2']))
    expect(livesOf()).toHaveLength(1)
    server.send(all('/mine', 'm7'), add('/mine', 'm8'), all('/trades', 't7'))
    await vi.waitFor(() => expect(ids()).toEqual(['t7', 'm7 m8']))
    expect(livesOf()).toHaveLength(2)
    expect(server.requests).toHaveLength(2)
    end()
  })

  it('leaves the list of its own endpoint, also where a response with it is on its way', async () => {
    const { endpoints, ids, end } = await sharing()
    const { promise, resolve } = deferred()
    const { respond } = server
    server.respond = async (path) => {
      await promise
      return respond(path)
    }
    const fetched = endpoints.map((it) => world.controller.fetch(it, { symbol: 'BTC' }))
    await vi.waitFor(() => expect(server.requests).toHaveLength(4))
    server.send(gone('/trades', 't1'), add('/mine', 'm2'))
    await vi.waitFor(() => expect(ids()).toEqual(['', 'm1 m2']))
    resolve()
    expect(await Promise.all(fetched)).toMatchObject([[], [{ id: 'm1' }, { id: 'm2' }]])
    end()
  })

  it('is one action for all messages of a burst, in their order', async () => {
    const { controller } = world
    const getTrades = tradesOf(
      (ids: readonly string[], live) => {
        const [first, ...more] = ids
        if (first === 'all') {
          live.setResponse(
            getTrades,
            { symbol: 'BTC' },
            more.map((id) => Trade.fromJS({ id })),
          )
        } else if (first === 'gone') {
          live.set(new Invalidate(Trade), { id: more[0] }, { id: more[0] })
        } else live.set(trades.push, { symbol: 'BTC' }, { id: first, symbol: 'BTC' })
      },
      { pushOnly: true },
    )
    const held = controller.retain(getTrades, { symbol: 'BTC' })
    await server.opened()
    // The list is there only with the first of these, and what comes after it is in it.
    server.send(['0'], ['all', '1', '2'], ['3'], ['gone', '1'], ['4'], ['gone', '4'], ['4'])
    const ids = () => controller.getResponse(getTrades, { symbol: 'BTC' }).data?.map(({ id }) => id)
    await vi.waitFor(() => expect(ids()).toEqual(['2', '3', '4']))
    expect(livesOf()).toHaveLength(1)
    // A whole list that comes after a member has it only where the server says so.
    server.send(['5'], ['all', '1'])
    await vi.waitFor(() => expect(ids()).toEqual(['1']))
    expect(livesOf()).toHaveLength(2)
    held.release()
  })

  it('changes fields of what is stored, and makes no half of an entity of what is not', async () => {
    const { controller } = world
    server.respond = () => ({ symbol: 'BTC', price: 1, note: 'first' })
    const getTicker = tickerOf({ message: (tick: Tick, live) => live.patch(Ticker, tick) })
    const held = controller.retain(getTicker, { symbol: 'BTC' })
    await controller.allSettled()
    await server.opened()
    server.send({ symbol: 'ETH', price: 9 }, { symbol: 'BTC', price: 2 })
    await vi.waitFor(() =>
      expect(controller.get(Ticker, { symbol: 'BTC' })).toMatchObject({ price: 2, note: 'first' }),
    )
    expect(controller.get(Ticker, { symbol: 'ETH' })).toBeUndefined()
    held.release()
  })

  it('of nothing is no action', async () => {
    const { controller } = world
    const getTicker = tickerOf({ message: (tick: Tick, live) => live.patch(Ticker, tick) })
    controller.subscribe(getTicker, { symbol: 'BTC' })
    await server.opened()
    server.send({ symbol: 'ETH', price: 9 }, { symbol: 'SOL', price: 9 })
    controller.set(Ticker, { symbol: 'X' }, { symbol: 'X' })
    server.send({ symbol: 'X', price: 1 })
    await vi.waitFor(() => expect(controller.get(Ticker, { symbol: 'X' })?.price).toBe(1))
    expect(livesOf()).toHaveLength(1)
    controller.unsubscribe(getTicker, { symbol: 'BTC' })
  })

  it('is found by matchers of entity changes, and gives the same state when it is replayed', async () => {
    const { controller, store, rest, actions } = world
    server.respond = () => ({ symbol: 'BTC', price: 1 })
    const getTicker = tickerOf({
      message: (tick: Tick, live) => live.setResponse(getTicker, tick, tick),
    })
    const held = controller.retain(getTicker, { symbol: 'BTC' })
    await server.opened()
    await controller.allSettled()
    server.send({ symbol: 'BTC', price: 3 })
    await vi.waitFor(() => expect(livesOf()).toHaveLength(1))
    expect(actions.filter(matchEntityChange(Ticker))).toHaveLength(2)
    const replayed = JSON.parse(JSON.stringify(actions)) as typeof actions
    const state = replayed.reduce<RestState | undefined>(
      (before, action) => rest.reducer(before, { ...action }),
      undefined,
    )
    expect(state).toEqual(JSON.parse(JSON.stringify(store.getState().rest)))
    held.release()
  })
})

describe('a message and requests', () => {
  it('is newer than a read that started before it', async () => {
    const { controller } = world
    const response = deferred<unknown>()
    server.respond = () => response.promise
    const getTicker = tickerOf()
    const held = controller.retain(getTicker, { symbol: 'BTC' })
    await server.opened()
    await vi.waitFor(() => expect(server.requests).toHaveLength(1))
    server.send({ symbol: 'BTC', price: 2 })
    await vi.waitFor(() => expect(controller.get(Ticker, { symbol: 'BTC' })?.price).toBe(2))
    response.resolve({ symbol: 'BTC', price: 1, note: 'from the response' })
    await controller.allSettled()
    expect(controller.get(Ticker, { symbol: 'BTC' })).toMatchObject({
      price: 2,
      note: 'from the response',
    })
    held.release()
  })

  it('is kept in a list whose read started before it, also where it is the whole of it', async () => {
    const { controller } = world
    const response = deferred<unknown>()
    server.respond = () => [{ id: '1' }]
    const getTrades = tradesOf((data: readonly { readonly id: string }[], live) => {
      if (data.length > 1) live.setResponse(getTrades, { symbol: 'BTC' }, data)
      else live.set(trades.push, { symbol: 'BTC' }, { ...data[0], symbol: 'BTC' })
    })
    const held = controller.retain(getTrades, { symbol: 'BTC' })
    await controller.allSettled()
    await server.opened()
    const ids = () => controller.getResponse(getTrades, { symbol: 'BTC' }).data?.map(({ id }) => id)
    server.respond = () => response.promise
    const read = controller.fetch(getTrades, { symbol: 'BTC' })
    await vi.waitFor(() => expect(server.requests).toHaveLength(2))
    server.send([{ id: '2' }])
    await vi.waitFor(() => expect(ids()).toEqual(['1', '2']))
    response.resolve([{ id: '1' }])
    await read
    expect(ids()).toEqual(['1', '2'])
    const late = deferred<unknown>()
    server.respond = () => late.promise
    const lateRead = controller.fetch(getTrades, { symbol: 'BTC' })
    await vi.waitFor(() => expect(server.requests).toHaveLength(3))
    server.send([{ id: '3' }, { id: '4' }])
    await vi.waitFor(() => expect(ids()).toEqual(['3', '4']))
    late.resolve([{ id: '1' }])
    await lateRead
    expect(ids()).toEqual(['3', '4'])
    held.release()
  })

  it('lies under what a mutation in flight is expected to bring', async () => {
    const { controller } = world
    server.respond = () => ({ symbol: 'BTC', price: 1, note: '' })
    const getTicker = tickerOf()
    const update = getTicker.extend({
      method: 'PATCH',
      body: {} as { note: string },
      live: undefined,
      getOptimisticResponse: [optimistic, (_snap, params, body) => ({ ...params, ...body })],
    })
    const held = controller.retain(getTicker, { symbol: 'BTC' })
    await controller.allSettled()
    await server.opened()
    const response = deferred<unknown>()
    server.respond = () => response.promise
    const saved = controller.fetch(update, { symbol: 'BTC' }, { note: 'mine' })
    await vi.waitFor(() => expect(server.requests).toHaveLength(2))
    server.send({ symbol: 'BTC', price: 2, note: 'theirs' })
    await vi.waitFor(() =>
      expect(controller.get(Ticker, { symbol: 'BTC' })).toMatchObject({ price: 2, note: 'mine' }),
    )
    response.resolve({ symbol: 'BTC', price: 2, note: 'mine' })
    await saved
    expect(controller.get(Ticker, { symbol: 'BTC' })).toMatchObject({ price: 2, note: 'mine' })
    held.release()
  })
})

describe('a connection that is lost', () => {
  it('comes back, subscribes again, and fetches once what is read', async () => {
    const { controller } = world
    let price = 1
    server.respond = () => ({ symbol: 'BTC', price: (price += 1) })
    const getTicker = tickerOf()
    const held = ['BTC', 'BTC', 'ETH'].map((symbol) => controller.retain(getTicker, { symbol }))
    await server.got(2)
    await controller.allSettled()
    expect(server.requests).toHaveLength(2)
    server.drop()
    expect((await server.got(4)).slice(2)).toEqual([{ subscribe: 'BTC' }, { subscribe: 'ETH' }])
    await vi.waitFor(() => expect(server.requests).toHaveLength(4))
    await controller.allSettled()
    expect(server.requests.slice(2).toSorted()).toEqual(['GET /tickers/BTC', 'GET /tickers/ETH'])
    for (const it of held) it.release()
  })

  it('has all pages of a list fetched, as messages about any of them may be missing', async () => {
    const { controller } = world
    let gone = ''
    server.respond = (path) => {
      const isSecond = path.includes('after=b')
      const trades = (isSecond ? ['c', 'd'] : ['a', 'b']).filter((id) => id !== gone).map(row)
      return { trades, ...(!isSecond && { next: 'b' }) }
    }
    const getTrades = tradesOf(() => undefined).extend({
      schema: { trades: new Collection([Trade]), next: '' },
      paginationField: [pages, 'after'],
    })
    const params = { symbol: 'BTC' }
    const held = controller.retain(getTrades, params)
    await server.got(1)
    await controller.allSettled()
    await controller.fetch(getTrades.getPage, { ...params, after: 'b' })
    const ids = () =>
      controller
        .getResponse(getTrades, params)
        .data?.trades?.map(({ id }) => id)
        .join(' ')
    expect(ids()).toBe('a b c d')
    gone = 'd'
    server.drop()
    await vi.waitFor(() => expect(ids()).toBe('a b c'))
    held.release()
  })
})

describe('a server that sends nonsense', () => {
  it('is said once for each kind, and what is right is written', async () => {
    const { controller } = world
    const getTicker = tickerOf({
      message(tick: Tick | 'fail', live) {
        if (tick === 'fail') throw new Error('no such message')
        live.set(Ticker, tick)
      },
    })
    controller.subscribe(getTicker, { symbol: 'BTC' })
    await server.opened()
    for (const price of [1, 2, 3]) {
      server.send('no JSON', '', '"fail"', 'null', '5', '[]', '{"price":1}', '{"symbol":{}}')
      server.send(
        { symbol: 'BTC', price },
        { symbol: 'ETH', price },
        '{"__proto__":{"symbol":"X"}}',
      )
    }
    server.open[0]?.send(Buffer.from([1, 2, 3]))
    await vi.waitFor(() => expect(controller.get(Ticker, { symbol: 'BTC' })?.price).toBe(3))
    expect(controller.get(Ticker, { symbol: 'ETH' })?.price).toBe(3)
    expect(errors().toSorted()).toEqual([
      expect.stringMatching(/`message` failed.*: no such message\. This is said once\.$/),
      expect.stringMatching(/does not fit the schema.*: Ticker/),
      expect.stringMatching(/no JSON text, which is left out\. This/),
    ])
    expect(({} as { symbol?: string }).symbol).toBeUndefined()
    controller.unsubscribe(getTicker, { symbol: 'BTC' })
  })

  it('may send thousands of messages at once', async () => {
    const { controller } = world
    const getTicker = tickerOf()
    controller.subscribe(getTicker, { symbol: 'BTC' })
    await server.opened()
    for (let price = 1; price <= 25_000; price += 1) {
      server.send(`{"symbol":"S${price % 100}","price":${price}}`)
    }
    await vi.waitFor(() => expect(controller.get(Ticker, { symbol: 'S0' })?.price).toBe(25_000))
    // One each 50 ms, or for each 10,000 messages.
    expect(livesOf().length).toBeLessThan(60)
    controller.unsubscribe(getTicker, { symbol: 'BTC' })
  })

  it('may have `message` fail later, where that is async', async () => {
    const { controller } = world
    const getTicker = tickerOf({
      async message() {
        await Promise.reject(new Error('no such message'))
      },
    })
    controller.subscribe(getTicker, { symbol: 'BTC' })
    await server.opened()
    server.send({ symbol: 'BTC', price: 1 })
    const said = vi.mocked(console.error)
    await vi.waitFor(() => expect(said).toHaveBeenCalled())
    expect(errors()).toEqual([expect.stringMatching(/`message` failed.*: no such message/)])
    controller.unsubscribe(getTicker, { symbol: 'BTC' })
  })

  it('does not see what fails before anything is sent', async () => {
    const { controller } = world
    const getTicker = tickerOf({
      subscribe() {
        throw new Error('no token')
      },
    })
    controller.subscribe(getTicker, { symbol: 'BTC' })
    await server.opened()
    server.send({ symbol: 'BTC', price: 1 })
    await vi.waitFor(() => expect(controller.get(Ticker, { symbol: 'BTC' })?.price).toBe(1))
    expect(errors()).toEqual([expect.stringMatching(/`subscribe` failed: no token/)])
    controller.unsubscribe(getTicker, { symbol: 'BTC' })
  })
})

describe('a reset', () => {
  it('drops what came before it, and connects anew for the readers that stay', async () => {
    const { controller } = world
    const getTicker = tickerOf({ pushOnly: true })
    controller.subscribe(getTicker, { symbol: 'BTC' })
    const seen = { count: 0 }
    await server.got(1)
    const getOther = tickerOf({
      message(tick: Tick, live) {
        seen.count += 1
        live.set(Ticker, tick)
        controller.reset()
      },
    })
    controller.subscribe(getOther, { symbol: 'ETH' })
    await server.got(2)
    server.send({ symbol: 'BTC', price: 1 })
    await vi.waitFor(() => expect(seen.count).toBe(1))
    expect((await server.got(4)).slice(2)).toEqual([{ subscribe: 'BTC' }, { subscribe: 'ETH' }])
    expect(server.sockets).toHaveLength(2)
    expect(controller.get(Ticker, { symbol: 'BTC' })).toBeUndefined()
    controller.unsubscribe(getTicker, { symbol: 'BTC' })
    controller.unsubscribe(getOther, { symbol: 'ETH' })
  })

  it('leaves nothing after rest.dispose', async () => {
    const { controller, rest, store } = world
    controller.subscribe(tickerOf(), { symbol: 'BTC' })
    await server.opened()
    rest.dispose(store)
    await server.opened(0)
    expect(server.sockets).toHaveLength(1)
  })
})

describe('wrong options', () => {
  it.each([
    [() => webSocket(5 as never, { message() {} }), /webSocket.*the address is 5\. Give a text/],
    [() => webSocket('', { message() {} }), /the address is/],
    [() => webSocket('/prices', {} as never), /`message` is undefined\. Give a function/],
    [() => webSocket('/prices', undefined as never), /`message` is undefined/],
    [
      () => webSocket('/prices', { message() {}, subscribe: 'BTC' as never }),
      /`subscribe` and `unsubscribe` are functions/,
    ],
  ])('are an error that says what to write', (make, text) => {
    expect(make).toThrow(text)
  })

  it('of `live` say what to write', async () => {
    const getTicker = tickerOf().extend({ live: 'ws://prices' as never })
    await expect(world.controller.fetch(getTicker, { symbol: 'BTC' })).rejects.toThrow(
      /`live` is a plain value.*webSocket\(url, …\).*rtk-rest\/streams/,
    )
  })

  it('are said where an address cannot be connected to', async () => {
    const { controller } = world
    const getTicker = tickerOf({}, () => {
      throw new Error('no ticket')
    })
    const held = controller.retain(getTicker, { symbol: 'BTC' })
    await controller.allSettled()
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled())
    expect(errors()).toEqual([expect.stringMatching(/cannot connect, and tries again: no ticket/)])
    held.release()
  })
})
