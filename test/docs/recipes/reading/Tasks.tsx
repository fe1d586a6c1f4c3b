import { useState } from 'react'
import { Entity, resource } from 'rtk-rest'
import { useDLE, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

/** What every response contains: `GET /tasks` responds with `[{ "id": "1", "title": "Write" }]`. */
class TaskSummary extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

/** The same row with all fields: `GET /tasks/1` responds with `{ "id": "1", "title": "Write", "text": "…" }`. */
class Task extends TaskSummary {
  text = ''
}

export const TaskResource = resource({
  urlPrefix: API,
  path: '/tasks/:id',
  schema: Task,
  summary: TaskSummary,
})

export function Tasks() {
  const tasks = useSuspense(TaskResource.getList)
  const [openId, setOpenId] = useState<string>()
  return (
    <>
      {tasks.map(({ id, title }) => (
        <button key={id} onClick={() => setOpenId(id)}>
          {title}
        </button>
      ))}
      {openId && <TaskPage id={openId} />}
    </>
  )
}

function TaskPage({ id }: { readonly id: string }) {
  // The title came with the list: it is there at once, and the text is fetched.
  const { data: task, isFetching } = useDLE(TaskResource.get, { id })
  return (
    <article aria-busy={isFetching}>
      <h1>{task?.title}</h1>
      <p>{task?.text || (isFetching && 'Loading the text …')}</p>
    </article>
  )
}
