import type { MemberRef } from '../schema/entityRef'
import type { FulfilledAction } from '../store/state/actions'
import { confirmedRow } from '../store/state/confirmed'
import type { RestState } from '../store/state/state'
import { mapValues } from '../util/record'
import { isSame } from '../util/replaceEqualDeep'

/** The members of lists, by their tables. */
export type Lists = ReadonlyMap<string, readonly MemberRef[]>

/** Whether the members that lists had when a page was requested still follow each other. */
export function areKept(before: Lists, now: Lists): boolean {
  return [...before].every(([schemaKey, members]) => {
    const all = now.get(schemaKey) ?? []
    const [first] = members
    const start = all.findIndex((ref) => isSame(ref, first))
    return isSame(all.slice(start, start + members.length), members)
  })
}

/** A response that leaves lists doubtful which it changes, as their pages may not follow each other. */
export function withGaps(action: FulfilledAction, state: RestState, lists: Lists): FulfilledAction {
  const { payload, meta } = action
  const { landed: doubtful = meta.fetchedAt } = meta
  const entities = mapValues(payload.entities, (table, schemaKey) =>
    lists.has(schemaKey)
      ? mapValues(table, (row, pk) =>
          isSame(row.data, confirmedRow(state, schemaKey, pk)?.data)
            ? row
            : { ...row, meta: { ...row.meta, doubtful } },
        )
      : table,
  )
  return { ...action, payload: { ...payload, entities } }
}
