import { Entity, Invalidate, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class User extends Entity {
  id = ''
  static override key = 'User'
}

class Project extends Entity {
  id = ''
  static override key = 'Project'
}

class Task extends Entity {
  id = ''
  reviewer: User | undefined = undefined // may be deleted: optional
  project = Project.fromJS({}) // a task always has a project: required
  static override key = 'Task'
  static override schema = { reviewer: User, project: Project }
}

const getTask = new RestEndpoint({ path: '/tasks/:id', schema: Task })
await controller.fetch(getTask, { id: '1' })

controller.set(new Invalidate(User), { id: '7' })
console.info(controller.get(Task, { id: '1' })) // {"id":"1","project":{"id":"p"}}

controller.set(new Invalidate(Project), { id: 'p' })
console.info(controller.get(Task, { id: '1' })) // undefined
