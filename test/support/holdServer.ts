import { http, HttpResponse, type JsonBodyType } from 'msw'
import { expect, vi } from 'vitest'
import { API, server } from './server'
import { deferred } from './world'

/** A request that has reached the server and waits for the test. */
export interface HeldRequest {
  /** Method and path: `GET /users/1`. */
  readonly name: string
  readonly body: unknown
  respond(body: JsonBodyType, status?: number): void
  /** Closes the connection without a response. */
  drop(): void
}

/** The server of the tests, which responds when the test releases it. */
export interface HeldServer {
  /** The names of all requests so far. */
  readonly sent: readonly string[]
  /** The oldest request of a name that the test has not taken yet; waits until it arrives. */
  take(name: string): Promise<HeldRequest>
}

/** Makes the server of the tests hold every request. */
export function holdServer(): HeldServer {
  const sent: string[] = []
  const waiting: HeldRequest[] = []
  server.use(
    http.all(`${API}/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url)
      const name = `${request.method} ${pathname}${search}`
      const text = await request.text()
      const response = deferred<Response>()
      sent.push(name)
      waiting.push({
        name,
        body: text === '' ? undefined : JSON.parse(text),
        respond: (body, status = 200) => response.resolve(HttpResponse.json(body, { status })),
        drop: () => response.resolve(HttpResponse.error()),
      })
      return await response.promise
    }),
  )
  return {
    sent,
    take: (name) =>
      vi.waitFor(
        () => {
          expect(waiting.map((it) => it.name)).toContain(name)
          const [taken] = waiting.splice(
            waiting.findIndex((it) => it.name === name),
            1,
          )
          return taken as HeldRequest
        },
        { interval: 1 },
      ),
  }
}
