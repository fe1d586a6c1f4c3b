import { Entity, RestEndpoint, validateRequired } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  project = ''
  static override key = 'Task'

  // The server uses `task_id`, and only the path contains the project.
  static override process(
    { task_id: id, ...input }: { readonly task_id: string },
    _parent: unknown,
    _key: string,
    [params]: readonly [{ readonly project: string }],
  ) {
    return { ...input, id, project: params.project }
  }

  static override validate(data: object) {
    return validateRequired(data, { id: '', title: '' })
  }
}

const getTask = new RestEndpoint({ path: '/projects/:project/tasks/:id', schema: Task })
const task = await controller.fetch(getTask, { project: 'docs', id: '1' })
console.info(task.id, task.project) // 1 docs

const failed = controller.fetch(getTask, { project: 'docs', id: '2' })
const reason = await failed.catch((error: Error) => error.message)
console.info(reason) // Task: expected valid data (Missing key title), found an object
