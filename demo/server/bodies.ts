import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError } from './ApiError'

const json = 'application/json'

/** The routes that take another type than JSON. */
const otherTypes: Readonly<Record<string, string>> = {
  'POST /api/members/import': 'multipart/form-data',
}

/**
 * Refuses a body of another type than its route takes. A form of a foreign page cannot send JSON, and the browser lets a
 * script of one send it only if this server agrees, which it never does.
 */
export const requireBodyType: MiddlewareHandler = async (c, next) => {
  const expected = otherTypes[`${c.req.method} ${c.req.path}`] ?? json
  if (hasBody(c) && bodyTypeOf(c) !== expected) {
    throw new ApiError(415, `The request body must be ${expected}.`)
  }
  await next()
}

/** The largest body of a request, in bytes. */
export const maxBody = 1024 * 1024

/** What is said of a larger one. */
export const bodyTooLarge = 'The request body must not be larger than 1 MB.'

/**
 * Refuses a body without `content-length` as soon as more than 1 MB has come, and ends the connection. The door refuses one whose
 * `content-length` says it.
 */
export const limitBody: MiddlewareHandler = bodyLimit({
  maxSize: maxBody,
  onError: () => {
    throw new ApiError(413, bodyTooLarge, { headers: { connection: 'close' } })
  },
})

function hasBody(c: Context): boolean {
  const length = c.req.header('content-length') ?? '0'
  return c.req.header('transfer-encoding') !== undefined || length !== '0'
}

/** Without parameters, such as `charset`. */
function bodyTypeOf(c: Context): string | undefined {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
}
