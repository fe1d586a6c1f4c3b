import { Collection, Entity, pages, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

class Message extends Entity {
  id = ''
  text = ''
  static override key = 'Message'
}

/** `GET /messages` responds with the newest 20, the oldest of them first; `?before=7` with the 20 before message 7. */
export const getMessages = new RestEndpoint({
  urlPrefix: API,
  path: '/messages',
  schema: new Collection([Message]),
  paginationField: [pages, { before: 'backwards' }],
})

/** A server that says where the next page starts, under a name of its own. */
export const getArchive = getMessages.extend({
  path: '/archive',
  paginationField: [pages, 'start', (response) => response.nextStart],
})
