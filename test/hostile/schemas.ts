import { Collection, Entity } from 'rtk-rest'

export class User extends Entity {
  id = ''
  name: unknown = ''
  static override key = 'User'
}

export const UserList = new Collection([User])
