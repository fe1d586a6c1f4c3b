import { Entity, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { API } from '../api'

export class CsrfEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override getHeaders(headers: Record<string, string>): Record<string, string> {
    return this.method === 'GET' ? headers : { ...headers, 'X-CSRF-Token': csrfToken() }
  }
}

function csrfToken(): string {
  const [, value = ''] = /(?:^|; )csrf=([^;]*)/.exec(document.cookie) ?? []
  return decodeURIComponent(value)
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
  Endpoint: CsrfEndpoint,
})
