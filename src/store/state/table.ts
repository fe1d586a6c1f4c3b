import { withKeys } from '../../util/keys'
import { getOwn } from '../../util/record'
import {
  EMPTY_PAGE,
  findRow,
  type Page,
  type RowChanges,
  type RowTree,
  writeRows,
  writeTree,
} from './rowTree'

declare const rowType: unique symbol

/** Rows by key. Its form is private to this module: read it with `getRow` and `rows`. */
export interface Table<Row> {
  readonly [rowType]?: Row
}

/** A table of up to this many rows is one plain object; copying a larger one would cost more than a write of a tree. */
const MAX_FLAT = 128

/** The keys as one plain object of all rows would list them, and the rows as a tree. */
type Large<Row> = readonly [keys: readonly string[], root: RowTree<Row>] & Table<Row>

/** A table without rows. */
export function emptyTable<Row>(): Table<Row> {
  return {}
}

/** The rows of a table as a tree, which shares with other versions of the table what no write has changed. */
export function treeOf<Row>(table: Table<Row>): RowTree<Row> {
  return isLarge(table) ? table[1] : (table as Page<Row>)
}

/** Returns the row of a key, `undefined` where there is none. */
export function getRow<Row>(table: Table<Row> | undefined, key: string): Row | undefined {
  if (table === undefined) return undefined
  return isLarge(table) ? findRow(table[1], key) : getOwn(table as Page<Row>, key)
}

/** Returns the keys and rows of a table, in the order of JavaScript objects: integer-like keys first, then as added. */
export function rows<Row>(table: Table<Row> | undefined): readonly (readonly [string, Row])[] {
  if (table === undefined) return []
  if (!isLarge(table)) return Object.entries(table as Page<Row>)
  const [keys, root] = table
  return keys.map((key) => [key, findRow(root, key) as Row])
}

/** The keys of a table, in the order of `rows`. */
export function keysIn(table: Table<unknown>): readonly string[] {
  return isLarge(table) ? table[0] : Object.keys(table)
}

/** How many rows a table has. */
export function size(table: Table<unknown> | undefined): number {
  return table === undefined ? 0 : keysIn(table).length
}

/** A table with some rows written. The same table if there is nothing to write. */
export function setRows<Row>(
  table: Table<Row> = emptyTable(),
  changes: RowChanges<Row>,
): Table<Row> {
  if (changes.length === 0) return table
  if (isLarge(table) || changes.length > MAX_FLAT) return setLarge(asLarge(table), changes)
  const next = writeRows({ ...(table as Page<Row>) }, changes)
  return Object.keys(next).length > MAX_FLAT ? asLarge<Row>(next) : next
}

function setLarge<Row>([keys, root]: Large<Row>, changes: RowChanges<Row>): Table<Row> {
  const removed = new Set<string>()
  const added: string[] = []
  for (const [key, row] of changes) {
    if (row === undefined) removed.add(key)
    else if (findRow(root, key) === undefined) added.push(key)
  }
  const kept = removed.size === 0 ? keys : keys.filter((key) => !removed.has(key))
  const large: Large<Row> = [withKeys(kept, added), writeTree(root, changes)]
  return large[0].length > MAX_FLAT ? large : writeRows({}, rows(large))
}

function asLarge<Row>(table: Table<Row>): Large<Row> {
  if (isLarge(table)) return table
  const flat = table as Page<Row>
  return [Object.keys(flat), writeTree(EMPTY_PAGE as Page<Row>, Object.entries(flat))]
}

function isLarge<Row>(table: Table<Row>): table is Large<Row> {
  return Array.isArray(table)
}
