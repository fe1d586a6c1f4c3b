import type { AnyType } from '../../util/anyType'
import {
  checkStream,
  type LiveOption,
  type Stream,
  type StreamOptions,
  type StreamUrl,
} from './stream'
import { streams } from './streams'

/** The options of `eventSource`. */
export interface EventSourceOptions extends StreamOptions {
  /** The names of the events that are messages. Default: `['message']`, which are those without a name. */
  readonly events?: readonly string[] | undefined
  /** Sends cookies to another origin. Default: false. */
  readonly withCredentials?: boolean | undefined
  /** The class that connects. Default: the `EventSource` of the window; without one, as on a server, nothing happens. */
  readonly EventSource?: EventSourceClass | undefined
}

interface Surroundings {
  readonly window?: { readonly EventSource?: EventSourceClass }
}

/** A class like that of browsers. */
export type EventSourceClass = new (
  url: string,
  init?: { withCredentials?: boolean },
) => EventSourceLike

/** The part of an event source that is used. */
export interface EventSourceLike {
  /** 2 where it has given up. */
  readonly readyState: number
  /** Ends the connection. */
  close(): void
  /** Calls back for each event of a name. */
  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void
  /** Called when it is open, also again after a loss. */
  onopen: unknown
  /** Called when the connection is lost. */
  onerror: unknown
}

/** What `readyState` is when it has given up. */
const CLOSED = 2

/**
 * Keeps the data of an endpoint up to date by server-sent events, while anything reads it. Endpoints of one address share a
 * connection. When it is back after a loss, what is read is fetched again.
 *
 * @example
 * const getOrders = new RestEndpoint({
 *   path: '/orders',
 *   schema: new Collection([Order]),
 *   live: eventSource('/orders/events', {
 *     message: (order: Order, live) => live.set(Order, order),
 *   }),
 * })
 */
export function eventSource<Args extends readonly unknown[] = AnyType[]>(
  url: StreamUrl<Args>,
  options: EventSourceOptions,
): LiveOption<Args> {
  if (process.env.NODE_ENV !== 'production') checkStream('eventSource', url, options)
  const { EventSource, events = ['message'], withCredentials = false } = options
  // Node has such a class too, but what renders on a server must not wait for messages.
  const find = () => EventSource ?? (globalThis as Surroundings).window?.EventSource
  const stream: Stream = {
    ...(options as StreamOptions),
    source: 'EventSource',
    url: url as Stream['url'],
    find,
    connect(to, on) {
      const source = new (find() as EventSourceClass)(to, { withCredentials })
      for (const type of events) source.addEventListener(type, ({ data }) => on.came(data, type))
      return Object.assign(source, {
        onopen: on.opened,
        onerror: () => on.lost(source.readyState === CLOSED),
      })
    },
  }
  return [streams, stream]
}
