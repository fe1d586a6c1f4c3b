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

// The same, if more than one search parameter identifies a page:
const getTasksFrom = getTasks.extend({
  paginationField: [
    pages,
    ({ from: _, ...params }: { readonly team: string; readonly from: number }) => [params],
  ],
})
await controller.fetch(getTasksFrom.getPage, { team: 'web', from: 3 })
console.info(shown()?.tasks?.length) // 4
