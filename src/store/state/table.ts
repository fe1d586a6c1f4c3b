import { freezeData } from '../../util/freeze'
import { hashText } from '../../util/keys'
import { getOwn, setOwn } from '../../util/record'

declare const rowType: unique symbol

/** Rows by key. Its form is private to this module: read it with `getRow` and `rows`. */
export interface Table<Row> {
  readonly [rowType]?: Row
}

/** Rows by key, as one plain object. */
export type Page<Row> = Readonly<Record<string, Row>>

/** Rows to write by key, each key once; `undefined` removes a row. */
export type RowChanges<Row> = readonly RowChange<Row>[]
export type RowChange<Row> = readonly [key: string, row: Row | undefined]

/** A table of up to this many rows is one page; copying a larger one would cost more than a write of pages. */
const MAX_FLAT = 128

/** A large table has so many pages. */
const PAGES = 512

/** The keys as they were added, and the rows in pages, by a hash of the whole key. */
type Large<Row> = readonly [keys: readonly string[], pages: readonly Page<Row>[]] & Table<Row>

/** A table without rows. */
export function emptyTable<Row>(): Table<Row> {
  return {}
}

/** Returns the row of a key, `undefined` where there is none. */
export function getRow<Row>(table: Table<Row> | undefined, key: string): Row | undefined {
  return getOwn((isLarge(table) ? table[1][pageOf(key)] : table) as Page<Row> | undefined, key)
}

/** Returns the keys and rows of a table, as they were added. Up to 128 rows, integer-like keys are first, as in JavaScript objects. */
export function rows<Row>(
  table: Table<Row> = emptyTable(),
): readonly (readonly [key: string, row: Row])[] {
  if (!isLarge(table)) return Object.entries(table as Page<Row>)
  return table[0].map((key) => [key, getRow(table, key) as Row])
}

/** The keys of a table, in the order of `rows`. */
export function keysIn(table: Table<unknown>): readonly string[] {
  return isLarge(table) ? table[0] : Object.keys(table)
}

/** The rows of a table in pages: a change of a table copies the pages of its rows. */
export function pagesIn<Row>(table: Table<Row>): readonly Page<Row>[] {
  return isLarge(table) ? table[1] : [table as Page<Row>]
}

/** How many rows a table has. */
export function size(table: Table<unknown> = emptyTable()): number {
  return keysIn(table).length
}

/** The keys whose rows are other ones, or in one of two tables alone. A page that both tables have is not looked at. */
export function changedKeys<Row>(next: Table<Row>, before: Table<Row>): readonly string[] {
  if (next === before) return []
  const isFlat = !isLarge(next) && !isLarge(before)
  const pagesOf = (table: Table<Row>): readonly Page<Row>[] =>
    isFlat ? pagesIn(table) : asLarge(table)[1]
  const others = pagesOf(before)
  return pagesOf(next).flatMap((page, at) => {
    const other = others[at] as Page<Row>
    const keys = page === other ? [] : Object.keys({ ...page, ...other })
    return keys.filter((key) => getOwn(page, key) !== getOwn(other, key))
  })
}

/** A table with some rows written. The same table if there is nothing to write. */
export function setRows<Row>(
  table: Table<Row> = emptyTable(),
  changes: RowChanges<Row>,
): Table<Row> {
  if (changes.length === 0) return table
  if (isLarge(table) || changes.length > MAX_FLAT) return setLarge(asLarge(table), changes)
  const next = { ...(table as Page<Row>) }
  for (const change of changes) write(next, change)
  return Object.keys(next).length > MAX_FLAT ? asLarge<Row>(next) : next
}

function setLarge<Row>([keys, pages]: Large<Row>, changes: RowChanges<Row>): Table<Row> {
  const removed = new Set<string>()
  const added: string[] = []
  for (const [key, row] of changes) {
    if (row === undefined) removed.add(key)
    else if (getOwn(pages[pageOf(key)], key) === undefined) added.push(key)
  }
  const kept = removed.size > 1 ? keys.filter((key) => !removed.has(key)) : without(keys, removed)
  const all = added.length === 0 ? kept : kept.concat(added)
  const large: Large<Row> = [all, writePages(pages, changes)]
  return large[0].length > MAX_FLAT ? large : Object.fromEntries(rows(large))
}

/** Nearly always one, which was added lately. */
function without(keys: readonly string[], [removed]: Iterable<string>): readonly string[] {
  if (removed === undefined) return keys
  const kept = [...keys]
  // The place of a key that is not there, -1, becomes one beyond the end.
  kept.splice(kept.lastIndexOf(removed) >>> 0, 1)
  return kept
}

function writePages<Row>(pages: readonly Page<Row>[], changes: RowChanges<Row>): Page<Row>[] {
  const next: Record<string, Row>[] = [...pages]
  for (const change of changes) {
    const at = pageOf(change[0])
    let page = next[at] as Record<string, Row>
    if (page === pages[at]) page = next[at] = copyOf(page)
    write(page, change)
  }
  return next
}

function asLarge<Row>(table: Table<Row>): Large<Row> {
  if (isLarge(table)) return table
  const pages = Array<Page<Row>>(PAGES).fill(freezeData({}))
  return [Object.keys(table), writePages(pages, Object.entries(table as Page<Row>))]
}

/** Writes a row into a page that nothing else has. */
function write<Row>(page: Record<string, Row>, [key, row]: RowChange<Row>): void {
  if (row === undefined) delete page[key]
  else setOwn(page, key, row)
}

/**
 * A copy of a page, to be written into. Engines keep the integer keys of an object in an array with a place for each integer
 * below, most of which a page would leave empty. A key beyond the largest index makes them use a hash table instead.
 */
function copyOf<Row>(page: Page<Row>): Record<string, Row> {
  const keys = Object.keys(page)
  // Integers are the first keys of an object.
  if (!/^\d+$/.test(keys[0] ?? '0')) return { ...page }
  const copy: Record<string, Row> = { [BEYOND]: undefined as Row }
  delete copy[BEYOND]
  for (const key of keys) setOwn(copy, key, page[key] as Row)
  return copy
}

const BEYOND = 2 ** 32 - 2

function pageOf(key: string): number {
  // The highest bits depend on all of each character: nine of them, for 512 pages.
  return hashText(key) >>> 23
}

function isLarge<Row>(table: Table<Row> | undefined): table is Large<Row> {
  return Array.isArray(table)
}
