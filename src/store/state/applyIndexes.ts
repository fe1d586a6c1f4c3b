import { indexValue } from '../../normalize/indexChanges'
import { getOwn, setOwn } from '../../util/own'
import { freeze } from '../../util/freeze'
import type { CommitPayload } from './actions'
import type { Entities, RestState } from './state'
import { getRow, setRows, type Table } from './table'

type Indexes = RestState['indexes']
type FieldIndexes = Indexes[string]
type ValueChanges = { readonly [value: string]: string | null }

/**
 * The indexes after a commit. Each change is held against the rows: what was dropped because something newer was there
 * changes no index either.
 */
export function applyIndexes(
  indexes: Indexes,
  changes: CommitPayload['indexes'],
  entities: Entities,
): Indexes {
  if (changes === undefined) return indexes
  const next: Record<string, FieldIndexes> = { ...indexes }
  for (const [schemaKey, fields] of Object.entries(changes)) {
    const table: Record<string, Table<string>> = { ...getOwn(indexes, schemaKey) }
    for (const [field, values] of Object.entries(fields)) {
      const holds = (pk: string, value: string): boolean => {
        const row = getRow(getOwn(entities, schemaKey), pk)
        if (row === undefined || row.invalid) return false
        return indexValue(getOwn(row.data as Record<string, unknown>, field)) === value
      }
      setOwn(table, field, applyValues(getOwn(table, field), values, holds))
    }
    setOwn(next, schemaKey, freeze(table))
  }
  return freeze(next)
}

function applyValues(
  index: Table<string> | undefined,
  values: ValueChanges,
  holds: (pk: string, value: string) => boolean,
): Table<string> {
  const rows: [string, string | undefined][] = []
  for (const [value, pk] of Object.entries(values)) {
    const before = getRow(index, value)
    if (pk !== null && holds(pk, value)) rows.push([value, pk])
    else if (before !== undefined && !holds(before, value)) rows.push([value, undefined])
  }
  return setRows(index, rows)
}
