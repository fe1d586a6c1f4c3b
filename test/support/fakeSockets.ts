import type { EventSourceClass, WebSocketClass } from 'rtk-rest/streams'

/** A socket whose server is the test, for what takes long on a real one. */
export class FakeSocket {
  onopen: unknown
  onmessage: unknown
  onclose: unknown
  onerror: unknown
  readonly sent: string[] = []
  readonly url: string
  isClosed = false
  #isOpen = false

  constructor(url: string) {
    this.url = url
  }

  send(text: string): void {
    if (!this.#isOpen) throw new DOMException('Still in CONNECTING state', 'InvalidStateError')
    this.sent.push(text)
  }

  close(): void {
    this.isClosed = true
  }

  /** The server accepts the connection. */
  accept(): void {
    this.#isOpen = true
    ;(this.onopen as () => void)()
  }

  /** The server sends a message, as JSON. */
  deliver(message: unknown): void {
    this.deliverText(JSON.stringify(message))
  }

  deliverText(data: string): void {
    ;(this.onmessage as (event: object) => void)({ data })
  }

  /** The connection ends. */
  lose(): void {
    this.isClosed = true
    ;(this.onclose as () => void)()
  }
}

/** A class that makes such sockets, and those that it made. */
export function fakeSockets(): { WebSocket: WebSocketClass; sockets: FakeSocket[] } {
  const sockets: FakeSocket[] = []
  class Recorded extends FakeSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  return { WebSocket: Recorded, sockets }
}

/** An event source whose server is the test. */
export class FakeEventSource {
  onopen: unknown
  onerror: unknown
  readyState = 0
  readonly listeners = new Map<string, (event: { readonly data: unknown }) => void>()
  readonly url: string
  readonly init: object | undefined
  isClosed = false

  constructor(url: string, init?: object) {
    this.url = url
    this.init = init
  }

  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void {
    this.listeners.set(type, listener)
  }

  close(): void {
    this.isClosed = true
  }

  accept(): void {
    this.readyState = 1
    ;(this.onopen as () => void)()
  }

  deliver(message: unknown, type = 'message'): void {
    this.listeners.get(type)?.({ data: JSON.stringify(message) })
  }

  /** @param isOver it does not connect again by itself */
  lose(isOver: boolean): void {
    this.readyState = isOver ? 2 : 0
    ;(this.onerror as () => void)()
  }
}

/** A class that makes such event sources, and those that it made. */
export function fakeEventSources(): { EventSource: EventSourceClass; sources: FakeEventSource[] } {
  const sources: FakeEventSource[] = []
  class Recorded extends FakeEventSource {
    constructor(url: string, init?: object) {
      super(url, init)
      sources.push(this)
    }
  }
  return { EventSource: Recorded, sources }
}
