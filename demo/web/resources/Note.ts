import { Collection, Entity, Invalidate, resource, serial } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import type { SnapshotReader } from 'rtk-rest'
import { DeskEndpoint } from './DeskEndpoint'
import { Member } from './Member'

/** A note about a member, with that member in it. */
export class Note extends Entity {
  id = ''
  memberId = ''
  text = ''
  createdAt = ''
  votes = 0
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
  // A vote moves no note to another member, though each of the others may have as many votes.
  filters: (note, { memberId }) => note.member.id === memberId,
})

/** Adds a note, which is on the page before the server has it. */
export const addNote = NoteResource.getList.unshift.extend({
  body: {} as { text: string },
  getOptimisticResponse: [
    optimistic,
    (snap, { memberId }, { text }) => {
      const trimmed = text.trim()
      // The server refuses it.
      if (trimmed === '') throw snap.abort
      return {
        memberId,
        text: trimmed,
        createdAt: new Date(snap.fetchedAt).toISOString(),
        member: countNotes(snap, memberId, 1),
      }
    },
  ],
})

/** The latest notes about all members. */
export const getLatestNotes = new DeskEndpoint({
  path: '/notes',
  searchParams: {} as { limit: number },
  // The page shows one list, whatever its limit, and a new note of any member joins that.
  schema: new Collection([Note], { argsKey: () => ({}), filters: (_note) => true }),
  name: 'Note.getLatest',
})

/** Deletes a note, at once for the page; the response also has its member, whose note count is a new one. */
export const deleteNote = new DeskEndpoint({
  path: '/members/:memberId/notes/:id',
  method: 'DELETE',
  schema: { note: new Invalidate(Note), member: Member },
  process: ({ member, ...note }: { id: string; memberId: string; member: object }) => ({
    note,
    member,
  }),
  getOptimisticResponse: [
    optimistic,
    (snap, { memberId, id }) => ({
      note: { id, memberId },
      member: countNotes(snap, memberId, -1),
    }),
  ],
  name: 'Note.delete',
})

/**
 * Votes for a note. Each vote counts from what is on the page, earlier votes included that are on their way. They are sent
 * one after the other, so no response is older than one that came before it.
 */
export const voteForNote = new DeskEndpoint({
  path: '/members/:memberId/notes/:id/votes',
  method: 'POST',
  body: undefined,
  schema: Note,
  scope: [serial, ({ memberId }) => `votes for notes of ${memberId}`],
  getOptimisticResponse: [
    optimistic,
    (snap, { id }) => {
      const note = snap.get(Note, { id: String(id) })
      if (note === undefined) throw snap.abort
      return { id, votes: note.votes + 1 }
    },
  ],
  name: 'Note.vote',
})

/** The member with another note count, counted from what is on the page. */
function countNotes(snap: SnapshotReader, id: string | number, change: 1 | -1) {
  const member = snap.get(Member, { id: String(id) })
  if (member === undefined) throw snap.abort
  return { id, noteCount: member.noteCount + change }
}
