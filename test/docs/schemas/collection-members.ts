import { Entity, resource } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  status = 'todo'
  static override key = 'Task'
}

const { getList } = resource({ path: '/tasks/:id', schema: Task })
const todo = { status: 'todo' }
const done = { status: 'done' }
await Promise.all([controller.fetch(getList, todo), controller.fetch(getList, done)])

const idsOf = (params: { readonly status: string }) =>
  controller.getResponse(getList, params).data?.map(({ id }) => id)
console.info(idsOf(todo), idsOf(done)) // ["1","2"] ["3"]

await controller.fetch(getList.unshift, { title: 'At once', status: 'todo' })
console.info(idsOf(todo), idsOf(done)) // ["4","1","2"] ["3"]

await controller.fetch(getList.move, { id: '1' }, { status: 'done' })
console.info(idsOf(todo), idsOf(done)) // ["4","2"] ["3","1"]

await controller.fetch(getList.remove, todo, { id: '2' })
console.info(idsOf(todo), idsOf(done)) // ["4"] ["3","1"]
