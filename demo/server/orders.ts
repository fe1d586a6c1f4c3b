import type { PGlite } from '@electric-sql/pglite'
import { Hono } from 'hono'
import { maxQuantity, orderSides, orderStatuses, orderSymbols } from '../orders'
import { ApiError } from './ApiError'
import { fieldError, readAll, readFields } from './input'
import type { Fields } from './input'

/** An order as the API returns it. */
interface OrderRow {
  readonly id: string
  readonly symbol: string
  readonly side: string
  readonly quantity: number
  readonly status: string
}

type OrderInput = Omit<OrderRow, 'id'>

const columns = 'id::text, symbol, side, quantity, status'

/** Routes under `/api/orders`. */
export function orderRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => c.json(await listOrders(sql, c.req.query('status'))))
  routes.post('/', async (c) => {
    const input = readOrder({ status: 'open', ...(await readFields(c)) })
    return c.json(await createOrder(sql, input), 201)
  })
  routes.patch('/:id', async (c) => {
    const order = await findOrder(sql, c.req.param('id'))
    const patched = readOrder({ ...order, ...(await readFields(c)) })
    return c.json(await updateOrder(sql, order.id, patched))
  })
  routes.delete('/:id', async (c) => {
    const id = c.req.param('id')
    const { affectedRows } = await sql.query('DELETE FROM orders WHERE id::text = $1', [id])
    if (affectedRows === 0) noSuchOrder(id)
    return c.body(null, 204)
  })
  return routes
}

/** Those that came to their state first are first. */
async function listOrders(sql: PGlite, status: string | undefined): Promise<OrderRow[]> {
  if (status !== undefined && !isOneOf(orderStatuses, status)) {
    throw new ApiError(400, `status must be one of ${orderStatuses.join(', ')}.`)
  }
  const { rows } = await sql.query<OrderRow>(
    `SELECT ${columns} FROM orders WHERE $1::text IS NULL OR status = $1 ORDER BY moved_at, orders.id`,
    [status ?? null],
  )
  return rows
}

async function findOrder(sql: PGlite, id: string): Promise<OrderRow> {
  const { rows } = await sql.query<OrderRow>(
    `SELECT ${columns} FROM orders WHERE orders.id::text = $1`,
    [id],
  )
  return rows[0] ?? noSuchOrder(id)
}

async function createOrder(sql: PGlite, input: OrderInput): Promise<OrderRow> {
  const { rows } = await sql.query<OrderRow>(
    `INSERT INTO orders (symbol, side, quantity, status) VALUES ($1, $2, $3, $4)
     RETURNING ${columns}`,
    valuesOf(input),
  )
  return rows[0] ?? noSuchOrder('')
}

async function updateOrder(sql: PGlite, id: string, input: OrderInput): Promise<OrderRow> {
  const { rows } = await sql.query<OrderRow>(
    `UPDATE orders SET symbol = $1, side = $2, quantity = $3, status = $4,
       moved_at = CASE WHEN status = $4 THEN moved_at ELSE now() END
     WHERE id::text = $5 RETURNING ${columns}`,
    [...valuesOf(input), id],
  )
  return rows[0] ?? noSuchOrder(id)
}

function valuesOf({ symbol, side, quantity, status }: OrderInput): unknown[] {
  return [symbol, side, quantity, status]
}

/** The checked fields of an order; 422 where one is wrong. */
function readOrder(fields: Fields): OrderInput {
  return readAll<OrderInput>({
    symbol: () => requireOneOf(fields, 'symbol', orderSymbols),
    side: () => requireOneOf(fields, 'side', orderSides),
    quantity: () => requireQuantity(fields),
    status: () => requireOneOf(fields, 'status', orderStatuses),
  })
}

function requireOneOf(fields: Fields, field: string, known: readonly string[]): string {
  const value = fields[field]
  if (typeof value === 'string' && isOneOf(known, value)) return value
  const label = `${field[0]?.toUpperCase()}${field.slice(1)}`
  throw fieldError(field, `${label} must be one of ${known.join(', ')}.`)
}

function requireQuantity({ quantity }: Fields): number {
  const isWhole = typeof quantity === 'number' && Number.isInteger(quantity)
  if (isWhole && quantity >= 1 && quantity <= maxQuantity) return quantity
  throw fieldError('quantity', `Quantity must be a whole number from 1 to ${maxQuantity}.`)
}

function isOneOf(known: readonly string[], value: string): boolean {
  return known.includes(value)
}

function noSuchOrder(id: string): never {
  throw new ApiError(404, `There is no order with the id ${id}.`)
}
