import { Collection, counted, Entity, kept, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  static override key = 'Task'
}

const getTasks = new RestEndpoint({
  path: '/tasks',
  schema: { items: new Collection([Task]), total: counted, viewer: kept({ name: '' }) },
})
await controller.fetch(getTasks)
await controller.fetch(getTasks.push, {})

const { data } = controller.getResponse(getTasks)
console.info(data?.items?.length, data?.total, data?.viewer?.name) // 3 31 Ada
