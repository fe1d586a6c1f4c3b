import { getOrCreate } from '../util/collections'
import type { Ruled } from './collectionFilters'
import type { CollectionKey } from './collectionKey'
import type { CollectionLayout } from './collectionLayout'
import type { EntityRow, NormalizeDelegate, RowSchema } from './contract'
import type { FindData } from './fieldValues'
import { collectionAt, readListPk } from './listName'

/** A collection, as far as its changes use it. */
export interface EditedCollection extends RowSchema, Ruled {
  /** The schema of each member. */
  readonly member: object
  /** @internal */
  readonly layout: CollectionLayout
  /** The address of its lists. */
  readonly address: string | undefined
  /** Of several lists, those of the one endpoint that a call is about. */
  meant(delegate: NormalizeDelegate): EditedCollection
  /** Its lists come in pages, so that they may be a part of what the server has. */
  readonly isPaged?: boolean
}

/** A stored list, as far as membership depends on it. */
export interface StoredList {
  /** The collection that describes it. */
  readonly collection: EditedCollection
  readonly address: string | undefined
  readonly args: CollectionKey
  readonly row: EntityRow | undefined
  /** What it has in common with the other lists of its address. */
  readonly common: AtAddress
  readonly find: FindData
}

/** What the lists of an address have in common. */
export interface AtAddress {
  /** The collection that describes them. */
  readonly collection: EditedCollection
  /** The field by which an argument filters those that have members. */
  readonly fields: ReadonlyMap<string, string>
  /** Whether the path has a parameter. */
  isParam(name: string): boolean
}

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
