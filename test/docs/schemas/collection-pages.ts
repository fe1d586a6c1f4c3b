import { Collection, Entity, pages, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  static override key = 'Task'
}

const getTasks = new RestEndpoint({
  path: '/tasks',
  searchParams: {} as { readonly team: string },
  schema: { next: '', tasks: new Collection([Task]) },
  paginationField: [pages, 'cursor'],
})
await controller.fetch(getTasks, { team: 'web' })
await controller.fetch(getTasks.getPage, { team: 'web', cursor: 'b' })

const shown = () => controller.getResponse(getTasks, { team: 'web' }).data
console.info(shown()?.tasks?.length, shown()?.next) // 3 c
