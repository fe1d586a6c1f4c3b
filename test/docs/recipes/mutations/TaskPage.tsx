import { Entity, NetworkError, resource } from 'rtk-rest'
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
  const [remove, { isLoading, isSuccess, error }] = useMutation(TaskResource.delete)
  // After the deletion there is nothing to read: `null` in place of the parameters.
  const task = useSuspense(TaskResource.get, isSuccess ? null : { id })
  if (!task) return <p role="status">The task is deleted.</p>
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

/** Another user deleted it, or a link is old. */
function TaskError({ error, resetErrorBoundary }: ErrorFallbackProps) {
  if (error instanceof NetworkError && error.status === 404) return <p>There is no such task.</p>
  return (
    <p role="alert">
      Not loaded. <button onClick={resetErrorBoundary}>Try again</button>
    </p>
  )
}
