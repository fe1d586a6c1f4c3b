import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

/** A real server: it answers requests with JSON, and keeps the sockets that are opened. */
export class StreamServer {
  /** The requests as method and path, in order. */
  readonly requests: string[] = []
  /** What clients have sent over sockets, in order. */
  readonly received: unknown[] = []
  /** All sockets that were opened, in order. */
  readonly sockets: WebSocket[] = []
  /** The addresses that sockets were opened with. */
  readonly addresses: (string | undefined)[] = []
  /** The response to a request, by its path. */
  respond: (path: string) => unknown = () => ({})
  /** Whether each new socket is closed at once. */
  refuses = false
  readonly #http: Server
  readonly #ws: WebSocketServer

  private constructor(http: Server) {
    this.#http = http
    this.#ws = new WebSocketServer({ server: http })
    http.on('request', (request, response) => {
      const path = request.url ?? ''
      this.requests.push(`${request.method} ${path}`)
      response.shouldKeepAlive = false
      response.setHeader('access-control-allow-origin', '*')
      const end = async (): Promise<void> => {
        const body = JSON.stringify(await this.respond(path))
        response.setHeader('content-type', 'application/json').end(body)
      }
      void end()
    })
    this.#ws.on('connection', (socket, { url }) => {
      this.sockets.push(socket)
      this.addresses.push(url)
      socket.on('message', (data) => this.received.push(parsed((data as Buffer).toString())))
      if (this.refuses) socket.close()
    })
  }

  static async start(): Promise<StreamServer> {
    const http = createServer()
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
    return new StreamServer(http)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** The address of the sockets. */
  get socketUrl(): string {
    return `${this.url.replace('http', 'ws')}/stream`
  }

  /** The sockets that are open. */
  get open(): readonly WebSocket[] {
    return [...this.#ws.clients].filter((socket) => socket.readyState === 1)
  }

  /** Sends messages to all sockets: texts as they are, all else as JSON. */
  send(...messages: readonly unknown[]): void {
    for (const socket of this.open) {
      for (const it of messages) socket.send(typeof it === 'string' ? it : JSON.stringify(it))
    }
  }

  /** Waits until so many sockets are open. */
  async opened(count = 1): Promise<void> {
    await vi.waitFor(() => {
      if (this.open.length !== count) throw new Error(`${this.open.length} sockets are open`)
    })
  }

  /** Waits until clients have sent so many messages, and returns them. */
  async got(count: number): Promise<readonly unknown[]> {
    await vi.waitFor(() => {
      if (this.received.length < count) throw new Error(`${this.received.length} messages came`)
    })
    return this.received
  }

  /** Breaks all connections. */
  drop(): void {
    for (const socket of this.#ws.clients) socket.terminate()
  }

  /** Forgets what happened. */
  clear(): void {
    this.drop()
    this.refuses = false
    this.respond = () => ({})
    for (const list of [this.requests, this.received, this.sockets, this.addresses]) {
      list.length = 0
    }
  }

  async close(): Promise<void> {
    this.drop()
    this.#ws.close()
    this.#http.closeAllConnections()
    await new Promise((resolve) => void this.#http.close(resolve))
  }
}

/** What a client has sent: JSON, or another text. */
function parsed(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : text
}
