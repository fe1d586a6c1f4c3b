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

/**
 * Refuses a body of more than 1 MB: by its `content-length` before anything is read, and without one as soon as that much
 * has come. What still comes is dropped, and after half a second `@hono/node-server` closes the connection.
 */
export const limitBody: MiddlewareHandler = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new ApiError(413, 'The request body must not be larger than 1 MB.')
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
