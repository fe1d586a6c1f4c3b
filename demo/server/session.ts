import type { PGlite } from '@electric-sql/pglite'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { ApiError } from './ApiError'
import { forgetCookie, keepInCookie, tokenOf, userOf } from './credentials'
import { fieldError, readAll, readFields, requireText } from './input'
import type { Fields } from './input'
import { isPassword, standInPassword } from './passwords'
import { closeAllSessions, closeSession, openSession } from './sessions'
import type { SignInLimit } from './SignInLimit'

/** How long a session lasts, in hours: with a token, which a reload loses, and with a cookie. */
const hours = { token: 8, cookie: 24 * 30 } as const

/** Routes under `/api/session`: signing in and out, and who is signed in. */
export function sessionRoutes(sql: PGlite, limit: SignInLimit): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => {
    const user = (await userOf(sql, c)) ?? null
    if (user === null) forgetCookie(c)
    return c.json({ id: 'session', user })
  })
  routes.post('/', async (c) => {
    const fields = await readFields(c)
    const { keep = false } = fields
    if (typeof keep !== 'boolean') throw fieldError('keep', 'keep must be true or false.')
    const { name, password } = readCredentials(fields)
    // Behind a proxy this is the address of the proxy, so all its users share the limit.
    const succeed = limit.begin(name, getConnInfo(c).remote.address ?? '')
    const user = await authenticate(sql, name, password)
    succeed()
    const token = await openSession(sql, user.id, keep ? hours.cookie : hours.token)
    const session = { id: 'session', user: user.name }
    // Two ways in: the browser keeps the token itself, or the page is given it.
    if (!keep) return c.json({ ...session, token }, 201)
    keepInCookie(c, token, hours.cookie)
    return c.json(session, 201)
  })
  routes.delete('/', async (c) => {
    const token = tokenOf(c)
    if (token !== undefined) await closeSession(sql, token)
    forgetCookie(c)
    return c.body(null, 204)
  })
  return routes
}

function readCredentials(fields: Fields): { name: string; password: string } {
  return readAll({
    name: () => requireText(fields, 'user', 80),
    password: () => requireText(fields, 'password', 200),
  })
}

/** Routes under `/api/sessions`: makes the server forget everybody, so that one can see how a page takes it. */
export function allSessionsRoutes(sql: PGlite): Hono {
  const routes = new Hono()
  routes.delete('/', async (c) => {
    await closeAllSessions(sql)
    return c.body(null, 204)
  })
  return routes
}

interface User {
  readonly id: string
  readonly name: string
}

/** Takes the place of the password of an unknown user, so that the time of the response does not show which names exist. */
const standIn = standInPassword()

/** The same words and the same work, whether it is the name or the password that is wrong. */
async function authenticate(sql: PGlite, name: string, password: string): Promise<User> {
  const { rows } = await sql.query<User & { password: string }>(
    'SELECT id::text, name, password FROM users WHERE name = $1',
    [name],
  )
  const isRight = await isPassword(password, rows[0]?.password ?? standIn)
  if (rows[0] !== undefined && isRight) return rows[0]
  throw new ApiError(401, 'User or password is wrong.')
}
