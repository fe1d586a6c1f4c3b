import { Entity, RestEndpoint, Values } from 'rtk-rest'
import { controller } from './store'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const getRoles = new RestEndpoint({ path: '/teams/:team/roles', schema: new Values(User) })
const roles = await controller.fetch(getRoles, { team: 'web' })

console.info(roles['lead']?.name, roles['onCall']?.name) // Ada Grace
console.info(Object.keys(roles)) // ["lead","onCall"]
