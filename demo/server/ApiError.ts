import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What a route throws to respond with a status, `{ message }`, and headers where the status needs some. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: ContentfulStatusCode
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ContentfulStatusCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
