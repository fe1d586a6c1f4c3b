import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'

interface Note {
  readonly id: string
  readonly text: string
}

/** A server with the notes of two users, whose responses may wait for the test. */
export class Notes {
  readonly #all = new Map<string, Note[]>()
  #held: (() => void)[] = []
  #isHolding = false
  /** What was requested since the last call of `hold`. */
  readonly requested: string[] = []

  constructor(...users: readonly string[]) {
    for (const user of users) {
      this.#all.set(
        user,
        ['1', '2'].map((id) => ({ id, text: `note ${id} of ${user}` })),
      )
    }
  }

  readonly respond: RequestListener = (request, response) => void this.#respond(request, response)

  /** From now on, responses wait for `release`. */
  hold(): void {
    this.requested.length = 0
    this.#isHolding = true
  }

  /** The responses leave. */
  release(): void {
    this.#isHolding = false
    for (const send of this.#held.splice(0)) send()
  }

  /** Another client writes a note. */
  write(user: string, id: string, text: string): void {
    const notes = this.#all.get(user) ?? []
    this.#all.set(
      user,
      notes.map((it) => (it.id === id ? { id, text } : it)),
    )
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = request
    const user = String(headers['x-user'])
    const id = url.split('/')[2]
    if (method === 'PATCH' && id !== undefined) {
      const { text } = (await json(request)) as Note
      this.write(user, id, text)
    }
    const notes = this.#all.get(user)
    const body = id === undefined ? notes : notes?.find((it) => it.id === id)
    const text = JSON.stringify(body ?? {})
    const status = body === undefined ? 401 : 200
    const send = (): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    this.requested.push(`${method} ${url}`)
    if (this.#isHolding) this.#held.push(send)
    else send()
  }
}
