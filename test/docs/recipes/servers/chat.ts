import { Collection, Entity, Invalidate, pages, resource } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { webSocket } from 'rtk-rest/streams'
import { API } from '../api'

class Message extends Entity {
  id = ''
  room = ''
  text = ''
  static override key = 'Message'
}

const messages = new Collection([Message])

type Event =
  | { readonly type: 'posted' | 'edited'; readonly message: Message }
  | { readonly type: 'deleted'; readonly id: string }

/** A list has the newest messages, the oldest of them first; `?before=7` has those before message 7. */
export const MessageResource = resource({
  urlPrefix: API,
  path: '/rooms/:room/messages/:id',
  schema: Message,
  body: {} as { readonly text: string },
  optimistic, // a message is shown at once
}).extend('getList', {
  schema: messages,
  paginationField: [pages, { before: 'backwards' }],
  live: webSocket(`${API.replace('http', 'ws')}/events`, {
    subscribe: ({ room }: { readonly room: string }) => ({ subscribe: room }),
    unsubscribe: ({ room }: { readonly room: string }) => ({ unsubscribe: room }),
    message(event: Event, live) {
      if (event.type === 'deleted') live.set(new Invalidate(Message), { id: event.id })
      else if (event.type === 'edited') live.patch(Message, event.message)
      else
        live.set(MessageResource.getList.schema.push, { room: event.message.room }, event.message)
    },
  }),
})
