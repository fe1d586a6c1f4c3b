import { getOwn, setOwn } from '../util/own'

declare const rowType: unique symbol

/** Rows by key. Its form is this module's business: read it with `getRow` and `rows`. */
export interface Table<Row> {
  readonly [rowType]?: Row
}

type Flat<Row> = Record<string, Row>

/** A table without rows. */
export function emptyTable<Row>(): Table<Row> {
  return {}
}

/** The row of a key, `undefined` where there is none. */
export function getRow<Row>(table: Table<Row> | undefined, key: string): Row | undefined {
  return getOwn(table as Flat<Row> | undefined, key)
}

/** The keys and rows of a table, in the order of JavaScript objects: integer-like keys first, then as added. */
export function rows<Row>(table: Table<Row> | undefined): readonly (readonly [string, Row])[] {
  return table === undefined ? [] : Object.entries(table as Flat<Row>)
}

/** How many rows a table has. */
export function size(table: Table<unknown> | undefined): number {
  return table === undefined ? 0 : Object.keys(table).length
}

/** A table with some rows written; `undefined` removes a row. The same table if there is nothing to write. */
export function setRows<Row>(
  table: Table<Row> | undefined,
  changes: readonly (readonly [key: string, row: Row | undefined])[],
): Table<Row> {
  const before = table ?? emptyTable<Row>()
  if (changes.length === 0) return before
  const next: Flat<Row> = { ...(before as Flat<Row>) }
  for (const [key, row] of changes) {
    if (row === undefined) Reflect.deleteProperty(next, key)
    else setOwn(next, key, row)
  }
  return process.env.NODE_ENV === 'production' ? next : Object.freeze(next)
}
