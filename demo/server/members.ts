import type { PGlite, Transaction } from '@electric-sql/pglite'
import { Hono } from 'hono'
import { desks } from '../desks'
import { ApiError } from './ApiError'
import { fieldError, readAll, readFields, requireText } from './input'
import type { Fields } from './input'

/** A member as the API returns it. */
export interface MemberRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly desk: string
  readonly joinedAt: Date
  readonly noteCount: number
}

/** What a member is made of. */
export type MemberInput = Pick<MemberRow, 'name' | 'email' | 'desk'>

/** The members as the API shows them; a note count is counted, never stored. */
export const selectMembers = `
  SELECT id, name, email, desk, joined_at AS "joinedAt",
    (SELECT count(*)::int FROM notes WHERE member_id = members.id) AS "noteCount"
  FROM members`

/** What `orderBy` may say, and the SQL behind it: a user's text never becomes SQL. */
const orders: Readonly<Record<string, string>> = {
  name: 'lower(name), id',
  desk: 'desk, lower(name), id',
  joinedAt: '"joinedAt", id',
  noteCount: '"noteCount" DESC, lower(name), id',
}

/** Routes under `/api/members`. */
export function memberRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => c.json(await listMembers(sql, c.req.query())))
  routes.get('/:id', async (c) => c.json(await findMember(sql, c.req.param('id'))))
  routes.post('/', async (c) => {
    return c.json(await createMember(sql, readMember(await readFields(c))), 201)
  })
  routes.put('/:id', async (c) => {
    return c.json(await updateMember(sql, c.req.param('id'), readMember(await readFields(c))))
  })
  routes.patch('/:id', async (c) => {
    const member = await findMember(sql, c.req.param('id'))
    const patched = readMember({ ...member, ...(await readFields(c)) })
    return c.json(await updateMember(sql, member.id, patched))
  })
  routes.delete('/:id', async (c) => {
    await deleteMember(sql, c.req.param('id'))
    return c.body(null, 204)
  })
  return routes
}

/** One member, or a 404. */
export async function findMember(sql: PGlite, id: string): Promise<MemberRow> {
  const { rows } = await sql.query<MemberRow>(`${selectMembers} WHERE id = $1`, [id])
  return rows[0] ?? noSuchMember(id)
}

async function listMembers(sql: PGlite, query: Fields): Promise<MemberRow[]> {
  const { desk = null, orderBy = 'name' } = query
  const order = Object.hasOwn(orders, String(orderBy)) ? orders[String(orderBy)] : undefined
  if (order === undefined) {
    throw new ApiError(400, `orderBy must be one of ${Object.keys(orders).join(', ')}.`)
  }
  const where = 'WHERE $1::text IS NULL OR desk = $1'
  const { rows } = await sql.query<MemberRow>(`${selectMembers} ${where} ORDER BY ${order}`, [desk])
  return rows
}

async function createMember(sql: PGlite, input: MemberInput): Promise<MemberRow> {
  return findMember(sql, await insertMember(sql, input))
}

/** Stores a new member and gives its id. */
export async function insertMember(sql: PGlite | Transaction, input: MemberInput): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    'INSERT INTO members (name, email, desk) VALUES ($1, $2, $3) RETURNING id',
    [input.name, input.email, input.desk],
  )
  return String(rows[0]?.id)
}

async function updateMember(sql: PGlite, id: string, input: MemberInput): Promise<MemberRow> {
  await sql.query('UPDATE members SET name = $2, email = $3, desk = $4 WHERE id = $1', [
    id,
    input.name,
    input.email,
    input.desk,
  ])
  return findMember(sql, id)
}

async function deleteMember(sql: PGlite, id: string): Promise<void> {
  const { affectedRows } = await sql.query('DELETE FROM members WHERE id = $1', [id])
  if (affectedRows === 0) noSuchMember(id)
}

/** The checked fields of a member; 422 where one is wrong. */
export function readMember(fields: Fields): MemberInput {
  return readAll<MemberInput>({
    name: () => requireText(fields, 'name', 80),
    email: () => readEmail(fields),
    desk: () => readDesk(fields),
  })
}

function readEmail(fields: Fields): string {
  const email = requireText(fields, 'email', 120)
  if (/^\S+@\S+\.\S+$/.test(email)) return email
  throw fieldError('email', 'Email must look like name@company.example.')
}

function readDesk(fields: Fields): string {
  const desk = requireText(fields, 'desk', 40)
  if (desks.some((known) => known === desk)) return desk
  throw fieldError('desk', `Desk must be one of ${desks.join(', ')}.`)
}

function noSuchMember(id: string): never {
  throw new ApiError(404, `There is no member with the id ${id}.`)
}
