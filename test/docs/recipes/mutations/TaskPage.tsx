import { Entity, type ErrorOf, resource } from 'rtk-rest'
import { AsyncBoundary, type ErrorFallbackProps, useMutation, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

export const TaskResource = resource({ urlPrefix: API, path: '/tasks/:id', schema: Task })

export function TaskPage({ id }: { readonly id: string }) {
  return (
    <AsyncBoundary key={id} fallback="Loading …" errorComponent={TaskError}>
      <TaskDetail id={id} />
    </AsyncBoundary>
  )
}

function TaskDetail({ id }: { readonly id: string }) {
  const task = useSuspense(TaskResource.get, { id })
  const [remove, { isLoading, error }] = useMutation(TaskResource.delete)
  const confirmAndRemove = () => {
    if (window.confirm(`Delete ${task.title}?`)) void remove({ id })
  }
  return (
    <article>
      <h1>{task.title}</h1>
      <button onClick={confirmAndRemove} disabled={isLoading}>
        Delete
      </button>
      {error && <p role="alert">Not deleted.</p>}
    </article>
  )
}

function TaskError({ error, resetErrorBoundary }: ErrorFallbackProps) {
  const { code, status } = error as ErrorOf<typeof TaskResource.get>
  if (code === 'DELETED') return <p role="status">The task is deleted.</p>
  // Another user deleted it, or a link is old.
  if (status === 404) return <p>There is no such task.</p>
  return (
    <p role="alert">
      Not loaded. <button onClick={resetErrorBoundary}>Try again</button>
    </p>
  )
}
