import type { EntityRow, ListChange, NormalizeDelegate } from './contract'
import { EntityChange } from './EntityChange'
import { equalsArgument, type Fields, textsOf } from './fieldValues'
import { fieldsWith } from './listsOf'
import { type EditedCollection, storedLists } from './storedLists'

/** Lists ask that filter by a field of an entity within their members, if the field has, or had, the value of the argument. */
export function noteWithin(
  collection: EditedCollection,
  entity: object,
  pk: string,
  delegate: NormalizeDelegate,
): void {
  const prefixes = fieldsWith(collection.member, entity).map((field) => `${field}.`)
  /** The name of the inner field. */
  const within = (path: string | null | undefined): string | undefined => {
    const prefix = prefixes.find((it) => path?.startsWith(it))
    return prefix && path?.slice(prefix.length)
  }
  const index = delegate.lists(collection.key)
  const filtered = [...index.groups].filter(({ filters }) => Object.values(filters).some(within))
  if (filtered.length === 0) return
  const { changed, versions } = new EntityChange(entity, pk, delegate)
  const listOf = storedLists(collection, delegate)
  const changeOf = (rowPk: string, row?: EntityRow): ListChange | undefined => {
    const { args, common } = listOf(rowPk, row)
    const isTouched = Object.entries(args).some(([name, value]) => {
      // An empty list filters as the others of its address do.
      const inner = within(row?.meta.filters?.[name] ?? common.fields.get(name)) ?? ''
      const has = (it: Fields) => equalsArgument(textsOf(it[inner]), value) !== false
      return changed.has(inner) && versions.some(has)
    })
    if (!isTouched) return undefined
    return { joins: [], leaves: [], apply: (it) => it, isUnsure: () => true }
  }
  const addresses = new Set(filtered.map(({ address }) => address))
  const among = index.lists(({ address }) => addresses.has(address))
  delegate.changeLists(collection, { joins: [], leaves: [], changeOf }, among)
}
