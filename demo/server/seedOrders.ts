import type { Transaction } from '@electric-sql/pglite'

/** Fills a new database with orders in every state. */
export async function seedOrders(tx: Transaction): Promise<void> {
  for (const [at, [status, side, quantity, symbol]] of orders.entries()) {
    await tx.query(
      `INSERT INTO orders (symbol, side, quantity, status, moved_at)
       VALUES ($1, $2, $3, $4, now() - make_interval(mins => $5))`,
      [symbol, side, quantity, status, (orders.length - at) * 7],
    )
  }
}

const orders = [
  ['done', 'buy', 250, 'COPPER'],
  ['done', 'sell', 1_200, 'OSLPWR'],
  ['done', 'buy', 5_000, 'EURNOK'],
  ['done', 'sell', 75, 'COPPER'],
  ['working', 'buy', 40_000, 'HBRTKN'],
  ['working', 'sell', 2_500, 'EURNOK'],
  ['working', 'buy', 600, 'OSLPWR'],
  ['open', 'sell', 125, 'COPPER'],
  ['open', 'buy', 7_500, 'EURNOK'],
  ['open', 'buy', 900, 'OSLPWR'],
  ['open', 'sell', 15_000, 'HBRTKN'],
  ['open', 'buy', 50, 'COPPER'],
] as const
