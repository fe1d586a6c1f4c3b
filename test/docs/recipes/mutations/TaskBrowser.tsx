import { useState } from 'react'
import { useMutation, useSuspense } from 'rtk-rest/react'
import { TaskResource } from './TaskPage'

export function TaskBrowser() {
  const tasks = useSuspense(TaskResource.getList)
  const [openId, setOpenId] = useState<string>()
  const [remove, { error }] = useMutation(TaskResource.delete)
  const open = tasks.find(({ id }) => id === openId)
  return (
    <main>
      {tasks.map(({ id, title }) => (
        <button key={id} onClick={() => setOpenId(id)}>
          {title}
        </button>
      ))}
      {open && (
        <article>
          <h1>{open.title}</h1>
          <button onClick={() => void remove({ id: open.id })}>Delete</button>
        </article>
      )}
      {error && <p role="alert">Not deleted.</p>}
    </main>
  )
}
