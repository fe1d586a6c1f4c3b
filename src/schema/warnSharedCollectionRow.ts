import type { NormalizeDelegate } from './contract'
import { isSame } from '../util/replaceEqualDeep'

/** What the lists in entities of one response were stored as, by row; forgotten with the walk of the response. */
const seen = new WeakMap<NormalizeDelegate, Map<string, object>>()
const warned = new WeakSet<object>()

/** Warns once where two entities of one response have different lists that are kept in one row, so that one is lost. */
export function warnSharedCollectionRow(
  collection: { readonly key: string },
  field: string,
  pk: string,
  members: object,
  delegate: NormalizeDelegate,
): void {
  let rows = seen.get(delegate)
  if (rows === undefined) seen.set(delegate, (rows = new Map()))
  const name = `${collection.key} ${pk}`
  const before = rows.get(name)
  rows.set(name, members)
  if (before === undefined || isSame(before, members) || warned.has(collection)) return
  warned.add(collection)
  console.warn(
    `Entities of one response have different lists ${collection.key} in their field "${field}", which all are kept in the row ${pk}; give the Collection a \`nestKey\`, such as (parent) => ({ parentId: parent.id }), so that each has its own.`,
  )
}
