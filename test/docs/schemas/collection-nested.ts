import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const tasks = new Collection([Task], {
  argsKey: ({ project }: { readonly project: string }) => ({ project }),
  nestKey: (parent: { readonly id: string }) => ({ project: parent.id }),
})

class Project extends Entity {
  id = ''
  tasks: readonly Task[] = []
  static override key = 'Project'
  static override schema = { tasks }
}

const getProject = new RestEndpoint({ path: '/projects/:id', schema: Project })
const getTasks = new RestEndpoint({ path: '/projects/:project/tasks', schema: tasks })

await controller.fetch(getProject, { id: 'p' })
await controller.fetch(getTasks.push, { project: 'p' }, { title: 'Ship it' })

const project = controller.get(Project, { id: 'p' })
console.info(project?.tasks.map(({ title }) => title)) // ["Write the docs","Ship it"]
console.info(project?.tasks === controller.get(tasks, { project: 'p' })) // true
