import type { EntityRow } from '../../schema/contract'
import { rows, type Table } from './table'

/** The primary key of the row that had a temporary one before. */
export function findCreated(
  table: Table<EntityRow> | undefined,
  temporary: string,
): string | undefined {
  const found = rows(table).find(([, { meta }]) => meta.createdAs?.includes(temporary))
  return found?.[0]
}
