import { createHash, randomBytes } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Begins a session of a user and gives its token, of which only a hash is stored. A user has one session: this one takes
 * the place of an older one, whose token is refused from now on.
 */
export async function openSession(sql: PGlite, userId: string, hours: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql.query('DELETE FROM sessions WHERE expires_at <= now()')
  await sql.query(
    `INSERT INTO sessions (token_hash, user_id, expires_at)
     VALUES ($1, $2, now() + make_interval(hours => $3))
     ON CONFLICT (user_id) DO UPDATE
     SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [hashToken(token), userId, hours],
  )
  return token
}

/** The name of the user whose session has this token, unless it is over. */
export async function findUser(sql: PGlite, token: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT name FROM users JOIN sessions ON user_id = users.id
     WHERE token_hash = $1 AND expires_at > now()`,
    [hashToken(token)],
  )
  return rows[0]?.name
}

/** Ends one session. */
export async function closeSession(sql: PGlite, token: string): Promise<void> {
  await sql.query('DELETE FROM sessions WHERE token_hash = $1', [hashToken(token)])
}

/** Ends the sessions of everybody. */
export async function closeAllSessions(sql: PGlite): Promise<void> {
  await sql.query('DELETE FROM sessions')
}

/** A token is long and random, so that a plain hash of it can be found but not guessed. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
