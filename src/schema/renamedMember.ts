import type { EditedCollection } from './storedLists'
import { type MemberMap, type Members, refsOf } from './collectionLayout'
import type { EntityRow, ListChange, ListChanges } from './contract'
import { entityOf } from './Discriminator'
import { identityOf, type MemberRef, pkOfRef } from './entityRef'

/** How the lists of a collection change where an entity has another key: it keeps its place. */
export function renamedIn(
  { key, member, layout }: EditedCollection,
  entityKey: string,
  from: string,
  to: string,
): ListChanges | undefined {
  if (!key.slice(1, -1).split(';').includes(entityKey)) return undefined
  const isOld = (ref: MemberRef): boolean =>
    pkOfRef(ref) === from && entityOf(member, ref)?.key === entityKey
  const rename = (ref: MemberRef): MemberRef =>
    !isOld(ref) ? ref : typeof ref === 'string' ? to : { ...ref, id: to }
  const change: ListChange = {
    // Whether the new key belongs there is decided by the same response.
    joins: [],
    leaves: [from],
    keepsCount: true,
    apply(existing) {
      const members = existing as Members
      const old = refsOf(members).find(isOld)
      if (old === undefined) return members
      if (layout.isMap) return renamedInMap(members as MemberMap, rename, from, to)
      const taken = identityOf(rename(old))
      return refsOf(members)
        .filter((ref) => identityOf(ref) !== taken)
        .map(rename)
    },
  }
  const isHeld = (row?: EntityRow): boolean =>
    row === undefined || refsOf(row.data as Members).some(isOld)
  return { ...change, changeOf: (_, row) => (isHeld(row) ? change : undefined) }
}

/** Members keep their keys, but for those that are the primary key. */
function renamedInMap(
  members: MemberMap,
  rename: (ref: MemberRef) => MemberRef,
  from: string,
  to: string,
): MemberMap {
  const entries = Object.entries(members)
  return Object.fromEntries(
    entries
      .filter(([name]) => name !== to || !(from in members))
      .map(([name, ref]) => [name === from ? to : name, rename(ref)]),
  )
}
