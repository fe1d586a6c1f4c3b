import type { PGlite } from '@electric-sql/pglite'
import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { ApiError } from './ApiError'
import { findUser } from './sessions'

const tokenHeader = 'Access-Token'
const sessionCookie = 'desk_session'
/** Says to the page, which cannot see the other one, that there may be a session to request. */
const keptCookie = 'desk_kept'

/** The token that a request brings: in its header, else in its cookie. */
export function tokenOf(c: Context): string | undefined {
  return c.req.header(tokenHeader) ?? getCookie(c, sessionCookie)
}

/** Lets the browser bring the token from now on, out of reach of any script. */
export function keepInCookie(c: Context, token: string, hours: number): void {
  const maxAge = hours * 3600
  // Not `secure`, because the demo has no certificate; a server on the web must say it.
  setCookie(c, sessionCookie, token, { httpOnly: true, sameSite: 'Lax', path: '/api', maxAge })
  setCookie(c, keptCookie, '1', { sameSite: 'Lax', path: '/', maxAge })
}

/** Makes the browser forget it, unless the request brings a token: the cookie then belongs to another tab. */
export function forgetCookie(c: Context): void {
  if (c.req.header(tokenHeader) !== undefined) return
  deleteCookie(c, sessionCookie, { path: '/api' })
  deleteCookie(c, keptCookie, { path: '/' })
}

/** The name of the user who sends a request, if anybody is signed in. */
export async function userOf(sql: PGlite, c: Context): Promise<string | undefined> {
  const token = tokenOf(c)
  return token === undefined ? undefined : findUser(sql, token)
}

/** Refuses a request without a session. */
export function requireUser(sql: PGlite): MiddlewareHandler {
  return async (c, next) => {
    if ((await userOf(sql, c)) === undefined) throw new ApiError(401, 'Sign in first.')
    await next()
  }
}
