import { Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Label extends Entity {
  id = ''
  name = ''
  static override key = 'Label'
}

class Task extends Entity {
  id = ''
  title = ''
  labels: readonly Label[] = []
  static override key = 'Task'
  static override schema = { labels: [Label] }
}

const getRecent = new RestEndpoint({ path: '/recent', schema: [Task] })
const recent = await controller.fetch(getRecent)

console.info(recent.map(({ title }) => title)) // ["Write the docs","Ship it"]
console.info(recent[0]?.labels.map(({ name }) => name)) // ["docs","urgent"]

controller.set(Task, { id: '3' }, { id: '3', title: 'A new one' })
console.info(controller.getResponse(getRecent).data?.length) // 2
