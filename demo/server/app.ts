import type { PGlite } from '@electric-sql/pglite'
import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import { accessRoutes } from './access'
import { ApiError } from './ApiError'
import { limitBody, requireBodyType } from './bodies'
import { manyMemberRoutes } from './manyMembers'
import { memberRoutes } from './members'
import { latestNoteRoutes, memberNoteRoutes } from './notes'
import { orderRoutes } from './orders'
import type { Origins } from './Origins'
import type { Market } from './market'
import type { Outage } from './outage'
import { requireOwnOrigin } from './requireOwnOrigin'
import { allSessionsRoutes, sessionRoutes } from './session'
import { SignInLimit } from './SignInLimit'
import { statementRoutes } from './statement'
import type { Pace } from './statement'
import { tickerRoutes } from './ticker'
import { tradeRoutes } from './trades'

/** What the API takes from where it runs. */
export interface AppOptions {
  readonly origins: Origins
  readonly market: Market
  readonly outage: Outage
  /** How fast statements are sent. */
  readonly pace: Pace
  /** The clock of the limits, in ms. */
  readonly now: () => number
}

/** The REST API over a database: everything under `/api`, every response JSON but the statements. */
export function createApp(sql: PGlite, options: AppOptions): Hono {
  const { origins, market, outage, pace, now } = options
  const app = new Hono().basePath('/api')
  app.use('*', forbidSharing, refuseNul, requireOwnOrigin(origins), requireBodyType, limitBody)
  // Routes match in the order in which they are added: what stands before the guard stays open in an outage.
  app.route('/outage', outage.routes)
  app.use('*', outage.guard)
  app.route('/session', sessionRoutes(sql, new SignInLimit(now)))
  app.route('/sessions', allSessionsRoutes(sql))
  app.route('/members', manyMemberRoutes(sql))
  app.route('/members', memberRoutes(sql))
  app.route('/members', memberNoteRoutes(sql))
  app.route('/members', statementRoutes(sql, pace))
  app.route('/notes', latestNoteRoutes(sql))
  app.route('/trades', tradeRoutes(sql))
  app.route('/orders', orderRoutes(sql))
  app.route('/ticker', tickerRoutes(market))
  app.route('/access', accessRoutes(sql))
  app.notFound((c) => c.json({ message: `There is no ${c.req.method} ${c.req.path}.` }, 404))
  app.onError((error, c) => {
    if (error instanceof ApiError) {
      const { message, errors, status, headers } = error
      return c.json({ message, ...(errors && { errors }) }, status, { ...headers })
    }
    console.error(error)
    return c.json({ message: 'The server failed; its log says why.' }, 500)
  })
  return app
}

/**
 * No cache but the browser's keeps a response, and revalidates it before each use. Not `no-store`: Chromium reports
 * a response as aborted, although all of it came, if it may not be stored and is read as a stream.
 */
const forbidSharing: MiddlewareHandler = async (c, next) => {
  c.header('cache-control', 'private, no-cache')
  await next()
}

/** PostgreSQL cannot look for a text with the character U+0000, so it would fail late and unclearly. */
const refuseNul: MiddlewareHandler = async (c, next) => {
  if (c.req.url.includes('%00')) throw new ApiError(400, 'The address holds the character U+0000.')
  await next()
}
