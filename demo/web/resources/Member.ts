import { Entity, Invalidate, resource } from 'rtk-rest'
import { xhrFetch } from 'rtk-rest/xhr'
import { DeskEndpoint } from './DeskEndpoint'

/** A member of the broker. */
export class Member extends Entity {
  id = ''
  name = ''
  email = ''
  desk = ''
  joinedAt = new Date(0)
  noteCount = 0

  static override key = 'Member'
  static override schema = { joinedAt: (iso: string) => new Date(iso) }

  get initials(): string {
    const words = this.name.match(/\p{L}+/gu) ?? []
    const ends = words.length > 1 ? [words[0], words.at(-1)] : words
    return ends.map((word) => word?.[0]?.toUpperCase()).join('')
  }
}

/** Reads and writes members. */
export const MemberResource = resource({
  path: '/members/:id',
  schema: Member,
  Endpoint: DeskEndpoint,
}).extend('deleteMany', {
  path: '/members',
  method: 'DELETE',
  body: [] as string[],
  schema: [new Invalidate(Member)],
})

/**
 * Adds the members of a CSV file. Not a `push`, which goes by what the call says of its members: each of these finds its
 * lists by its own data, as a member does that moves.
 */
export const importMembers = MemberResource.getList.move.extend({
  path: '/members/import',
  method: 'POST',
  body: {} as FormData,
  name: 'Member.import',
  // It reports how much of the file is sent.
  fetchResponse: xhrFetch,
})
