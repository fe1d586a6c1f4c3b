import type { PGlite } from '@electric-sql/pglite'
import type { Context } from 'hono'
import { ApiError } from './ApiError'
import { readBody } from './input'

const maxCount = 500

/** Deletes members by their ids, all or none. */
export async function deleteMembers(sql: PGlite, ids: readonly string[]): Promise<void> {
  await sql.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      'DELETE FROM members WHERE id = ANY($1::text[]) RETURNING id',
      [ids],
    )
    const deleted = new Set(rows.map(({ id }) => id))
    const missing = ids.find((id) => !deleted.has(id))
    if (missing === undefined) return
    throw new ApiError(404, `There is no member with the id ${missing}. Nothing was deleted.`)
  })
}

/** The ids in a request's body. */
export async function readIds(c: Context): Promise<readonly string[]> {
  const body = await readBody(c)
  if (!Array.isArray(body) || !body.every((it) => typeof it === 'string')) {
    throw new ApiError(400, 'The request body must be a JSON array of ids.')
  }
  if (body.length === 0) throw new ApiError(422, 'There must be at least one id.')
  if (body.length > maxCount) throw new ApiError(422, `There must be at most ${maxCount} ids.`)
  if (body.some((id) => id.includes('\0'))) {
    throw new ApiError(422, 'An id holds a character that is not text.')
  }
  return body
}
