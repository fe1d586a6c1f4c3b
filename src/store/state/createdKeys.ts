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

/** Whether a table has rows that had a temporary key. */
export function hasCreated(table: Table<EntityRow>): boolean {
  return createdRows(treeOf(table)).size > 0
}

/** The primary keys of rows by their temporary keys. */
function createdRows(tree: RowTree<EntityRow>): Created {
  return getOrCreate(createdIn, tree, () => {
    const keys = new Map<string, string>()
    if (isBranch(tree)) {
      for (const part of tree) for (const [key, pk] of createdRows(part)) keys.set(key, pk)
    } else {
      for (const pk of Object.keys(tree)) {
        for (const key of tree[pk]?.meta.createdAs ?? []) keys.set(key, pk)
      }
    }
    return keys.size === 0 ? NONE : keys
  })
}
