import { setTimeout } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { create } from 'content-disposition'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { requireUser } from './credentials'
import { findMember } from './members'
import type { MemberRow } from './members'

/** Waits until the next piece of a statement is to be sent; the signal says that the client no longer wants it. */
export type Pace = (memberId: string, signal: AbortSignal) => Promise<void>

const pieces = 20

/** Slow enough that a person sees the bar move: about a second and a half for all pieces. */
export const unhurried: Pace = async (_memberId, signal) => {
  await setTimeout(75, undefined, { signal }).catch(() => undefined)
}

/** A line for each instrument and each day of some years, made up, and the same at every request. */
const selectStatement = `
  SELECT string_agg(line, E'\\n' ORDER BY day DESC, symbol) AS csv FROM (
    SELECT day, symbol, concat_ws(',', to_char(day, 'YYYY-MM-DD'), symbol, quantity,
      opening, quantity * opening) AS line
    FROM generate_series(date '2026-01-01' - 1999, date '2026-01-01', interval '1 day') AS day
    CROSS JOIN instruments
    CROSS JOIN LATERAL (
      SELECT mod(abs(hashtext($1 || day || symbol)::bigint), 900) + 100 AS quantity
    ) AS held
  ) AS lines`

/** Routes under `/api/members/:id/statement`: what a member held, day by day, for somebody who is signed in. */
export function statementRoutes(sql: PGlite, pace: Pace): Hono {
  const routes = new Hono()
  routes.get('/:id/statement', requireUser(sql), async (c) => {
    return respondWithStatement(c, sql, await findMember(sql, c.req.param('id')), pace)
  })
  return routes
}

/** Responds with a CSV file that comes in pieces. */
async function respondWithStatement(
  c: Context,
  sql: PGlite,
  member: MemberRow,
  pace: Pace,
): Promise<Response> {
  const { rows } = await sql.query<{ csv: string }>(selectStatement, [member.id])
  const csv = `day,instrument,quantity,price,value\n${rows[0]?.csv}\n`
  const bytes = new TextEncoder().encode(csv)
  return c.body(
    streamOf(bytes, (signal) => pace(member.id, signal)),
    200,
    {
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(bytes.length),
      'content-disposition': create(`Statement ${member.name.replaceAll(/[/\\:]/g, '-')}.csv`),
    },
  )
}

function streamOf(
  bytes: Uint8Array,
  wait: (signal: AbortSignal) => Promise<void>,
): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const size = Math.ceil(bytes.length / pieces)
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await wait(gone.signal)
      if (gone.signal.aborted) return
      controller.enqueue(bytes.subarray(at, at + size))
      at += size
      if (at >= bytes.length) controller.close()
    },
    cancel: () => gone.abort(),
  })
}
