import type { LiveCalls } from '../../endpoint/contract'
import type { AnyType } from '../../util/anyType'
import {
  checkStream,
  type LiveOption,
  type Stream,
  type StreamOptions,
  type StreamUrl,
} from './stream'
import { streams } from './streams'

/** The options of `webSocket`. */
export interface WebSocketOptions<Args extends readonly unknown[]>
  extends StreamOptions, LiveCalls<Args> {
  /** The subprotocols that the server may choose from. Default: none. */
  readonly protocols?: string | string[] | undefined
  /** The class that connects. Default: the `WebSocket` of the window; without one, as on a server, nothing happens. */
  readonly WebSocket?: WebSocketClass | undefined
}

interface Surroundings {
  readonly window?: { readonly WebSocket?: WebSocketClass }
}

/** A class like that of browsers. */
export type WebSocketClass = new (url: string, protocols?: string | string[]) => WebSocketLike

/** The part of a socket that is used. */
export interface WebSocketLike {
  /** Sends a text. */
  send(text: string): void
  /** Ends the connection. */
  close(): void
  /** Called when it is open. */
  onopen: unknown
  /** Called with an event for each message, whose `data` is the text. */
  onmessage: unknown
  /** Called when the connection has ended, or could not be opened. */
  onclose: unknown
  /** Called before that, where something failed. */
  onerror: unknown
}

/**
 * Keeps the data of an endpoint up to date by the messages of a WebSocket, while anything reads it. Endpoints of one address share
 * a connection. It reconnects, subscribes again, and then refetches what is read.
 *
 * @example
 * const getTicker = new RestEndpoint({
 *   path: '/tickers/:symbol',
 *   schema: Ticker,
 *   live: webSocket('wss://prices.example', {
 *     subscribe: ({ symbol }: { symbol: string }) => ({ subscribe: symbol }),
 *     message: (tick: Tick, live) => live.set(Ticker, tick),
 *   }),
 * })
 */
export function webSocket<Args extends readonly unknown[] = AnyType[]>(
  url: StreamUrl,
  options: WebSocketOptions<Args>,
): LiveOption<Args> {
  if (process.env.NODE_ENV !== 'production') checkStream('webSocket', url, options)
  const { WebSocket, protocols } = options
  // Node has such a class too, but what renders on a server must not wait for messages.
  const find = () => WebSocket ?? (globalThis as Surroundings).window?.WebSocket
  const stream: Stream = {
    ...(options as StreamOptions),
    source: 'WebSocket',
    url: url as Stream['url'],
    find,
    connect(to, on) {
      const socket = new (find() as WebSocketClass)(to, protocols)
      return Object.assign(socket, {
        onopen: on.opened,
        onmessage: ({ data }: { readonly data: unknown }) => on.came(data, 'message'),
        onclose: () => on.lost(true),
        // The close that follows is what counts.
        onerror: () => undefined,
      })
    },
  }
  return [streams, stream]
}
