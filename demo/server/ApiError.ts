import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What else a response with an error has. */
interface Details {
  /** Headers, where the status needs some. */
  readonly headers?: Readonly<Record<string, string>>
  /** What is wrong with fields of the body, by their names. */
  readonly errors?: Readonly<Record<string, string>>
}

/** What a route throws to respond with a status and `{ message }`, with `errors` where fields of the body are wrong. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: ContentfulStatusCode
  readonly headers: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>> | undefined

  constructor(status: ContentfulStatusCode, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.headers = details.headers ?? {}
    this.errors = details.errors
  }
}
