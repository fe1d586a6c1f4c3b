import { useState } from 'react'
import { AsyncBoundary, useMutation, useSuspense } from 'rtk-rest/react'
import { TaskResource } from './TaskPage'

export function TaskPanes() {
  const tasks = useSuspense(TaskResource.getList)
  const [openId, setOpenId] = useState<string>()
  const [remove, { error }] = useMutation(TaskResource.delete)
  const removeAndClose = async (id: string) => {
    try {
      await remove({ id }).unwrap()
      setOpenId((open) => (open === id ? undefined : open)) // the user may have opened another one
    } catch {
      // `error` shows it, and the details stay open.
    }
  }
  return (
    <main>
      {tasks.map(({ id, title }) => (
        <p key={id}>
          <button onClick={() => setOpenId(id)}>{title}</button>
          <button onClick={() => void removeAndClose(id)}>Delete {title}</button>
        </p>
      ))}
      {error && <p role="alert">Not deleted.</p>}
      {openId !== undefined && (
        <AsyncBoundary key={openId} fallback="Loading …">
          <TaskPane id={openId} />
        </AsyncBoundary>
      )}
    </main>
  )
}

function TaskPane({ id }: { readonly id: string }) {
  return <h1>{useSuspense(TaskResource.get, { id }).title}</h1>
}
