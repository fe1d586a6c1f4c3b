import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What a route throws to answer with a status and `{ message }`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: ContentfulStatusCode

  constructor(status: ContentfulStatusCode, message: string) {
    super(message)
    this.status = status
  }
}
