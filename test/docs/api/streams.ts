import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import {
  eventSource,
  type EventSourceClass,
  type EventSourceLike,
  type EventSourceOptions,
  type LiveCalls,
  type LiveOption,
  type LiveWrites,
  type StreamOptions,
  type StreamUrl,
  webSocket,
  type WebSocketClass,
  type WebSocketLike,
  type WebSocketOptions,
} from 'rtk-rest/streams'

class Ticker extends Entity {
  symbol = ''
  price = 0
  static override key = 'Ticker'
  override pk() {
    return this.symbol
  }
}

type Tick = { readonly symbol: string; readonly price: number }

// #region LiveWrites
/** Does with each tick what several endpoints want. */
export function writeTick(tick: Tick, live: LiveWrites): void {
  live.set(Ticker, tick)
}
// #endregion

// #region WebSocketOptions
type Args = [params: { readonly symbol: string | number }]

const calls: LiveCalls<Args> = {
  subscribe: ({ symbol }) => ({ subscribe: symbol }),
  unsubscribe: ({ symbol }) => ({ unsubscribe: symbol }),
}

const writes: StreamOptions = {
  message: (data, live) => live.set(Ticker, data as Tick),
  pushOnly: true,
}

const address: StreamUrl = () => `wss://prices.example?token=${sessionStorage.getItem('token')}`
const ticking: WebSocketOptions<Args> = { ...calls, ...writes }
const ticks: LiveOption<Args> = webSocket(address, ticking)

export const getTicker = new RestEndpoint({ path: '/tickers/:symbol', schema: Ticker, live: ticks })
// #endregion

// #region EventSourceOptions
const options: EventSourceOptions = {
  events: ['price'],
  withCredentials: true,
  message: (tick: Tick, live) => live.set(Ticker, tick),
}

export const getPrice = getTicker.extend({ live: eventSource('/prices', options) })
// #endregion

// #region WebSocketClass
/** A stream for tests, whose sockets the test makes and sends messages with. */
export function testedTicks(WebSocket: WebSocketClass & { readonly last: WebSocketLike }) {
  return webSocket('wss://prices.example', { WebSocket, message: writeTick })
}
// #endregion

// #region EventSourceClass
/** For a platform without an EventSource, by a package that has one. */
export function withPackage(
  EventSource: EventSourceClass,
  onSource: (it: EventSourceLike) => void,
) {
  class Observed extends EventSource {
    constructor(url: string) {
      super(url)
      onSource(this)
    }
  }
  return eventSource('/prices', { ...options, EventSource: Observed })
}
// #endregion

class Order extends Entity {
  id = ''
  static override key = 'Order'
}

export const shown = () => {
  const getTicker = new RestEndpoint({
    path: '/tickers/:symbol',
    schema: Ticker,
    live: webSocket('wss://prices.example', {
      subscribe: ({ symbol }: { symbol: string }) => ({ subscribe: symbol }),
      message: (tick: Tick, live) => live.set(Ticker, tick),
    }),
  })
  const getOrders = new RestEndpoint({
    path: '/orders',
    schema: new Collection([Order]),
    live: eventSource('/orders/events', {
      message: (order: Order, live) => live.set(Order, order),
    }),
  })
  return [getTicker, getOrders]
}
