import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  points = 0
  static override key = 'Task'
}

const params: { readonly atLeast?: number } = {}
const tasks = new Collection([Task], {
  // Arguments are text: '5', and '' for a list without it.
  filters: { atLeast: (task, atLeast) => task.points >= Number(atLeast) },
})
const getTasks = new RestEndpoint({
  path: '/tasks',
  searchParams: params,
  schema: tasks,
})
await controller.fetch(getTasks, { atLeast: 5 })
await controller.fetch(getTasks, { atLeast: 1 })

await controller.fetch(getTasks.push, {}, { points: 3 })
console.info(controller.get(tasks, { atLeast: 1 })?.length) // 3
console.info(controller.get(tasks, { atLeast: 5 })?.length) // 1
