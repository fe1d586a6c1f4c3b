import { Entity, Invalidate, RestEndpoint, Union } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  static override key = 'Task'
}

class Project extends Entity {
  id = ''
  static override key = 'Project'
}

const things = { task: Task, project: Project }
controller.set(
  [new Union(things, 'kind')],
  [
    { id: '1', kind: 'task' },
    { id: '1', kind: 'project' },
    { id: '2', kind: 'task' },
  ],
)

// `new Invalidate(new Union(things, 'kind'))` is the same.
const emptyBin = new RestEndpoint({
  path: '/bin',
  method: 'DELETE',
  schema: { emptied: [new Invalidate(things, 'kind')] },
})
await controller.fetch(emptyBin)

console.info(controller.get(Task, { id: '1' })) // {"id":"1","kind":"task"}
console.info(controller.get(Task, { id: '2' })) // undefined
console.info(controller.get(Project, { id: '1' })) // undefined
