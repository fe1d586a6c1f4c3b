import { Entity, NetworkError, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { API } from '../api'

const refresh = new RestEndpoint({
  urlPrefix: API,
  path: '/refresh',
  method: 'POST',
  body: {} as { readonly refreshToken: string },
  process: (answer: { readonly accessToken: string }) => answer,
  sensitive: true,
})

export const tokens = { access: '', refresh: '' }
let refreshing: Promise<void> | undefined

async function refreshTokens(): Promise<void> {
  const { accessToken } = await refresh({ refreshToken: tokens.refresh })
  tokens.access = accessToken
}

export class RefreshingEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return { ...headers, authorization: `Bearer ${tokens.access}` }
  }

  override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    try {
      return await super.fetchResponse(input, init)
    } catch (error) {
      if (!(error instanceof NetworkError) || error.status !== 401) throw error
    }
    // Whoever was refused with the token that is still the current one asks for another, once for all.
    if (headers.get('authorization') === `Bearer ${tokens.access}`) {
      refreshing ??= refreshTokens().finally(() => (refreshing = undefined))
      await refreshing
    }
    headers.set('authorization', `Bearer ${tokens.access}`)
    return super.fetchResponse(input, { ...init, headers })
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
