import type { EntityRow } from '../../schema/contract'
import { isPlainScalar } from '../../util/checks'
import { getOrCreate } from '../../util/collections'
import { rows, type Table } from './table'

type Lookup = ReadonlyMap<string, string>

/** By table: a write makes another table, so a table is read at most once for each field. */
const lookups = new WeakMap<Table<EntityRow>, Map<string, Lookup>>()

/** The pk of the entity whose field has a value; of several, the last one of the table. */
export function findByField(
  table: Table<EntityRow> | undefined,
  field: string,
  value: unknown,
): string | undefined {
  if (table === undefined || !isFindable(value)) return undefined
  const byField = getOrCreate(lookups, table, () => new Map<string, Lookup>())
  return getOrCreate(byField, field, () => readField(table, field)).get(`${value}`)
}

function readField(table: Table<EntityRow>, field: string): Lookup {
  const pks = new Map<string, string>()
  for (const [pk, { data, invalid }] of rows(table)) {
    const value: unknown = Object.getOwnPropertyDescriptor(data, field)?.value
    // One that is there comes first; one that was deleted is found, so that its reader knows.
    if (isFindable(value) && !(invalid && pks.has(`${value}`))) pks.set(`${value}`, pk)
  }
  return pks
}

function isFindable(value: unknown): value is string | number | boolean {
  return value !== null && isPlainScalar(value)
}
