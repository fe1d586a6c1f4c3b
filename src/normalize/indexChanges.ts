import type { EntityRow } from '../schema/contract'
import { getOwn, setOwn } from '../util/record'
import { isPlainScalar } from '../util/checks'

/** `indexes[schemaKey][field][value]` is a primary key, or `null` where no row has a value any longer. */
export type IndexChanges = Record<string, TableIndexChanges>

/** What a value is filed under in an index; `undefined` for what cannot be looked up. */
export function indexValue(value: unknown): string | undefined {
  return isPlainScalar(value) && value !== null
    ? `${value as string | number | boolean}`
    : undefined
}

/** The changes of the indexes of one table, by field and value. */
export type TableIndexChanges = Record<string, Record<string, string | null>>

/** Adds the changes of indexes that a change of a row causes. A value that the row lost never replaces one that another took. */
export function addIndexChanges(
  changes: TableIndexChanges,
  fields: Iterable<string>,
  pk: string,
  before: EntityRow | undefined,
  after: EntityRow,
): void {
  for (const field of fields) {
    const old = valueIn(before, field)
    const value = valueIn(after, field)
    if (old === value) continue
    const index = getOwn(changes, field) ?? {}
    setOwn(changes, field, index)
    if (old !== undefined && getOwn(index, old) === undefined) setOwn(index, old, null)
    if (value !== undefined) setOwn(index, value, pk)
  }
}

function valueIn(row: EntityRow | undefined, field: string): string | undefined {
  if (row === undefined || row.invalid) return undefined
  return indexValue(getOwn(row.data as Record<string, unknown>, field))
}
