import { Entity, Lazy, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

class Project extends Entity {
  id = ''
  tasks: readonly string[] = []
  static override key = 'Project'
  static override schema = { tasks: new Lazy([Task]) }
}

const getProject = new RestEndpoint({ path: '/projects/:id', schema: Project })
const project = await controller.fetch(getProject, { id: 'p' })
console.info(project.tasks) // ["1","2"]

const tasks = controller.get(Project.schema.tasks.query, project.tasks)
console.info(tasks?.map(({ title }) => title)) // ["Write the docs","Ship it"]

controller.set(Task, { id: '1' }, { id: '1', title: 'Write less' })
console.info(controller.get(Project, { id: 'p' }) === project) // true
