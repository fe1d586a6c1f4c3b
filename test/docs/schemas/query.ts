import { Entity, Query, resource } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  done = false
  static override key = 'Task'
}

const TaskResource = resource({ path: '/tasks/:id', schema: Task })
const openTasks = new Query(
  TaskResource.getList.schema,
  (tasks, { word = '' }: { readonly team: string; readonly word?: string }) =>
    tasks.filter(({ title, done }) => !done && title.includes(word)),
)

// Computed from stored data:
await controller.fetch(TaskResource.getList, { team: 'web' })
console.info(controller.get(openTasks, { team: 'web' })?.length) // 2

// As the schema of an endpoint:
const getOpen = TaskResource.getList.extend({
  schema: new Query(TaskResource.getList.schema, (tasks) => tasks.filter(({ done }) => !done)),
})
const open = await controller.fetch(getOpen, { team: 'web' })
console.info(open.map(({ title }) => title)) // ["Write","Plan"]
