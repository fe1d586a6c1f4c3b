import { configureStore } from '@reduxjs/toolkit'
import { Provider } from 'react-redux'
import { All, createRest, Entity, type Manager, matchRejected, Query, resource } from 'rtk-rest'
import { AsyncBoundary, useController, useQuery, useSuspense } from 'rtk-rest/react'

class Task extends Entity {
  id = ''
  title = ''
  done = false
  static override key = 'Task'
}

export const TaskResource = resource({
  urlPrefix: 'https://api.example.com',
  path: '/tasks/:id',
  schema: Task,
})

const openCount = new Query(new All(Task), (tasks) => tasks.filter(({ done }) => !done).length)

const errorReporter: Manager = {
  name: 'errorReporter',
  init: () => ({
    action(action) {
      if (matchRejected(action)) console.warn(action.error)
    },
  }),
}

const rest = createRest({ managers: [errorReporter] })

const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

export function App() {
  return (
    <Provider store={store}>
      <TaskBoard />
    </Provider>
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
