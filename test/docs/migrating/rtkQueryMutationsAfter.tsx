import { configureStore } from '@reduxjs/toolkit'
import { Provider } from 'react-redux'
import { createRest, Entity, resource, RestEndpoint } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useDLE, useMutation } from 'rtk-rest/react'
import { z } from 'zod'

class Task extends Entity {
  id = ''
  title = ''
  done = false
  static override key = 'Task'
}

const urlPrefix = 'https://api.example.com'

const getStats = new RestEndpoint({
  urlPrefix,
  path: '/stats',
  process: (response: { readonly open: number }) => response,
})

const TaskResource = resource({
  urlPrefix,
  path: '/tasks/:id',
  schema: Task,
  optimistic,
  errorSchema: z.object({ reason: z.string() }),
}).extend('partialUpdate', { expireAll: [getStats] })

const rest = createRest()

const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

function TaskRow({ task: { id, title, done } }: { readonly task: Task }) {
  const [change, { isLoading, error, args, reset }] = useMutation(TaskResource.partialUpdate)
  return (
    <li aria-busy={isLoading}>
      <button onClick={() => void change({ id }, { done: !done })}>{title}</button> {done && 'done'}
      {error && args && (
        <p role="alert">
          Not saved{error.data && `: ${error.data.reason}`}
          <button onClick={() => void change(...args)}>Try again</button>
          <button onClick={reset}>OK</button>
        </p>
      )}
    </li>
  )
}

function TaskBoard() {
  const { data: tasks = [] } = useDLE(TaskResource.getList)
  const { data: stats } = useDLE(getStats)
  return (
    <ul aria-label={`${stats?.open} open`}>
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
    </ul>
  )
}

export function App() {
  return (
    <Provider store={store}>
      <TaskBoard />
    </Provider>
  )
}
