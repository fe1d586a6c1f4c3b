import { Entity, resource, validateRequired } from 'rtk-rest'
import { API } from '../api'

class TaskSummary extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

class Task extends TaskSummary {
  text = ''

  static override validate(data: object) {
    return validateRequired(data, { id: '', title: '', text: '' })
  }
}

export const TaskResource = resource({
  urlPrefix: API,
  path: '/tasks/:id',
  schema: Task,
  summary: TaskSummary,
})
