import { valueIn } from '../../normalize/PendingRows'
import type { EntityRow } from '../../schema/contract'
import { getOwn, mapValues } from '../../util/record'
import type { CommitPayload } from './actions'
import type { RowChanges } from './rowTree'
import type { Entities, RestState } from './state'
import { getRow, setRows, type Table } from './table'

/**
 * The indexes after a commit. Each change is compared with the rows: a row that was not written because a newer one is there
 * changes no index either.
 */
export function writeIndexes(
  indexes: RestState['indexes'],
  changes: NonNullable<CommitPayload['indexes']>,
  entities: Entities,
): RestState['indexes'] {
  const changed = mapValues(changes, (fields, schemaKey) => {
    const before = getOwn(indexes, schemaKey)
    const table = getOwn(entities, schemaKey)
    const written = mapValues(fields, (values, field) =>
      writeIndex(getOwn(before, field), field, values, table),
    )
    return { ...before, ...written }
  })
  return { ...indexes, ...changed }
}

function writeIndex(
  index: Table<string> | undefined,
  field: string,
  values: { readonly [value: string]: string | null },
  table: Table<EntityRow> | undefined,
): Table<string> {
  const hasValue = (pk: string, value: string): boolean =>
    valueIn(getRow(table, pk), field) === value
  const changes = Object.entries(values).flatMap(([value, pk]): RowChanges<string> => {
    if (pk !== null && hasValue(pk, value)) return [[value, pk]]
    const before = getRow(index, value)
    return before === undefined || hasValue(before, value) ? [] : [[value, undefined]]
  })
  return setRows(index, changes)
}
