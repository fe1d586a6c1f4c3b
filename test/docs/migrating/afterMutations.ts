import { type Controller, Entity, resource, RestEndpoint } from 'rtk-rest'

class Task extends Entity {
  id = ''
  title = ''
  done = false
  static override key = 'Task'
}

const urlPrefix = 'https://api.example.com'

export const TaskResource = resource({ urlPrefix, path: '/tasks/:id', schema: Task }).extend({
  // The server answers a PATCH with 204: what was sent is what there is now.
  partialUpdate: {
    process: (answer: object | null, params: { readonly id: string }, body: object) =>
      answer ?? { ...body, ...params },
  },
})

export const getStats = new RestEndpoint({
  urlPrefix,
  path: '/stats',
  process: (answer: { readonly open: number }) => answer,
})

export async function finish(controller: Controller, id: string): Promise<void> {
  await controller.fetch(TaskResource.partialUpdate, { id }, { done: true })
  // Computed by the server from many tasks: it is shown, and fetched again where it is in use.
  controller.expireAll(getStats)
}
