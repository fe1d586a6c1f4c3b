import type { IncomingMessage } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { http, type MockResponse } from '../recipes/api'
import { type Call, serve } from './serve'

interface Message {
  readonly id: string
  readonly room: string
  readonly text: string
}

const PAGE_SIZE = 3

/** A chat: pages in front, and a socket that says to all what was done in the rooms to which they subscribe. */
export class ChatServer {
  /** The rooms of each socket. */
  readonly subscriptions = new Map<WebSocket, Set<string>>()
  readonly #sockets = new WebSocketServer({ server: http })
  #messages: readonly Message[] = []

  constructor() {
    this.#sockets.on('connection', (socket: WebSocket, _: IncomingMessage) => {
      const rooms = new Set<string>()
      this.subscriptions.set(socket, rooms)
      socket.on('close', () => this.subscriptions.delete(socket))
      socket.on('message', (data: Buffer) => {
        const { subscribe, unsubscribe } = JSON.parse(data.toString()) as Record<string, string>
        if (subscribe) rooms.add(subscribe)
        if (unsubscribe) rooms.delete(unsubscribe)
      })
    })
    for (const text of ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo']) this.post('lobby', text)
  }

  /** Somebody writes a message. */
  post(room: string, text: string): Message {
    const message = { id: `${this.#messages.length + 1}`, room, text }
    this.#messages = [...this.#messages, message]
    this.#tell(room, { type: 'posted', message })
    return message
  }

  edit(id: string, text: string): Message | undefined {
    this.#messages = this.#messages.map((it) => (it.id === id ? { ...it, text } : it))
    const message = this.#messages.find((it) => it.id === id)
    if (message) this.#tell(message.room, { type: 'edited', message })
    return message
  }

  /** A deleted message keeps its id. */
  delete(room: string, id: string): void {
    this.#messages = this.#messages.map((it) => (it.id === id ? { ...it, room: 'deleted' } : it))
    this.#tell(room, { type: 'deleted', id })
  }

  /** Every connection is lost. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate()
  }

  close(): void {
    this.cut()
    this.#sockets.close()
  }

  readonly respond = serve({
    'GET /rooms/:room/messages': ({ params: { room }, search }) => {
      const before = search.get('before')
      const json = this.#messages
        .filter((it) => it.room === room && (before === null || Number(it.id) < Number(before)))
        .slice(-PAGE_SIZE)
      return { json }
    },
    'POST /rooms/:room/messages': (call) => {
      const text = textOf(call)
      if (text === '') return { status: 422, json: { errors: { text: ['is empty'] } } }
      return { status: 201, json: this.post(call.params['room'] ?? '', text) }
    },
    'PATCH /rooms/:room/messages/:id': (call): MockResponse => ({
      json: this.edit(call.params['id'] ?? '', textOf(call)),
    }),
    'DELETE /rooms/:room/messages/:id': ({ params: { room = '', id = '' } }) => {
      this.delete(room, id)
      return { status: 204 }
    },
  })

  #tell(room: string, event: object): void {
    for (const [socket, rooms] of this.subscriptions) {
      if (rooms.has(room)) socket.send(JSON.stringify(event))
    }
  }
}

const textOf = ({ body }: Call) => (JSON.parse(body) as { readonly text: string }).text
