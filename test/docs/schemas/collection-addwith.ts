import { Collection, Entity, RestEndpoint, unshift } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  status = ''
  static override key = 'Task'
}

const tasks = new Collection([Task])
const getTasks = new RestEndpoint({
  path: '/tasks',
  searchParams: {} as { readonly status: string },
  schema: tasks,
})
const keepThree = (existing: readonly string[], added: readonly string[]) =>
  [...added, ...existing].slice(0, 3)

const createTask = getTasks.push.extend({ schema: tasks.addWith(keepThree) })
const reopenTask = new RestEndpoint({
  path: '/tasks/:id',
  method: 'PATCH',
  schema: tasks.moveWith(unshift),
})
await controller.fetch(getTasks, { status: 'todo' })
await controller.fetch(getTasks, { status: 'done' })

await controller.fetch(createTask, { status: 'todo' }, {})
await controller.fetch(reopenTask, { id: '9' }, { status: 'todo' })
