import type { EntityRow } from '../../schema/contract'
import { getOrCreate } from '../../util/collections'
import { isBranch, type RowTree } from './rowTree'
import { type Table, treeOf } from './table'

type Created = ReadonlyMap<string, string>

const NONE: Created = new Map()

/** By a part of a table: a commit changes few of them. */
const createdIn = new WeakMap<object, Created>()

/** The primary key of the row that had a temporary one before. */
export function findCreated(
  table: Table<EntityRow> | undefined,
  temporary: string,
): string | undefined {
  return table && createdRows(treeOf(table)).get(temporary)
}

/** The primary keys of rows by their temporary keys. */
function createdRows(tree: RowTree<EntityRow>): Created {
  return getOrCreate(createdIn, tree, () => {
    const found = isBranch(tree)
      ? tree.flatMap((part) => [...createdRows(part)])
      : Object.entries(tree).flatMap(([pk, { meta }]) =>
          (meta.createdAs ?? []).map((temporary) => [temporary, pk] as const),
        )
    return found.length === 0 ? NONE : new Map(found)
  })
}
