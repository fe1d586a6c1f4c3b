import { Entity } from 'rtk-rest'
import { DeskEndpoint } from './DeskEndpoint'

/** Who is signed in, as the server says. */
export class Session extends Entity {
  id = ''
  user: string | null = null

  static override key = 'Session'
}

/** Requests who is signed in. */
export const getSession = new DeskEndpoint({
  path: '/session',
  schema: Session,
  name: 'Session.get',
})

/** What one signs in with. */
export interface Credentials {
  readonly user: string
  readonly password: string
  /** True: the server sets a cookie. False: it responds with a token. */
  readonly keep: boolean
}

/** Signs in. Neither the password nor the token of the response is in any action, state or log. */
export const signIn = new DeskEndpoint({
  path: '/session',
  method: 'POST',
  body: {} as Credentials,
  sensitive: true,
  process: (session: { id: string; user: string; token?: string }) => session,
  name: 'Session.create',
})

/** Signs out. */
export const signOut = new DeskEndpoint({
  path: '/session',
  method: 'DELETE',
  sensitive: true,
  name: 'Session.delete',
})

/** Makes the server forget all sessions, so that one can see what happens then. */
export const expireSessions = new DeskEndpoint({
  path: '/sessions',
  method: 'DELETE',
  name: 'Session.deleteAll',
})

/** Whether the browser may have a cookie of a session, which no script can see itself. */
export function mayHaveSession(): boolean {
  return document.cookie.split('; ').includes('desk_kept=1')
}
