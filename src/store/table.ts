import { getOwn, setOwn } from '../util/own'
import { freeze } from '../util/freeze'
import { sized } from '../util/sized'
import { hashTable } from '../util/hashTable'

declare const rowType: unique symbol

/** Rows by key. Its form is this module's business: read it with `getRow` and `rows`. */
export interface Table<Row> {
  readonly [rowType]?: Row
}

/** What is written into a table: rows by key, each key once, `undefined` where one is to go. */
export type RowChanges<Row> = readonly (readonly [key: string, row: Row | undefined])[]

/** A table of up to this many rows is one plain object; copying a larger one would cost more than the write. */
const MAX_FLAT = 1_024

const MAX_SPREAD = 128

/** A page holds this many rows at the most on average, and half as many at the least. */
const PAGE_SIZE = 64

type Page<Row> = Readonly<Record<string, Row>>

/** The keys in the order in which they came, and the rows by what their keys hash to. */
type Paged<Row> = readonly [keys: readonly string[], ...pages: Page<Row>[]]

/** A table without rows. */
export function emptyTable<Row>(): Table<Row> {
  return {}
}

/** The row of a key, `undefined` where there is none. */
export function getRow<Row>(table: Table<Row> | undefined, key: string): Row | undefined {
  if (table === undefined) return undefined
  if (!isPaged(table)) return getOwn(table as Page<Row>, key)
  return getOwn(table[1 + pageOf(key, table.length - 1)] as Page<Row>, key)
}

/** The keys and rows of a table, in the order of JavaScript objects: integer-like keys first, then as added. */
export function rows<Row>(table: Table<Row> | undefined): readonly (readonly [string, Row])[] {
  if (table === undefined) return []
  if (!isPaged(table)) return Object.entries(table as Page<Row>)
  return keysIn(table).map((key) => [key, getRow<Row>(table, key) as Row])
}

/** The keys of a table, in the order of `rows`. */
export function keysIn(table: Table<unknown>): readonly string[] {
  return isPaged(table) ? inObjectOrder(table[0]) : keysOfFlat(table as Page<unknown>)
}

/** How many rows a table has. */
export function size(table: Table<unknown> | undefined): number {
  if (table === undefined) return 0
  return isPaged(table) ? table[0].length : keysOfFlat(table as Page<unknown>).length
}

/** A table with some rows written. The same table if there is nothing to write. */
export function setRows<Row>(table: Table<Row> | undefined, changes: RowChanges<Row>): Table<Row> {
  const before = table ?? emptyTable<Row>()
  if (changes.length === 0) return before
  return isPaged(before) ? setPaged(before, changes) : setFlat(before as Page<Row>, changes)
}

function setFlat<Row>(before: Page<Row>, changes: RowChanges<Row>): Table<Row> {
  const keys = keysOfFlat(before)
  if (changes.length > MAX_FLAT && keys.length === 0) {
    const table = makePagesOf(changes)
    if (table !== undefined) return table
  }
  const next = keys.length > MAX_SPREAD ? copyLarge(before, keys) : { ...before }
  let areKeysSame = true
  for (const [key, row] of changes) {
    areKeysSame &&= (row === undefined) === (getOwn(next, key) === undefined)
    if (row === undefined) Reflect.deleteProperty(next, key)
    else setOwn(next, key, row)
  }
  if (areKeysSame) return withKeys(next, keys)
  const keysNow = Object.keys(next)
  return keysNow.length > MAX_FLAT
    ? makePages(keysNow, (key) => next[key] as Row)
    : withKeys(next, keysNow)
}

const MIN_LISTED = 16

/** The keys of flat tables: most writes leave them as they are, and to list them takes as long as to copy the table. */
const flatKeys = new WeakMap<object, readonly string[]>()

function keysOfFlat(page: Page<unknown>): readonly string[] {
  return flatKeys.get(page) ?? Object.keys(page)
}

function withKeys<Row>(page: Record<string, Row>, keys: readonly string[]): Table<Row> {
  if (keys.length > MIN_LISTED) flatKeys.set(page, keys)
  return freeze(page)
}

/** To spread a large object takes engines several times as long as to write its members one by one. */
function copyLarge<Row>(page: Page<Row>, keys: readonly string[]): Record<string, Row> {
  const copy = hashTable<Row>()
  for (const key of keys) {
    if (key === '__proto__') setOwn(copy, key, page[key] as Row)
    else copy[key] = page[key] as Row
  }
  return copy
}

/** The pages of a first large write, without a detour; `undefined` where a row is to go. */
function makePagesOf<Row>(changes: RowChanges<Row>): Table<Row> | undefined {
  const count = pagesFor(changes.length)
  const pages = Array.from({ length: count }, hashTable<Row>)
  const keys = sized<string>(changes.length)
  for (let at = 0; at < changes.length; at++) {
    const [key, row] = changes[at] as RowChanges<Row>[number]
    const page = pages[pageOf(key, count)] as Record<string, Row>
    if (row === undefined) return undefined
    setOwn(page, key, row)
    keys[at] = key
  }
  return freeze([freeze(putInOrder(keys)), ...pages.map(freeze)]) as Table<Row>
}

function setPaged<Row>(before: Paged<Row>, changes: RowChanges<Row>): Table<Row> {
  const keys = keysAfter(before, changes)
  const count = before.length - 1
  if (pagesFor(keys.length) !== count) return setAnew(before, changes, keys)
  const next: (readonly string[] | Page<Row>)[] = before.slice()
  next[0] = freeze(keys)
  const copied: number[] = []
  for (const [key, row] of changes) {
    const at = 1 + pageOf(key, count)
    if (next[at] === before[at]) {
      next[at] = { ...(next[at] as Page<Row>) }
      copied.push(at)
    }
    const page = next[at] as Record<string, Row>
    if (row === undefined) Reflect.deleteProperty(page, key)
    else setOwn(page, key, row)
  }
  for (const at of copied) freeze(next[at])
  return freeze(next) as Table<Row>
}

/** For a table that takes another form: one with more or fewer pages, or none. */
function setAnew<Row>(
  before: Paged<Row>,
  changes: RowChanges<Row>,
  keys: readonly string[],
): Table<Row> {
  const changed = new Map(changes)
  const rowOf = (key: string): Row =>
    changed.get(key) ?? (getRow<Row>(before as Table<Row>, key) as Row)
  if (keys.length > MAX_FLAT) return makePages(keys, rowOf)
  const flat: Record<string, Row> = {}
  for (const key of keys) setOwn(flat, key, rowOf(key))
  return freeze(flat)
}

function makePages<Row>(keys: readonly string[], rowOf: (key: string) => Row): Table<Row> {
  const count = pagesFor(keys.length)
  const pages = Array.from({ length: count }, hashTable<Row>)
  for (const key of keys) setOwn(pages[pageOf(key, count)] as Record<string, Row>, key, rowOf(key))
  return freeze([freeze(keys), ...pages.map(freeze)]) as Table<Row>
}

function keysAfter<Row>(before: Paged<Row>, changes: RowChanges<Row>): readonly string[] {
  const added = new Set<string>()
  const removed = new Set<string>()
  for (const [key, row] of changes) {
    const isThere = getRow<Row>(before as Table<Row>, key) !== undefined
    if (row === undefined) {
      added.delete(key)
      if (isThere) removed.add(key)
    } else {
      removed.delete(key)
      if (!isThere) added.add(key)
    }
  }
  const [keys] = before
  const kept = removed.size === 0 ? keys : keys.filter((key) => !removed.has(key))
  return added.size === 0 ? kept : [...kept, ...added]
}

function isPaged<Row>(table: Table<Row>): table is Paged<Row> & Table<Row> {
  return Array.isArray(table)
}

/** The number of pages follows from the number of rows alone, so that a replayed state has the same form. */
function pagesFor(rowCount: number): number {
  return rowCount <= MAX_FLAT ? 0 : 2 ** Math.ceil(Math.log2(rowCount / PAGE_SIZE))
}

/** The end of a key tells it from its like: what comes first is often a kind or a time. */
const HASHED_LENGTH = 16

function pageOf(key: string, pageCount: number): number {
  let hash = 0
  for (let at = Math.max(0, key.length - HASHED_LENGTH); at < key.length; at++) {
    hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  }
  hash ^= hash >>> 15
  return (hash ^ (hash >>> 7)) & (pageCount - 1)
}

/** The lists of keys that were put in order, which most of what follows in a table's life shares. */
const ordered = new WeakMap<readonly string[], readonly string[]>()

function inObjectOrder(keys: readonly string[]): readonly string[] {
  let inOrder = ordered.get(keys)
  if (inOrder === undefined) ordered.set(keys, (inOrder = putInOrder(keys)))
  return inOrder
}

function putInOrder(keys: readonly string[]): readonly string[] {
  const integers = keys.filter(isIntegerLike)
  if (integers.length === 0) return keys
  const others = keys.filter((key) => !isIntegerLike(key))
  return [...integers.toSorted((one, other) => Number(one) - Number(other)), ...others]
}

function isIntegerLike(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1
}
