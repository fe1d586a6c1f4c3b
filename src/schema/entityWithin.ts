import type { EntityRow, ListChange, NormalizeDelegate } from './contract'
import { EntityChange } from './EntityChange'
import { equalsArgument, type Fields, textsOf } from './fieldValues'
import { fieldsWith } from './listsOf'
import { type EditedCollection, storedLists } from './storedLists'

/** Lists ask that filter by an entity within their members, or by a field of it, if that has, or had, the value of the argument. */
export function noteWithin(
  collection: EditedCollection,
  entity: object,
  pk: string,
  delegate: NormalizeDelegate,
  hasNewKey: boolean,
): void {
  const fields = fieldsWith(collection.member, entity)
  /** The name of the inner field; none for the key of the entity. */
  const within = (path: string | null | undefined): string | undefined => {
    const field = fields.find((it) => path === it || path?.startsWith(`${it}.`))
    return field && path?.slice(field.length + 1)
  }
  const index = delegate.lists(collection.key)
  const isWithin = (path: string | null): boolean => within(path) !== undefined
  const filtered = [...index.groups].filter(({ filters }) => Object.values(filters).some(isWithin))
  if (filtered.length === 0) return
  const { changed, versions, isGone } = new EntityChange(entity, pk, delegate)
  const listOf = storedLists(collection, delegate)
  const changeOf = (rowPk: string, row?: EntityRow): ListChange | undefined => {
    const { args, common } = listOf(rowPk, row)
    const isTouched = Object.entries(args).some(([name, value]) => {
      // An empty list filters as the others of its address do.
      const inner = within(row?.meta.filters?.[name] ?? common.fields.get(name))
      if (inner === undefined) return false
      const has = (it: Fields) => equalsArgument(textsOf(inner ? it[inner] : pk), value) !== false
      const isChanged = inner ? changed.has(inner) : hasNewKey
      return (isGone || isChanged) && versions.some(has)
    })
    if (!isTouched) return undefined
    return { joins: [], leaves: [], apply: (it) => it, isUnsure: () => true }
  }
  const addresses = new Set(filtered.map(({ address }) => address))
  const among = index.lists(({ address }) => addresses.has(address))
  delegate.changeLists(collection, { joins: [], leaves: [], changeOf }, among)
}
