import type { EntityRow } from '../../schema/contract'
import type { CommitPayload } from '../../store/state/actions'
import { isCovered } from '../../store/state/confirmed'
import type { RestState } from '../../store/state/state'
import { getRow } from '../../store/state/table'
import { getOwn, setOwn } from '../../util/record'
import { isSame, replaceEqualDeep } from '../../util/replaceEqualDeep'
import type { Names, OverlaidRows } from './OverlaidRows'

/** What an action says of rows: those that are shown, the server's where these differ, and those that no longer do. */
export type Covered = Required<Pick<CommitPayload, 'entities' | 'confirmed' | 'settled'>>

type Tables<Row> = Record<string, Record<string, Row>>

/**
 * @param state before the action
 * @param committed the server's rows after it, and `shown` what is expected over them
 * @param changed the names of the rows that may be shown otherwise
 * @param landed the moment of the action
 */
export function coveredRows(
  state: RestState,
  committed: OverlaidRows,
  shown: OverlaidRows,
  changed: Names,
  landed: number,
): Covered {
  const entities: Tables<EntityRow> = {}
  const confirmed: Tables<EntityRow | null> = {}
  const settled: Record<string, string[]> = {}
  for (const [schemaKey, pks] of changed) {
    for (const pk of pks) {
      const row = shown.written.get(schemaKey)?.get(pk)
      const brought = committed.written.get(schemaKey)?.get(pk)
      const base = committed.getRow(schemaKey, pk)
      if (row === undefined || isLike(row, base)) {
        if (isCovered(state, schemaKey, pk)) (settled[schemaKey] ??= []).push(pk)
        if (brought !== undefined) place(entities, schemaKey, pk, brought)
        continue
      }
      const stored = getRow(getOwn(state.entities, schemaKey), pk)
      const before = getOwn(getOwn(state.confirmed, schemaKey) ?? {}, pk)
      // It is shown, over the same row of the server.
      if (brought === undefined && isLike(row, stored) && before === (base ?? null)) continue
      const data = stored === undefined ? row.data : replaceEqualDeep(stored.data, row.data)
      // A row is as fresh as the server's, whatever is expected of it.
      const meta = { ...(base?.meta ?? row.meta), landed }
      place(entities, schemaKey, pk, { ...row, data: data as object, meta })
      place(confirmed, schemaKey, pk, base ?? null)
    }
  }
  return { entities, confirmed, settled }
}

function isLike(row: EntityRow, other: EntityRow | undefined): boolean {
  return other !== undefined && row.invalid === other.invalid && isSame(row.data, other.data)
}

function place<Row>(tables: Tables<Row>, schemaKey: string, pk: string, row: Row): void {
  const table = getOwn(tables, schemaKey) ?? {}
  setOwn(tables, schemaKey, table)
  setOwn(table, pk, row)
}
