import { useSelector } from 'react-redux'
import { Entity, resource, RestEndpoint } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { useMutation, useSuspense } from 'rtk-rest/react'
import type { RootWith } from 'rtk-rest/types'
import { API } from '../api'
import { rest } from '../store'

export class Task extends Entity {
  id = ''
  title = ''
  done = false
  votes = 0
  static override key = 'Task'
}

export const TaskResource = resource({
  urlPrefix: API,
  path: '/tasks/:id',
  schema: Task,
  optimistic,
})

export const voteForTask = new RestEndpoint({
  urlPrefix: API,
  path: '/tasks/:id/votes',
  method: 'POST',
  body: undefined,
  schema: Task,
  name: 'Task.vote',
  getOptimisticResponse: [
    optimistic,
    (snap, params) => {
      const task = snap.get(Task, params)
      if (task === undefined) throw snap.abort // nothing to show before the response
      return { id: task.id, votes: task.votes + 1 } // of the row: there a number may be a number
    },
  ],
})

export function TaskItem({ id }: { readonly id: string }) {
  const { title, done, votes } = useSuspense(TaskResource.get, { id })
  const [change, { error }] = useMutation(TaskResource.partialUpdate)
  const [vote] = useMutation(voteForTask)
  const isSaving = useSelector((state: RootWith<'rest'>) =>
    rest.selectors.selectIsPending(state, Task, id),
  )
  return (
    <li aria-busy={isSaving}>
      <label>
        <input
          type="checkbox"
          checked={done}
          onChange={() => void change({ id }, { done: !done })}
        />
        {title}
      </label>
      <button onClick={() => void vote({ id })}>{votes} votes</button>
      {error && <p role="alert">Not saved.</p>}
    </li>
  )
}
