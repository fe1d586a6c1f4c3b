import { http, HttpResponse, type JsonBodyType } from 'msw'
import { API, server } from '../support/server'

/** A request as the server got it. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly text: string
}

/** Responds to every request to the API with `response`, and records the requests. */
export function recordRequests(response: JsonBodyType = {}): Sent[] {
  const sent: Sent[] = []
  server.use(
    http.all(`${API}/*`, async ({ request }) => {
      const { method, url, headers } = request
      sent.push({ method, url, headers, text: await request.text() })
      return HttpResponse.json(response)
    }),
  )
  return sent
}
