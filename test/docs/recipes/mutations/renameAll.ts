import { serial } from 'rtk-rest'
import { rest, store } from '../store'
import { TaskResource } from './TaskItem'

export const renameTask = TaskResource.partialUpdate.extend({ scope: [serial, 'tasks'] })

/** Sends one request after the other, until they are canceled. */
export function renameAll(ids: readonly string[], title: string) {
  const requests = ids.map((id) => store.dispatch(rest.fetch(renameTask, { id }, { title })))
  const cancel = () => {
    for (const request of requests) request.abort()
  }
  return { done: Promise.all(requests), cancel }
}
