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

  // Labels add up; everything else is as the newer of two writes has it.
  static override merge(existing: TaskData, incoming: TaskData) {
    const labels = new Set([...(existing.labels ?? []), ...(incoming.labels ?? [])])
    return { ...existing, ...incoming, labels: [...labels] }
  }

  // Which one is newer is said by the server's version, and not by when we asked.
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
