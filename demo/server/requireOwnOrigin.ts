import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from './ApiError'
import type { Origins } from './Origins'

/** They change nothing that is kept for a user, and no other page can read their responses. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a change that another page requests, because the browser may add the cookie of this one. */
export function requireOwnOrigin(origins: Origins): MiddlewareHandler {
  return async (c, next) => {
    if (!safeMethods.has(c.req.method) && !isOwn(c, origins)) {
      throw new ApiError(403, 'Only the page of the desk itself may change anything.')
    }
    await next()
  }
}

/**
 * Browsers send `Origin` with every request that is not GET or HEAD, and most send `Sec-Fetch-Site`; no script can change
 * either. A request without both comes from a program, such as curl, which is let in with a token or with nothing. A
 * cookie is what browsers add on their own, so a request that has one must name its origin.
 */
function isOwn(c: Context, origins: Origins): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return false
  if (origin !== undefined) return origins.isOwn(origin, c.req.header('host'))
  return site !== undefined || c.req.header('cookie') === undefined
}
