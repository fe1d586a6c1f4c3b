import { Collection, Entity, resource, validateRequired } from 'rtk-rest'
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

  static override validate(data: object) {
    return validateRequired(data, { id: '', title: '', text: '' })
  }
}

const TaskResource = resource({ path: '/tasks/:id', schema: Task }).extend({
  getList: { schema: new Collection([TaskSummary]) },
})

await controller.fetch(TaskResource.getList)
const known = () => controller.getResponse(TaskResource.get, { id: '1' }).data
console.info(known()) // undefined

await controller.fetchIfStale(TaskResource.get, { id: '1' })
console.info(known()?.text) // With examples.

const [first] = controller.getResponse(TaskResource.getList).data ?? []
console.info(first?.title) // Write the docs
