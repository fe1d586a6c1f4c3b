import type { PGlite } from '@electric-sql/pglite'
import { Hono } from 'hono'
import { ApiError } from './ApiError'
import { readFields, requireText } from './input'
import { findMember } from './members'
import type { MemberRow } from './members'

/** A note as the API returns it: with its whole member, which a client may normalize. */
export interface NoteRow {
  readonly id: string
  readonly memberId: string
  readonly text: string
  readonly createdAt: Date
  readonly votes: number
  readonly member: MemberRow
}

const selectNotes = `
  SELECT notes.id::text AS id, member_id AS "memberId", text, created_at AS "createdAt", votes,
    json_build_object(
      'id', members.id, 'name', name, 'email', email, 'desk', desk,
      'joinedAt', to_char(joined_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'noteCount', (SELECT count(*)::int FROM notes AS all_notes WHERE all_notes.member_id = members.id)
    ) AS member
  FROM notes JOIN members ON members.id = member_id`

const newestFirst = 'ORDER BY notes.created_at DESC, notes.id DESC'

/** Routes under `/api/members/:memberId/notes`. */
export function memberNoteRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  routes.get('/:memberId/notes', async (c) => {
    const member = await findMember(sql, c.req.param('memberId'))
    return c.json(await selectBy(sql, `WHERE member_id = $1 ${newestFirst}`, [member.id]))
  })
  routes.post('/:memberId/notes', async (c) => {
    const text = requireText(await readFields(c), 'text', 500)
    return c.json(await createNote(sql, c.req.param('memberId'), text), 201)
  })
  routes.post('/:memberId/notes/:id/votes', async (c) => {
    const { memberId, id } = c.req.param()
    return c.json(await addVote(sql, memberId, id), 201)
  })
  routes.delete('/:memberId/notes/:id', async (c) => {
    const { memberId, id } = c.req.param()
    await deleteNote(sql, memberId, id)
    return c.json({ id, memberId, member: await findMember(sql, memberId) })
  })
  return routes
}

/** Routes under `/api/notes`: the notes of all members. */
export function latestNoteRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => {
    const limit = readLimit(c.req.query('limit') ?? '20')
    return c.json(await selectBy(sql, `${newestFirst} LIMIT $1`, [limit]))
  })
  return routes
}

async function selectBy(sql: PGlite, rest: string, values: readonly unknown[]): Promise<NoteRow[]> {
  const { rows } = await sql.query<NoteRow>(`${selectNotes} ${rest}`, [...values])
  return rows
}

async function createNote(sql: PGlite, memberId: string, text: string): Promise<NoteRow> {
  const member = await findMember(sql, memberId)
  const { rows } = await sql.query<{ id: string }>(
    'INSERT INTO notes (member_id, text) VALUES ($1, $2) RETURNING id::text',
    [member.id, text],
  )
  const [note] = await selectBy(sql, 'WHERE notes.id = $1', [rows[0]?.id])
  return note ?? noSuchNote(String(rows[0]?.id))
}

async function addVote(sql: PGlite, memberId: string, id: string): Promise<NoteRow> {
  await sql.query('UPDATE notes SET votes = votes + 1 WHERE member_id = $1 AND id::text = $2', [
    memberId,
    id,
  ])
  const where = 'WHERE member_id = $1 AND notes.id::text = $2'
  const [note] = await selectBy(sql, where, [memberId, id])
  return note ?? noSuchNote(id)
}

async function deleteNote(sql: PGlite, memberId: string, id: string): Promise<void> {
  const { affectedRows } = await sql.query(
    'DELETE FROM notes WHERE member_id = $1 AND id::text = $2',
    [memberId, id],
  )
  if (affectedRows === 0) noSuchNote(id)
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit
  throw new ApiError(400, 'limit must be a whole number from 1 to 100.')
}

function noSuchNote(id: string): never {
  throw new ApiError(404, `There is no note with the id ${id}.`)
}
