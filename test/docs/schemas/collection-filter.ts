import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  points = 0
  static override key = 'Task'
}

interface Params {
  readonly atLeast?: number
  readonly sortBy?: string
  readonly trace?: string
}

const searchParams: Params = {}
const getTasks = new RestEndpoint({
  path: '/tasks',
  searchParams,
  schema: new Collection([Task], {
    argsKey: ({ trace: _, ...params }: Params) => params, // a trace does not make another list
    filters: { atLeast: (task, atLeast) => task.points >= Number(atLeast), sortBy: 'order' },
  }),
})
await controller.fetch(getTasks, { atLeast: 5, trace: 'a1' })
await controller.fetch(getTasks, { sortBy: 'points' })

await controller.fetch(getTasks.push, {}, { points: 3 })

const idsOf = (params: Params) => controller.getResponse(getTasks, params).data?.map(({ id }) => id)
console.info(idsOf({ atLeast: 5 }), idsOf({ sortBy: 'points' })) // ["1"] ["2","1","3"]
