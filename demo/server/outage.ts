import { Hono } from 'hono'
import type { MiddlewareHandler } from 'hono'
import { ApiError } from './ApiError'
import { fieldError, readFields } from './input'

/** A switch that closes the rest of the API, so that a person (or a test) can see how errors look. */
export interface Outage {
  readonly routes: Hono
  /** Refuses a request while the outage is on. */
  readonly guard: MiddlewareHandler
}

/** Creates the switch, off; it lives in memory, so a restart ends every outage. */
export function createOutage(): Outage {
  let on = false
  const routes = new Hono()
  routes.get('/', (c) => c.json({ id: 'desk', on }))
  routes.put('/', async (c) => {
    const fields = await readFields(c)
    if (typeof fields['on'] !== 'boolean') throw fieldError('on', 'on must be true or false.')
    on = fields['on']
    return c.json({ id: 'desk', on })
  })
  const guard: MiddlewareHandler = async (_c, next) => {
    if (on) throw new ApiError(503, 'The desk is closed (simulated outage).')
    await next()
  }
  return { routes, guard }
}
