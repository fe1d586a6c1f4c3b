import {
  actionTypes,
  AsyncBoundary,
  DataProvider,
  getDefaultManagers,
  type Manager,
  type Middleware,
  useController,
  useQuery,
  useSuspense,
} from '@data-client/react'
import { All, Entity, Query, resource } from '@data-client/rest'

class Task extends Entity {
  id = ''
  title = ''
  done = false
}

const TaskResource = resource({
  urlPrefix: 'https://api.example.com',
  path: '/tasks/:id',
  schema: Task,
})

const openCount = new Query(new All(Task), (tasks) => tasks.filter(({ done }) => !done).length)

class ErrorReporter implements Manager {
  middleware: Middleware = () => (next) => async (action) => {
    if (action.type === actionTypes.SET_RESPONSE && action.error) console.warn(action.response)
    return next(action)
  }

  cleanup() {}
}

const managers = [...getDefaultManagers(), new ErrorReporter()]

export function App() {
  return (
    <DataProvider managers={managers}>
      <TaskBoard />
    </DataProvider>
  )
}

// Components

function TaskBoard() {
  return (
    <AsyncBoundary fallback="Loading …">
      <OpenCount />
      <TaskList />
    </AsyncBoundary>
  )
}

function OpenCount() {
  return <h1>{useQuery(openCount) ?? 0} open</h1>
}

function TaskList() {
  const tasks = useSuspense(TaskResource.getList)
  const controller = useController()
  const add = () => controller.fetch(TaskResource.getList.push, { title: 'New task' })
  return (
    <ul>
      {tasks.map(({ id }) => (
        <TaskItem key={id} id={id} />
      ))}
      <button onClick={() => void add()}>Add</button>
    </ul>
  )
}

function TaskItem({ id }: { readonly id: string }) {
  const { title, done } = useSuspense(TaskResource.get, { id })
  const controller = useController()
  const toggle = () => controller.fetch(TaskResource.partialUpdate, { id }, { done: !done })
  const remove = () => controller.fetch(TaskResource.delete, { id })
  return (
    <li>
      {done ? '☑' : '☐'} <button onClick={() => void toggle()}>{title}</button>
      <button onClick={() => void remove()}>Delete {title}</button>
    </li>
  )
}
