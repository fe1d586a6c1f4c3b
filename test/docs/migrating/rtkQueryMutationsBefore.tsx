import { configureStore } from '@reduxjs/toolkit'
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react'
import { Provider } from 'react-redux'

interface Task {
  readonly id: string
  readonly title: string
  readonly done: boolean
}

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: 'https://api.example.com' }),
  tagTypes: ['Task', 'Stats'],
  endpoints: (build) => ({
    getTasks: build.query<readonly Task[], void>({
      query: () => '/tasks',
      providesTags: ['Task'],
    }),
    getStats: build.query<{ readonly open: number }, void>({
      query: () => '/stats',
      providesTags: ['Stats'],
    }),
    changeTask: build.mutation<Task, Pick<Task, 'id'> & Partial<Task>>({
      query: ({ id, ...body }) => ({ url: `/tasks/${id}`, method: 'PATCH', body }),
      transformErrorResponse: ({ data }) => data, // { "reason": "…" }
      invalidatesTags: (_task, error) => (error ? [] : ['Task', 'Stats']),
      onQueryStarted: async ({ id, ...body }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          api.util.updateQueryData('getTasks', undefined, (tasks) => {
            Object.assign(tasks.find((task) => task.id === id) ?? {}, body)
          }),
        )
        await queryFulfilled.catch(patch.undo)
      },
    }),
  }),
})

const { useGetTasksQuery, useGetStatsQuery, useChangeTaskMutation } = api

const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware),
})

function TaskRow({ id, title, done }: Task) {
  const [change, { isLoading, error, originalArgs, reset }] = useChangeTaskMutation()
  return (
    <li aria-busy={isLoading}>
      <button onClick={() => void change({ id, done: !done })}>{title}</button> {done && 'done'}
      {error && originalArgs && (
        <p role="alert">
          Not saved{'reason' in error && `: ${String(error.reason)}`}
          <button onClick={() => void change(originalArgs)}>Try again</button>
          <button onClick={reset}>OK</button>
        </p>
      )}
    </li>
  )
}

function TaskBoard() {
  const { data: tasks = [] } = useGetTasksQuery()
  const { data: stats } = useGetStatsQuery()
  return (
    <ul aria-label={`${stats?.open} open`}>
      {tasks.map((task) => (
        <TaskRow key={task.id} {...task} />
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
