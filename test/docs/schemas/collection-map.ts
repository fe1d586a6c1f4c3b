import { Collection, Entity, RestEndpoint, Values } from 'rtk-rest'
import { controller } from './store'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

const getRoles = new RestEndpoint({
  path: '/teams/:team/roles',
  schema: new Collection(new Values(User)),
})
await controller.fetch(getRoles, { team: 'web' })

const grace = { id: '8', name: 'Grace' }
await controller.fetch(getRoles.assign, { team: 'web' }, { onCall: grace })

const roles = controller.getResponse(getRoles, { team: 'web' }).data
console.info(roles?.['lead']?.name, roles?.['onCall']?.name) // Ada Grace
