import type { PGlite } from '@electric-sql/pglite'

/** What an instrument costs, as the API returns it; decimals are texts, because a number of JSON may lose digits. */
export interface QuoteRow {
  readonly symbol: string
  readonly name: string
  readonly price: string
  readonly opening: string
  readonly decimals: number
  readonly at: Date
}

/** A price moves by a few ticks, rather back to where it opened than away. */
const moved = `
  greatest(tick, price + tick * (1 + floor(random() * 5))::numeric
    * CASE WHEN random() * 2 < opening / price THEN 1 ELSE -1 END)`

const columns = `symbol, name, price::text, opening::text, decimals, quoted_at AS "at"`

/** A made-up market. */
export interface Market {
  /** Moves each price, and returns all of them. */
  move(): Promise<readonly QuoteRow[]>
  /** Moves the price of one instrument, chosen by chance, and returns it. */
  moveOne(): Promise<readonly QuoteRow[]>
  /** The prices as they are. */
  read(): Promise<readonly QuoteRow[]>
}

/** The market of a database. */
export function createMarket(sql: PGlite): Market {
  const query = async (text: string) => (await sql.query<QuoteRow>(text)).rows
  return {
    move: () =>
      query(`
        WITH quotes AS (
          UPDATE instruments SET price = ${moved}, quoted_at = clock_timestamp() RETURNING *
        )
        SELECT ${columns} FROM quotes ORDER BY position`),
    moveOne: () =>
      query(`
        UPDATE instruments SET price = ${moved}, quoted_at = clock_timestamp()
        WHERE symbol = (SELECT symbol FROM instruments ORDER BY random() LIMIT 1)
        RETURNING ${columns}`),
    read: () => query(`SELECT ${columns} FROM instruments ORDER BY position`),
  }
}
