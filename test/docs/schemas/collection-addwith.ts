import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  static override key = 'Task'
}

const tasks = new Collection([Task])
const getTasks = new RestEndpoint({ path: '/tasks', schema: tasks })
const keepThree = (existing: readonly string[], added: readonly string[]) =>
  [...added, ...existing].slice(0, 3)

const createTask = getTasks.push.extend({ schema: tasks.addWith(keepThree) })
await controller.fetch(getTasks)
await controller.fetch(createTask, {})

const ids = controller.getResponse(getTasks).data?.map(({ id }) => id)
console.info(ids) // ["4","1","2"]
