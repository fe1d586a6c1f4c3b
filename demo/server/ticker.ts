import { Hono } from 'hono'
import type { Market } from './market'

/** Routes under `/api/ticker`: each request moves the market. */
export function tickerRoutes(market: Market): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => c.json(await market.move()))
  return routes
}
