import { type Controller, Entity, resource, RestEndpoint } from 'rtk-rest'

class Task extends Entity {
  id = ''
  title = ''
  done = false
  static override key = 'Task'
}

const urlPrefix = 'https://api.example.com'

export const TaskResource = resource({ urlPrefix, path: '/tasks/:id', schema: Task }).extend({
  // The response of a PATCH is 204: the request contains the new data.
  partialUpdate: {
    process: (response: object | null, params: { readonly id: string }, body: object) =>
      response ?? { ...body, ...params },
  },
})

export const getStats = new RestEndpoint({
  urlPrefix,
  path: '/stats',
  process: (response: { readonly open: number }) => response,
})

export async function finish(controller: Controller, id: string): Promise<void> {
  await controller.fetch(TaskResource.partialUpdate, { id }, { done: true })
  // Computed by the server from many tasks: stays on the page, and its readers refetch it.
  controller.expireAll(getStats)
}
