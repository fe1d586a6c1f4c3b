import { Entity, resource } from 'rtk-rest'
import { controller } from './store'

class Task extends Entity {
  id = ''
  title = ''
  status = 'todo'
  static override key = 'Task'
}

const TaskResource = resource({ path: '/tasks/:id', schema: Task }) // getList has a Collection
const { getList } = TaskResource
const todo = { status: 'todo' }
await Promise.all([controller.fetch(getList), controller.fetch(getList, todo)])

await controller.fetch(getList.push, { title: 'Ship it', status: 'todo' })

const titles = controller.getResponse(getList, todo).data?.map(({ title }) => title)
console.info(titles) // ["Write the docs","Ship it"]
console.info(controller.getResponse(getList).data?.length) // 3
