import { Entity, resource } from 'rtk-rest'
import { API } from '../api'

class Note extends Entity {
  id = ''
  text = ''
  static override key = 'Note'
}

/** What a PUT or PATCH sent is what the server stored. */
function sentIfEmpty(response: object | null, params: { readonly id: string }, body: object) {
  return response ?? { ...body, ...params }
}

export const NoteResource = resource({ urlPrefix: API, path: '/notes/:id', schema: Note }).extend({
  update: { process: sentIfEmpty },
  partialUpdate: { process: sentIfEmpty },
  create: {
    // 201 without a body: the id is in the address of the new note, `Location: /notes/9`.
    parseResponse: ({ headers }: Response) => headers.get('location')?.split('/').at(-1),
    process: (id: string, body: object) => ({ ...body, id }),
  },
})
