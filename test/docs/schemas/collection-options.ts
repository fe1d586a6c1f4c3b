import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  team = ''
  static override key = 'Task'
}

interface Params {
  readonly team: string
  readonly sortBy?: string
  readonly trace?: string
}

const getTasks = new RestEndpoint({
  path: '/tasks',
  searchParams: {} as Params,
  schema: new Collection([Task], {
    argsKey: ({ trace: _, ...params }: Params) => params, // a trace does not create another list
    filters: { sortBy: 'order' }, // sorting does not filter the list
  }),
})
await controller.fetch(getTasks, { team: 'web', trace: 'a1' })
await controller.fetch(getTasks, { team: 'web', sortBy: 'title' })
await controller.fetch(getTasks, { team: 'ops' })

await controller.fetch(getTasks.push, { team: 'web' }, { title: 'Ship it' })
