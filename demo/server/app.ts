import type { PGlite } from '@electric-sql/pglite'
import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import { ApiError } from './ApiError'
import { memberRoutes } from './members'
import { latestNoteRoutes, memberNoteRoutes } from './notes'
import { createOutage } from './outage'

/** The REST API over a database: everything under `/api`, every answer JSON. */
export function createApp(sql: PGlite): Hono {
  const app = new Hono().basePath('/api')
  const outage = createOutage()
  app.use('*', refuseNul)
  // Routes match in the order in which they are added: what stands before the guard stays open in an outage.
  app.route('/outage', outage.routes)
  app.use('*', outage.guard)
  app.route('/members', memberRoutes(sql))
  app.route('/members', memberNoteRoutes(sql))
  app.route('/notes', latestNoteRoutes(sql))
  app.notFound((c) => c.json({ message: `There is no ${c.req.method} ${c.req.path}.` }, 404))
  app.onError((error, c) => {
    if (error instanceof ApiError) return c.json({ message: error.message }, error.status)
    console.error(error)
    return c.json({ message: 'The server failed; its log says why.' }, 500)
  })
  return app
}

/** PostgreSQL cannot look for a text with the character U+0000, so it would fail late and unclearly. */
const refuseNul: MiddlewareHandler = async (c, next) => {
  if (c.req.url.includes('%00')) throw new ApiError(400, 'The address holds the character U+0000.')
  await next()
}
