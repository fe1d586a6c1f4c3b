import { getOrCreate } from '../util/collections'
import type { EditedCollection, StoredList } from './collectionMembership'
import type { EntityRow, NormalizeDelegate } from './contract'
import { collectionAt, readListPk } from './listName'

/** Reads stored lists of a collection, as a response finds them. */
export function storedLists(
  collection: EditedCollection,
  delegate: NormalizeDelegate,
): (pk: string, row: EntityRow | undefined) => StoredList {
  const find = (key: string, pk: string): object | undefined => delegate.rowAfter(key, pk)?.data
  const known = new Map<string | undefined, ReadonlyMap<string, string>>()
  const fieldsAt = (address: string | undefined): ReadonlyMap<string, string> =>
    getOrCreate(known, address, () => witnessedAt(collection, address, delegate))
  return (pk, row) => {
    const { address, args } = readListPk(pk)
    return {
      collection: collectionAt(collection, address),
      address,
      args,
      row,
      find,
      filterElsewhere: (name) => fieldsAt(address).get(name),
    }
  }
}

/** The fields that the arguments filter by of the lists at an address which have members. */
function witnessedAt(
  { key }: EditedCollection,
  address: string | undefined,
  delegate: NormalizeDelegate,
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [pk, { meta }] of delegate.storedRows(key)) {
    if (meta.filters === undefined || readListPk(pk).address !== address) continue
    for (const [name, field] of Object.entries(meta.filters)) {
      if (field !== null) fields.set(name, field)
    }
  }
  return fields
}
