import type { NormalizeDelegate } from '../schema/contract'
import type { MemberRef } from '../schema/entityRef'
import { type FollowingList, listsAround, listsOf, refTo } from '../schema/listsOf'
import { getOrCreate } from '../util/collections'
import type { PendingRows } from './PendingRows'

/**
 * Has lists follow the entities that a mutation or a message has changed.
 * @param mayComeLists whether lists that were requested before may still come
 */
export function noteWritten(
  rows: PendingRows,
  delegate: NormalizeDelegate,
  mayComeLists = false,
): void {
  const changed = new Map<FollowingList, MemberRef[]>()
  const followed = new Map<string, boolean>()
  const isFollowed = (key: string): boolean => mayComeLists || hasLists(delegate, key)
  for (const { pk, schema, stored, data, isOfResult, hasNewKey } of rows.changedEntities()) {
    const isNew = stored === undefined || stored.invalid
    for (const list of listsOf(schema)) {
      const { key, member } = list
      // An entity that comes with another one, or in a whole list, is not created by the call, nor said again.
      const isKnown = !isNew && stored.data !== data
      const isMeant = isKnown || (isOfResult && !rows.hasWholeList(key))
      const ref = refTo(member, schema, pk)
      if (!isMeant || rows.isDecided(key, ref)) continue
      if (!getOrCreate(followed, key, () => isFollowed(key))) continue
      getOrCreate(changed, list, (): MemberRef[] => []).push(ref)
    }
    if (isNew && !hasNewKey) continue
    for (const list of listsAround(schema)) list.noteWithin(schema, pk, delegate, hasNewKey)
  }
  for (const [list, refs] of changed) list.noteWritten(refs, delegate)
}

function hasLists(delegate: NormalizeDelegate, schemaKey: string): boolean {
  for (const _ of delegate.lists(schemaKey).lists()) return true
  return false
}
