import type { MockResponse } from '../recipes/api'
import { type Call, serve } from './serve'

interface Task {
  readonly id: number
  readonly title: string
  readonly done: boolean
  readonly owner: { readonly id: number; readonly username: string }
}

const PAGE_SIZE = 3

/** A Django REST framework with one ModelViewSet, the newest tasks first, and page numbers. */
export function djangoServer(titles: readonly string[]) {
  const owner = { id: 7, username: 'ada' }
  let tasks: Task[] = titles
    .map((title, at) => ({ id: at + 1, title, done: at % 2 === 1, owner }))
    .toReversed()
  let lastId = tasks.length

  const one = ({ params: { id } }: Call, found: (task: Task) => MockResponse): MockResponse => {
    const task = tasks.find((it) => it.id === Number(id))
    return task
      ? found(task)
      : { status: 404, json: { detail: 'No Task matches the given query.' } }
  }
  const save = (task: Task, status = 200): MockResponse => {
    if (task.title.trim() === '')
      return { status: 400, json: { title: ['This field may not be blank.'] } }
    tasks = [...tasks.filter(({ id }) => id !== task.id), task].toSorted((a, b) => b.id - a.id)
    return { status, json: task }
  }
  const change = (call: Call) => one(call, (task) => save({ ...task, ...JSON.parse(call.body) }))

  return serve({
    'GET /tasks/': ({ search, url }) => {
      const { done, search: text = '', ordering, page = '1' } = Object.fromEntries(search)
      const found = tasks
        .filter((task) => done === undefined || task.done === (done === 'true'))
        .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
      if (ordering === 'title') found.sort((a, b) => (a.title < b.title ? -1 : 1))
      const number = Number(page)
      const last = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
      if (number > last) return { status: 404, json: { detail: 'Invalid page.' } }
      const pageAt = (at: number): string | null => {
        if (at < 1 || at > last) return null
        const address = new URL(url)
        address.searchParams.set('page', `${at}`)
        return `${address}`
      }
      const results = found.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE)
      const around = { next: pageAt(number + 1), previous: pageAt(number - 1) }
      return { json: { count: found.length, ...around, results } }
    },
    'POST /tasks/': ({ body }) => {
      lastId += 1
      return save({ title: '', done: false, ...JSON.parse(body), id: lastId, owner }, 201)
    },
    'GET /tasks/:id/': (call) => one(call, (json) => ({ json })),
    'PUT /tasks/:id/': change,
    'PATCH /tasks/:id/': change,
    'DELETE /tasks/:id/': (call) =>
      one(call, (task) => {
        tasks = tasks.filter((it) => it !== task)
        return { status: 204 }
      }),
  })
}
