import { Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class User extends Entity {
  id = ''
  name = ''
  role = 'member'
  static override key = 'User'

  get initial(): string {
    return this.name.slice(0, 1)
  }
}

class Task extends Entity {
  id = ''
  title = ''
  done = false
  assignee: User | undefined = undefined
  static override key = 'Task'
  static override schema = { assignee: User }
}

const getTask = new RestEndpoint({ path: '/tasks/:id', schema: Task })
const task = await controller.fetch(getTask, { id: '1' })

console.info(task.title, task.done) // Write the docs false
console.info(task.assignee?.initial, task.assignee?.role) // A member
console.info(controller.get(User, { id: '7' }) === task.assignee) // true
