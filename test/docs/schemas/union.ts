import { Entity, RestEndpoint, Union } from 'rtk-rest'
import { controller } from './store'

class User extends Entity {
  id = ''
  readonly type = 'user'
  name = ''
  static override key = 'User'
}

class Team extends Entity {
  id = ''
  readonly type = 'team'
  size = 0
  static override key = 'Team'
}

const owner = new Union({ user: User, team: Team }, 'type')

class Task extends Entity {
  id = ''
  owner: User | Team | undefined = undefined
  static override key = 'Task'
  static override schema = { owner }
}

const getTasks = new RestEndpoint({ path: '/tasks', schema: [Task] })
const tasks = await controller.fetch(getTasks)

const names = tasks.map((task) =>
  task.owner?.type === 'team' ? `a team of ${task.owner.size}` : task.owner?.name,
)
console.info(names) // ["Ada","a team of 5"]
