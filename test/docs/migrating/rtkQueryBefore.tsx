import { configureStore } from '@reduxjs/toolkit'
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { Provider } from 'react-redux'

interface Task {
  readonly id: string
  readonly title: string
  readonly done: boolean
}

const LIST = { type: 'Task', id: 'LIST' } as const

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: 'https://api.example.com' }),
  tagTypes: ['Task'],
  endpoints: (build) => ({
    getTasks: build.query<readonly Task[], void>({
      query: () => '/tasks',
      providesTags: (tasks = []) => [
        LIST,
        ...tasks.map(({ id }) => ({ type: 'Task', id }) as const),
      ],
    }),
    getTask: build.query<Task, string>({
      query: (id) => `/tasks/${id}`,
      providesTags: (_task, _error, id) => [{ type: 'Task', id }],
    }),
    addTask: build.mutation<Task, Partial<Task>>({
      query: (body) => ({ url: '/tasks', method: 'POST', body }),
      invalidatesTags: [LIST],
    }),
    changeTask: build.mutation<Task, Pick<Task, 'id'> & Partial<Task>>({
      query: ({ id, ...body }) => ({ url: `/tasks/${id}`, method: 'PATCH', body }),
      invalidatesTags: (_task, _error, { id }) => [{ type: 'Task', id }],
    }),
    deleteTask: build.mutation<void, string>({
      query: (id) => ({ url: `/tasks/${id}`, method: 'DELETE' }),
      invalidatesTags: [LIST],
    }),
  }),
})

const {
  useGetTasksQuery,
  useGetTaskQuery,
  useAddTaskMutation,
  useChangeTaskMutation,
  useDeleteTaskMutation,
} = api

const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
})

function TaskList({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { data: tasks, isLoading, error } = useGetTasksQuery()
  const [addTask] = useAddTaskMutation()
  if (isLoading) return <p>Loading …</p>
  if (error || !tasks) return <p role="alert">No tasks.</p>
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
  const { data: task } = useGetTaskQuery(id)
  const [changeTask, { isLoading: isSaving }] = useChangeTaskMutation()
  const [deleteTask] = useDeleteTaskMutation()
  if (!task) return <p>Loading …</p>
  const finish = () => void changeTask({ id, done: true })
  const remove = async () => {
    await deleteTask(id).unwrap()
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
