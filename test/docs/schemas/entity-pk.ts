import { Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Membership extends Entity {
  team = ''
  user = ''
  role = ''
  static override key = 'Membership'

  override pk() {
    return `${this.team}/${this.user}`
  }
}

const getMembership = new RestEndpoint({
  path: '/teams/:team/members/:user',
  schema: Membership,
})
await controller.fetch(getMembership, { team: 'web', user: '7' })

console.info(controller.get(Membership, { team: 'web', user: '7' })?.role) // owner
console.info(controller.get(Membership, 'web/7')?.role) // owner
