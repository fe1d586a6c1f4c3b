import { Entity, resource } from 'rtk-rest'
import { controller } from './store'

// The fields of every response. Lists use this class.
class TaskSummary extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

// A row of the same table, with all its fields.
class Task extends TaskSummary {
  text = ''
}

const TaskResource = resource({ path: '/tasks/:id', schema: Task, summary: TaskSummary })

await controller.fetch(TaskResource.getList)
const known = () => controller.getResponse(TaskResource.get, { id: '1' }).data
console.info(known()) // {"id":"1","title":"Write the docs","text":""}

await controller.fetchIfStale(TaskResource.get, { id: '1' })
console.info(known()?.text) // With examples.

const [first] = controller.getResponse(TaskResource.getList).data ?? []
console.info(first?.title) // Write the docs
