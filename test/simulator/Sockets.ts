import type { WebSocketClass, WebSocketLike } from 'rtk-rest/streams'
import type { Network } from './Network'

/** How long it takes until a socket is open, and until its server knows what it subscribes to, in ms. */
const LATENCY = 5

/** What becomes of a message: it arrives, or its connection is lost before. */
interface Sent {
  readonly text: string
  arrived(): void
  lost(): void
}

type Call = (event?: object) => void

/** A socket of the client, and the way of the messages to it. */
class Socket implements WebSocketLike {
  onopen: unknown
  onmessage: unknown
  onclose: unknown
  onerror: unknown
  isSubscribed = false
  #sent: Sent[] = []
  #isOver = false

  open(): void {
    if (!this.#isOver) (this.onopen as Call)()
  }

  send(): void {
    setTimeout(() => (this.isSubscribed = !this.#isOver), LATENCY)
  }

  /** Whatever the delays, messages arrive in order. */
  receive(sent: Sent, delay: number): void {
    this.#sent.push(sent)
    setTimeout(() => {
      const next = this.#sent.shift()
      if (next === undefined) return
      ;(this.onmessage as Call)({ data: next.text })
      next.arrived()
    }, delay)
  }

  close(): void {
    this.#isOver = true
    this.isSubscribed = false
    for (const { lost } of this.#sent.splice(0)) lost()
  }

  /** The connection is lost. */
  cut(): void {
    if (this.#isOver) return
    this.close()
    ;(this.onclose as Call)()
  }
}

/** The web sockets of a run, which are lost with the network. */
export class Sockets {
  readonly WebSocket: WebSocketClass
  readonly #all = new Set<Socket>()

  constructor(network: Network) {
    const all = this.#all
    this.WebSocket = class extends Socket {
      constructor() {
        super()
        all.add(this)
        setTimeout(() => (network.isOnline() ? this.open() : this.cut()), LATENCY)
      }

      override close(): void {
        super.close()
        all.delete(this)
      }
    }
    network.listen(() => {
      if (!network.isOnline()) this.cut()
    })
  }

  /** How many are open, or about to be. */
  get size(): number {
    return this.#all.size
  }

  get isSubscribed(): boolean {
    return [...this.#all].some((it) => it.isSubscribed)
  }

  /** Has what subscribes receive a message; whether there is any. */
  send(sent: Sent, delay: number): boolean {
    const subscribed = [...this.#all].find((it) => it.isSubscribed)
    subscribed?.receive(sent, delay)
    return subscribed !== undefined
  }

  cut(): void {
    for (const socket of this.#all) socket.cut()
  }

  /** Puts the class in place of that of the window; without one, nothing connects. Returns how to restore it. */
  static install(WebSocket: WebSocketClass | undefined): () => void {
    const { window = {} } = globalThis as { readonly window?: { readonly WebSocket?: unknown } }
    const place = (value: unknown): void =>
      void Object.defineProperty(window, 'WebSocket', { value, configurable: true })
    const { WebSocket: before } = window
    place(WebSocket)
    return () => place(before)
  }
}
