import { Entity, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { API } from '../api'
import { controller } from '../store'

export class AuthdEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  static accessToken?: string | undefined

  override getHeaders(headers: Record<string, string>): Record<string, string> {
    const { accessToken } = AuthdEndpoint
    return accessToken === undefined ? headers : { ...headers, 'Access-Token': accessToken }
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
  Endpoint: AuthdEndpoint, // get, getList, push, delete, … all use this class
})

const login = new RestEndpoint({
  urlPrefix: API,
  path: '/login',
  method: 'POST',
  body: {} as { readonly name: string; readonly password: string },
  process: (response: { readonly accessToken: string }) => response,
  sensitive: true, // keeps the password and the token out of actions, state and errors
})

export async function signIn(name: string, password: string): Promise<void> {
  const { accessToken } = await controller.fetch(login, { name, password })
  AuthdEndpoint.accessToken = accessToken
}

export function signOut(): void {
  AuthdEndpoint.accessToken = undefined
  controller.reset() // the next user must not see this data
}
