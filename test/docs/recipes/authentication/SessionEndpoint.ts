import { Entity, resource, RestEndpoint, type RestGenerics, type RunContext } from 'rtk-rest'
import { API } from '../api'

export class SessionEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override async getRequestInit(body: unknown, context: RunContext): Promise<RequestInit> {
    return { ...(await super.getRequestInit(body, context)), credentials: 'same-origin' }
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
  Endpoint: SessionEndpoint,
})

export const login = new SessionEndpoint({
  urlPrefix: API,
  path: '/login',
  method: 'POST',
  body: {} as { readonly name: string; readonly password: string },
  sensitive: true,
})
