import { Suspense, useState } from 'react'
import { Collection, Entity, resource, validateRequired } from 'rtk-rest'
import { useQuery, useSuspense } from 'rtk-rest/react'
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

  static override validate(data: object) {
    return validateRequired(data, { id: '', title: '', text: '' })
  }
}

export const TaskResource = resource({ urlPrefix: API, path: '/tasks/:id', schema: Task }).extend({
  getList: { schema: new Collection([TaskSummary]) },
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
  // Stored with the list: there at once, and no request.
  const summary = useQuery(TaskSummary, { id })
  return (
    <article>
      <h1>{summary?.title}</h1>
      <Suspense fallback={<p>Loading the text …</p>}>
        <TaskText id={id} />
      </Suspense>
    </article>
  )
}

function TaskText({ id }: { readonly id: string }) {
  return <p>{useSuspense(TaskResource.get, { id }).text}</p>
}
