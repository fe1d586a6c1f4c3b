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

/** What the feed needs of the server. */
export interface FeedOptions {
  readonly market: Market
  readonly origins: Origins
  readonly outage: OutageState
}

/**
 * Pushes the prices of the market over web sockets: `{ "subscribe": "prices" }` gets `{ all }` of them, and then each one that
 * has `moved`, until `{ "unsubscribe": "prices" }`. The market moves by itself only while somebody is subscribed. An outage ends
 * the sockets, and refuses new ones.
 */
export class Feed {
  readonly #given: FeedOptions
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload })
  readonly #subscribers = new Set<WebSocket>()
  readonly #clock: Clock
  readonly #stopListening: () => void

  constructor(given: FeedOptions) {
    const { market, outage } = given
    this.#given = given
    this.#clock = new Clock(() => void push('moved', market.moveOne(), this.#subscribers))
    this.#stopListening = outage.listen(() => {
      if (outage.isOn()) this.#endAll()
    })
  }

  /** Takes a request for a web socket, if it is one for the feed. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!request.url?.startsWith('/api')) return
    if (request.url !== path) return void socket.destroy()
    const { outage, origins } = this.#given
    const { host, origin = '' } = request.headers
    if (outage.isOn() || !origins.isOwn(origin, host)) {
      socket.end(`HTTP/1.1 ${outage.isOn() ? 503 : 403} Refused\r\nconnection: close\r\n\r\n`)
      return
    }
    this.#sockets.handleUpgrade(request, socket, head, (open) => this.#serve(open))
  }

  /** Ends all sockets. */
  close(): void {
    this.#stopListening()
    this.#clock.run(false)
    this.#endAll()
  }

  #serve(socket: WebSocket): void {
    // A text comes as a buffer.
    socket.on('message', (data: Buffer) => this.#take(socket, data.toString()))
    // An error, as of a message that is too long, is followed by the close.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#unsubscribe(socket))
  }

  #take(socket: WebSocket, text: string): void {
    const { subscribe, unsubscribe } = parse(text)
    if (subscribe === 'prices') {
      this.#subscribers.add(socket)
      this.#clock.run(true)
      void push('all', this.#given.market.read(), [socket])
    } else if (unsubscribe === 'prices') this.#unsubscribe(socket)
    else socket.close(1008, 'What can be subscribed is "prices".')
  }

  #unsubscribe(socket: WebSocket): void {
    this.#subscribers.delete(socket)
    this.#clock.run(this.#subscribers.size > 0)
  }

  #endAll(): void {
    this.#sockets.clients.forEach((socket) => socket.terminate())
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
