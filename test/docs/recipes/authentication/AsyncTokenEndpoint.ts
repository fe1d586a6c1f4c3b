import { Entity, resource, RestEndpoint, type RestGenerics } from 'rtk-rest'
import { API } from '../api'
import { getAccessToken } from './identity'

export class AsyncTokenEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override async getHeaders(headers: Record<string, string>): Promise<Record<string, string>> {
    return { ...headers, authorization: `Bearer ${await getAccessToken()}` }
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
  Endpoint: AsyncTokenEndpoint,
})
