import { Entity, RestEndpoint } from 'rtk-rest'
import type { RowMeta } from 'rtk-rest'
import { controller } from './store'

interface TaskData {
  readonly version: number
  readonly labels?: readonly string[]
}

class Task extends Entity {
  id = ''
  version = 0
  title = ''
  labels: readonly string[] = []
  static override key = 'Task'

  // Labels accumulate; all other fields are those of the newer write.
  static override merge(existing: TaskData, incoming: TaskData) {
    const labels = new Set([...(existing.labels ?? []), ...(incoming.labels ?? [])])
    return { ...existing, ...incoming, labels: [...labels] }
  }

  // The version of the server, not the start of the request, determines the newer write.
  static override shouldReorder(
    _before: RowMeta,
    _now: RowMeta,
    existing: TaskData,
    incoming: TaskData,
  ) {
    return incoming.version < existing.version
  }
}

const getTask = new RestEndpoint({ path: '/tasks/:id', schema: Task })
await controller.fetch(getTask, { id: '1' })
controller.set(Task, { id: '1' }, { id: '1', version: 2, title: 'Old title', labels: ['late'] })
