import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class User extends Entity {
  id = ''
  name = ''
  static override key = 'User'
}

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const getDashboard = new RestEndpoint({
  path: '/dashboard',
  schema: { me: User, tasks: new Collection([Task]), openCount: 0 },
})
const dashboard = await controller.fetch(getDashboard)

console.info(dashboard.me.name, dashboard.openCount) // Ada 12
console.info(dashboard.tasks[0]?.title) // Write the docs

controller.set(User, { id: '7' }, { id: '7', name: 'Countess' })
console.info(controller.getResponse(getDashboard).data?.me?.name) // Countess
