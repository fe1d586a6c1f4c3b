import { Collection, Entity, Invalidate, resource } from 'rtk-rest'
import { DeskEndpoint } from './DeskEndpoint'
import { Member } from './Member'

/** A note about a member, with that member in it. */
export class Note extends Entity {
  id = ''
  memberId = ''
  text = ''
  createdAt = ''
  // A default that is an object makes the field required: a note vanishes together with its member.
  member = Member.fromJS({})

  static override key = 'Note'
  static override schema = { member: Member }
}

/** Reads and writes the notes of one member. */
export const NoteResource = resource({
  path: '/members/:memberId/notes/:id',
  schema: Note,
  Endpoint: DeskEndpoint,
  // `limit` does not say which notes a list holds, so a new note joins the latest ones whatever their limit.
  nonFilterArgumentKeys: ['limit'],
})

/** The latest notes about all members. */
export const getLatestNotes = new DeskEndpoint({
  path: '/notes',
  searchParams: {} as { limit: number },
  schema: new Collection([Note]),
  name: 'Note.getLatest',
})

/** Deletes a note; the response also has its member, whose note count is a new one. */
export const deleteNote = new DeskEndpoint({
  path: '/members/:memberId/notes/:id',
  method: 'DELETE',
  schema: { note: new Invalidate(Note), member: Member },
  process: ({ member, ...note }: { id: string; memberId: string; member: object }) => ({
    note,
    member,
  }),
  name: 'Note.delete',
})
