import { configureStore } from '@reduxjs/toolkit'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { createRest, Entity, resource } from 'rtk-rest'
import { useDLE, useMutation } from 'rtk-rest/react'

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

const rest = createRest()

const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
})

function TaskList({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { data: tasks, loading, error } = useDLE(TaskResource.getList)
  const [addTask] = useMutation(TaskResource.getList.push)
  if (loading) return <p>Loading …</p>
  if (error) return <p role="alert">No tasks.</p>
  return (
    <ul>
      {tasks.map(({ id, title, done }) => (
        <li key={id}>
          {done ? '☑' : '☐'} <button onClick={() => onOpen(id)}>{title}</button>
        </li>
      ))}
      <button onClick={() => void addTask({ title: 'New task' })}>Add</button>
    </ul>
  )
}

function TaskDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: task } = useDLE(TaskResource.get, { id })
  const [changeTask, { isLoading: isSaving }] = useMutation(TaskResource.partialUpdate)
  const [deleteTask] = useMutation(TaskResource.delete)
  if (!task) return <p>Loading …</p>
  const finish = () => void changeTask({ id }, { done: true })
  const remove = async () => {
    await deleteTask({ id }).unwrap()
    onClose()
  }
  return (
    <section aria-busy={isSaving}>
      <h2>{task.done ? `${task.title} (done)` : task.title}</h2>
      <button onClick={finish}>Finish</button>
      <button onClick={() => void remove()}>Delete</button>
    </section>
  )
}

function TaskBoard() {
  const [openId, setOpenId] = useState<string>()
  return (
    <main>
      <TaskList onOpen={setOpenId} />
      {openId && <TaskDetail id={openId} onClose={() => setOpenId(undefined)} />}
    </main>
  )
}

export function App() {
  return (
    <Provider store={store}>
      <TaskBoard />
    </Provider>
  )
}
