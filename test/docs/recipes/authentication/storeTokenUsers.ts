import { Entity, resource } from 'rtk-rest'
import { API } from '../api'
import { StoreTokenEndpoint } from './StoreTokenEndpoint'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

export const UserResource = resource({
  urlPrefix: API,
  path: '/users/:id',
  schema: User,
  Endpoint: StoreTokenEndpoint,
})
