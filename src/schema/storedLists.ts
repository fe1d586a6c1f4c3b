import { getOrCreate } from '../util/collections'
import type { AtAddress, EditedCollection, StoredList } from './collectionMembership'
import type { EntityRow, NormalizeDelegate } from './contract'
import { collectionAt, readListPk } from './listName'

/** Reads stored lists of a collection, as a response finds them. */
export function storedLists(
  collection: EditedCollection,
  delegate: NormalizeDelegate,
): (pk: string, row: EntityRow | undefined) => StoredList {
  const find = (key: string, pk: string): object | undefined => delegate.rowAfter(key, pk)?.data
  const known = new Map<string | undefined, AtAddress>()
  return (pk, row) => {
    const { address, args } = readListPk(pk)
    const common = getOrCreate(known, address, () => readAddress(collection, address, delegate))
    return { collection: common.collection, address, args, row, common, find }
  }
}

function readAddress(
  collection: EditedCollection,
  address: string | undefined,
  delegate: NormalizeDelegate,
): AtAddress {
  let fields: ReadonlyMap<string, string> | undefined
  let params: Map<string, boolean> | undefined
  return {
    collection: collectionAt(collection, address),
    get fields() {
      return (fields ??= witnessedAt(collection, address, delegate))
    },
    isParam: (name) =>
      getOrCreate((params ??= new Map()), name, () =>
        new RegExp(`[:*]"?${name.replace(/\W/g, '\\$&')}\\b`).test(address ?? ''),
      ),
  }
}

function witnessedAt(
  { key }: EditedCollection,
  address: string | undefined,
  delegate: NormalizeDelegate,
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const group of delegate.lists(key).groups) {
    if (group.address !== address || group.lists.size === 0) continue
    for (const [name, field] of Object.entries(group.filters)) {
      if (field !== null) fields.set(name, field)
    }
  }
  return fields
}
