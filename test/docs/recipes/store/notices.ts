import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { eventSource } from 'rtk-rest/streams'
import { API } from '../api'

class Notice extends Entity {
  id = ''
  text = ''
  static override key = 'Notice'
}

const notices = new Collection([Notice])

export const getNotices = new RestEndpoint({
  urlPrefix: API,
  path: '/notices',
  schema: notices,
  live: eventSource(`${API}/notices/events`, {
    events: ['message', 'changed'],
    message(notice: Notice, live, type) {
      live.set(type === 'changed' ? Notice : notices.unshift, notice)
    },
  }),
})
