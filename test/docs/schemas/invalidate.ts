import { Entity, resource } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const TaskResource = resource({ path: '/tasks/:id', schema: Task }) // delete has an Invalidate
await controller.fetch(TaskResource.getList)

const gone = await controller.fetch(TaskResource.delete, { id: '2' })
console.info(gone?.title) // Ship it
console.info(controller.getResponse(TaskResource.getList).data?.length) // 1
console.info(controller.get(Task, { id: '2' })) // undefined
