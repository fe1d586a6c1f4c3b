import type { PGlite } from '@electric-sql/pglite'
import { Hono } from 'hono'

/** What an instrument costs, as the API returns it; decimals are texts, because a number of JSON may lose digits. */
interface QuoteRow {
  readonly symbol: string
  readonly name: string
  readonly price: string
  readonly opening: string
  readonly decimals: number
  readonly at: Date
}

/** A made-up market: each request moves each price by a few ticks, rather back to where it opened than away. */
const moveMarket = `
  WITH quotes AS (
    UPDATE instruments SET
      price = greatest(tick, price + tick * (1 + floor(random() * 5))::numeric
        * CASE WHEN random() * 2 < opening / price THEN 1 ELSE -1 END),
      quoted_at = clock_timestamp()
    RETURNING *
  )
  SELECT symbol, name, price::text, opening::text, decimals, quoted_at AS "at"
  FROM quotes ORDER BY position`

/** Routes under `/api/ticker`. */
export function tickerRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => {
    const { rows } = await sql.query<QuoteRow>(moveMarket)
    return c.json(rows)
  })
  return routes
}
