import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Market } from './market'
import type { Origins } from './Origins'
import type { OutageState } from './outage'

/** Where the prices are pushed. */
const path = '/api/prices'

/** One price moves in so many ms. */
const pace = 500

/** What a page may send is short. */
const maxPayload = 256

/** Pushes prices over web sockets. */
export interface Feed {
  /** Takes a request for a web socket, if it is one for the feed. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends all sockets. */
  close(): void
}

/** What the feed needs of the server. */
export interface FeedOptions {
  readonly market: Market
  readonly origins: Origins
  readonly outage: OutageState
}

/**
 * The prices of the market: `{ "subscribe": "prices" }` gets `{ all }` of them, and then each one that has `moved`, until
 * `{ "unsubscribe": "prices" }`. The market moves by itself only while somebody is subscribed. An outage ends the sockets, and
 * refuses new ones.
 */
export function createFeed({ market, origins, outage }: FeedOptions): Feed {
  const sockets = new WebSocketServer({ noServer: true, maxPayload })
  const subscribers = new Set<WebSocket>()
  const clock = new Clock(() => void push('moved', market.moveOne(), subscribers))
  const count = (): void => clock.run(subscribers.size > 0)
  const take = (socket: WebSocket, text: string): void => {
    const { subscribe, unsubscribe } = parse(text)
    if (subscribe === 'prices') {
      subscribers.add(socket)
      void push('all', market.read(), [socket])
    } else if (unsubscribe === 'prices') subscribers.delete(socket)
    else socket.close(1008, 'What can be subscribed is "prices".')
    count()
  }
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => take(socket, String(data)))
    // An error, as of a message that is too long, is followed by the close.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      subscribers.delete(socket)
      count()
    })
  })
  const endAll = (): void => sockets.clients.forEach((socket) => socket.terminate())
  const stopListening = outage.listen(() => {
    if (outage.isOn()) endAll()
  })
  return {
    upgrade(request, socket, head) {
      if (!request.url?.startsWith('/api')) return
      if (request.url !== path) return void socket.destroy()
      const { host, origin = '' } = request.headers
      if (outage.isOn() || !origins.isOwn(origin, host)) {
        socket.end(`HTTP/1.1 ${outage.isOn() ? 503 : 403} Refused\r\nconnection: close\r\n\r\n`)
        return
      }
      sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open))
    },
    close() {
      stopListening()
      clock.run(false)
      endAll()
    },
  }
}

/** Ticks while it runs. */
class Clock {
  readonly #tick: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(tick: () => void) {
    this.#tick = tick
  }

  run(isRunning: boolean): void {
    if (isRunning) this.#timer ??= setInterval(this.#tick, pace)
    else {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }
}

/** Sends what the market has to those that are subscribed by then. */
async function push(
  name: 'all' | 'moved',
  found: ReturnType<Market['read']>,
  subscribers: Iterable<WebSocket>,
): Promise<void> {
  try {
    const text = JSON.stringify({ [name]: await found })
    for (const socket of subscribers) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    }
  } catch (error) {
    // The database is closed before the last tick has its response.
    if (!isClosed(error)) console.error(error)
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && error.message.includes('closed')
}

interface Message {
  readonly subscribe?: unknown
  readonly unsubscribe?: unknown
}

/** What is no message is an empty one. */
function parse(text: string): Message {
  try {
    return Object(JSON.parse(text)) as Message
  } catch {
    return {}
  }
}
