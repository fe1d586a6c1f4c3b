import { Entity, NetworkError, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { API } from '../api'

/** The tokens of one sign-in. Every sign-in creates a new object. */
export interface Session {
  accessToken: string
  refreshToken: string
}

export const auth: { session?: Session | undefined } = {}

const refresh = new RestEndpoint({
  urlPrefix: API,
  path: '/refresh',
  method: 'POST',
  body: {} as { readonly refreshToken: string },
  process: (response: Partial<Session> & { readonly accessToken: string }) => response,
  sensitive: true,
})

const refreshing = new WeakMap<Session, Promise<unknown>>()

/** Sends one request for all callers. Also stores a new refresh token, if the server sends one. */
function refreshOnce(session: Session): Promise<unknown> {
  const { refreshToken } = session
  const running =
    refreshing.get(session) ??
    refresh({ refreshToken })
      .then((response) => Object.assign(session, response))
      .finally(() => refreshing.delete(session))
  refreshing.set(session, running)
  return running
}

export class RefreshingEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override getHeaders(headers: Record<string, string>): Record<string, string> {
    const { session } = auth
    return session ? { ...headers, authorization: `Bearer ${session.accessToken}` } : headers
  }

  override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    const { session } = auth
    const headers = new Headers(init.headers)
    try {
      return await super.fetchResponse(input, init)
    } catch (error) {
      const isRefused = error instanceof NetworkError && error.status === 401
      if (!isRefused || session === undefined) throw error
      // Refresh only if the rejected request used the current token.
      if (headers.get('authorization') === `Bearer ${session.accessToken}`) {
        await refreshOnce(session)
      }
      // Do not send the request of one user with the session of another.
      if (auth.session !== session) throw error
      headers.set('authorization', `Bearer ${session.accessToken}`)
      return super.fetchResponse(input, { ...init, headers })
    }
  }
}

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

export const UserResource = resource({
  urlPrefix: API,
  path: '/users/:id',
  schema: User,
  Endpoint: RefreshingEndpoint,
})
