import { kindIn } from './argumentKinds'
import type { EditedCollection } from './storedLists'
import type { GroupOfLists, IndexedList, IndexOfLists } from './contract'
import type { EntityChange } from './EntityChange'
import { collectionAt } from './listName'

/**
 * The stored lists that changes may concern. A list is left out where an argument filters by a field that has another value, before
 * the changes and after them, and where none of the entities is a member.
 */
export function* listsNear(
  index: IndexOfLists,
  collection: EditedCollection,
  changes: readonly EntityChange[],
): Iterable<IndexedList> {
  const refs = changes.map(({ ref }) => ref)
  for (const group of index.groups) {
    const texts = textsIn(changes, fieldOf(group, collection))
    yield* texts ? group.near(texts, refs) : group.lists.values()
  }
}

/** The stored lists with a limit, and those that come in pages. */
export function cutLists(index: IndexOfLists, collection: EditedCollection): Iterable<IndexedList> {
  return index.lists(({ address, names, filters }) => {
    const described = collectionAt(collection, address)
    return (
      described.isPaged === true ||
      names.some((name) => kindIn(described, filters, name) === 'window')
    )
  })
}

/** The field by which the members of a group are filtered, unless the app says otherwise. */
function fieldOf(
  { address, filter }: GroupOfLists,
  collection: EditedCollection,
): string | undefined {
  const described = collectionAt(collection, address)
  if (typeof described.options.filters === 'function' || filter === undefined) return undefined
  return described.ruleOf(filter.name) === undefined ? filter.field : undefined
}

/** The texts that a field had or has in the entities; `undefined` where one of them cannot be compared. */
function textsIn(
  changes: readonly EntityChange[],
  field: string | undefined,
): readonly string[] | undefined {
  if (field === undefined) return undefined
  const texts: string[] = []
  for (const change of changes) {
    const own = change.textsOf(field)
    // The field may be the one of an owner as well, as `id` is.
    if (own === undefined || change.isKey(field)) return undefined
    texts.push(...own)
  }
  return texts
}
