import type { PGlite } from '@electric-sql/pglite'
import { Hono } from 'hono'
import LinkHeader from 'http-link-header'
import { ApiError } from './ApiError'

/** A trade as the API returns it; its price is a text, because a number of JSON may lose digits. */
interface TradeRow {
  readonly id: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  readonly price: string
  /** How many decimals prices of this instrument are shown with. */
  readonly decimals: number
  readonly tradedAt: Date
}

const pageSize = 40

/** Routes under `/api/trades`: the trades, newest first, a page at a time; `link` names the next one (RFC 8288). */
export function tradeRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => {
    const rows = await selectTrades(sql, readCursor(c.req.query('cursor')))
    const page = rows.slice(0, pageSize)
    // One more than a page is selected: where it is there, there is a next page.
    if (rows.length > pageSize) c.header('link', nextLink(c.req.path, String(page.at(-1)?.id)))
    return c.json(page)
  })
  return routes
}

async function selectTrades(sql: PGlite, before: string | null): Promise<TradeRow[]> {
  const { rows } = await sql.query<TradeRow>(
    `SELECT id::text, symbol, side, quantity, trades.price::text, decimals, traded_at AS "tradedAt"
     FROM trades JOIN instruments USING (symbol)
     WHERE $1::bigint IS NULL OR id < $1 ORDER BY trades.id DESC LIMIT $2`,
    [before, pageSize + 1],
  )
  return rows
}

function nextLink(path: string, cursor: string): string {
  const links = new LinkHeader()
  links.set({ uri: `${path}?cursor=${cursor}`, rel: 'next' })
  return links.toString()
}

function readCursor(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^\d{1,15}$/.test(text)) return text
  throw new ApiError(400, 'cursor must be one that a link header gave.')
}
