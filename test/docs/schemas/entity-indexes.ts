import { Entity, resource } from 'rtk-rest'
import { controller } from './store'

class User extends Entity {
  id = ''
  username = ''
  static override key = 'User'
  static override indexes = ['username'] as const
}

const UserResource = resource({ path: '/users/:id', schema: User })
await controller.fetch(UserResource.getList)

console.info(controller.get(User, { username: 'grace' })?.id) // 8
