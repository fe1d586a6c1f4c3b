import { Entity, resource, RestEndpoint } from 'rtk-rest'

class Task extends Entity {
  id = ''
  title = ''
  done = false
  static override key = 'Task'
}

const urlPrefix = 'https://api.example.com'

export const getStats = new RestEndpoint({
  urlPrefix,
  path: '/stats',
  process: (response: { readonly open: number }) => response,
})

export const TaskResource = resource({ urlPrefix, path: '/tasks/:id', schema: Task }).extend({
  partialUpdate: {
    // The response of a PATCH is 204: the request contains the new data.
    process: (response: object | null, params: { readonly id: string }, body: object) =>
      response ?? { ...body, ...params },
    // Computed by the server from many tasks: stays on the page, and its readers refetch it.
    expireAll: [getStats],
  },
})
