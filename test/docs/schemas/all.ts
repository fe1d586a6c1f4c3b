import { All, Entity, resource } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const TaskResource = resource({ path: '/tasks/:id', schema: Task })
const allTasks = new All(Task)
console.info(controller.get(allTasks)) // undefined

await controller.fetch(TaskResource.getList, { team: 'web' })
await controller.fetch(TaskResource.get, { id: '1' })

console.info(controller.get(allTasks)?.map(({ id }) => id)) // ["1","2","10","b7"]
