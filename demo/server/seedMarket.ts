import type { Transaction } from '@electric-sql/pglite'

/** Fills a new database with what is traded, the trades of some days, and who may use the desk. */
export async function seedMarket(tx: Transaction): Promise<void> {
  for (const [at, { symbol, name, decimals, tick, opening }] of instruments.entries()) {
    await tx.query(
      `INSERT INTO instruments (symbol, name, position, decimals, tick, opening, price)
       VALUES ($1, $2, $3, $4, $5, $6, $6)`,
      [symbol, name, at, decimals, tick, opening],
    )
  }
  await tx.exec(seedTrades)
  for (const [name, desk] of traders) {
    await tx.query('INSERT INTO traders (name, desk) VALUES ($1, $2)', [name, desk])
  }
  for (const [name, version] of algos) {
    await tx.query('INSERT INTO algos (name, version) VALUES ($1, $2)', [name, version])
  }
}

/** 250 trades, about twenty minutes apart; what looks like chance is the same in every database. */
const seedTrades = `
  INSERT INTO trades (symbol, side, quantity, price, traded_at)
  SELECT symbol, CASE WHEN mod(dice, 2) = 0 THEN 'buy' ELSE 'sell' END,
    (mod(dice / 8, 60) + 1) * 25, opening + tick * (mod(dice / 512, 41) - 20),
    now() - make_interval(mins => 5 + (250 - number) * 20 + mod(dice, 17)::int)
  FROM generate_series(1, 250) AS number
  CROSS JOIN LATERAL (SELECT abs(hashtext('trade ' || number)::bigint) AS dice) AS thrown
  JOIN instruments ON position = mod(dice / 2, 4)
  ORDER BY number`

/** The last one costs so little that a floating point number would be written as 4.1237e-8. */
const instruments = [
  { symbol: 'EURNOK', name: 'Euro in kroner', decimals: 4, tick: '0.0005', opening: '11.6415' },
  { symbol: 'COPPER', name: 'Copper, tonne', decimals: 2, tick: '0.25', opening: '9412.50' },
  { symbol: 'OSLPWR', name: 'Oslo power, MWh', decimals: 2, tick: '0.01', opening: '61.37' },
  {
    symbol: 'HBRTKN',
    name: 'Harbour token',
    decimals: 12,
    tick: '0.000000000003',
    opening: '0.000000041237',
  },
] as const

/** Rows of a table of their own, so none of them has the name of a member, who may be renamed. */
const traders = [
  ['Aoife Brennan', 'Equities'],
  ['Kwame Mensah', 'FX'],
  ['Saskia de Vries', 'Rates'],
  ['Tomasz Zieliński', 'Commodities'],
] as const

const algos = [
  ['Closing auction', '4.2.0'],
  ['Gilt laddering', '1.9.3'],
  ['Night hedger', '2.0.1'],
  ['Spread watcher', '0.7.5'],
] as const
