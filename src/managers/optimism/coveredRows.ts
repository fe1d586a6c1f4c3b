import type { EntityRow } from '../../schema/contract'
import type { CommitPayload } from '../../store/state/actions'
import type { RestState } from '../../store/state/state'
import { getRow, keysIn } from '../../store/state/table'
import { addTo, getOrCreate } from '../../util/collections'
import { getOwn, setOwn } from '../../util/record'
import { isSame, replaceEqualDeep } from '../../util/replaceEqualDeep'
import type { OverlaidRows } from './OverlaidRows'

/** What an action says of rows: those that are shown, the server's where these differ, and those that are shown no longer. */
export type Covered = Required<Pick<CommitPayload, 'entities' | 'confirmed'>> &
  Pick<CommitPayload, 'removed'>

type Tables<Row> = Record<string, Record<string, Row>>

/** By an expected row, the one that shows it. */
const shownBy = new WeakMap<EntityRow, EntityRow>()

/**
 * @param state before the action
 * @param committed the server's rows after it, and `shown` what is expected over them
 * @param landed the moment of the action
 */
export function coveredRows(
  state: RestState,
  committed: OverlaidRows,
  shown: OverlaidRows,
  landed: number,
): Covered {
  const entities: Tables<EntityRow> = {}
  const confirmed: Tables<EntityRow | null> = {}
  const removed = new Map<string, string[]>()
  for (const [schemaKey, pks] of namesIn(state, committed, shown)) {
    const table = getOwn(state.entities, schemaKey)
    const covered = getOwn(state.confirmed, schemaKey)
    for (const pk of pks) {
      const row = shown.written.get(schemaKey)?.get(pk)
      const brought = committed.written.get(schemaKey)?.get(pk)
      const stored = getRow(table, pk)
      const before = getRow(covered, pk)
      // What covers the same row of the server as before, and is shown.
      const isSameBase = brought === undefined && before !== undefined
      if (isSameBase && row !== undefined && shownBy.get(row) === stored) continue
      const base = committed.getRow(schemaKey, pk)
      if (row === undefined || isLike(row, base)) {
        const next = brought ?? (before && { ...before, meta: { ...before.meta, landed } })
        if (next) place(entities, schemaKey, pk, next)
        else if (next === null) getOrCreate(removed, schemaKey, (): string[] => []).push(pk)
        continue
      }
      // A row is as fresh as the server's, whatever is expected of it.
      const next = { ...sharing(row, stored), meta: { ...(base ?? row).meta, landed } }
      shownBy.set(row, next)
      place(entities, schemaKey, pk, next)
      place(confirmed, schemaKey, pk, base ?? null)
    }
  }
  if (removed.size === 0) return { entities, confirmed }
  return { entities, confirmed, removed: { entities: Object.fromEntries(removed) } }
}

/** A row with all of the stored data that it has in common with it. */
function sharing(row: EntityRow, stored: EntityRow | undefined): EntityRow {
  return stored ? { ...row, data: replaceEqualDeep(stored.data, row.data) as object } : row
}

/** The rows that may be shown otherwise, by table. */
function namesIn(
  { confirmed }: RestState,
  committed: OverlaidRows,
  shown: OverlaidRows,
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const [schemaKey, pk] of [...committed.all(), ...shown.all()]) addTo(names, schemaKey, pk)
  for (const [schemaKey, table] of Object.entries(confirmed)) {
    keysIn(table).forEach((pk) => addTo(names, schemaKey, pk))
  }
  return names
}

function isLike(row: EntityRow, other: EntityRow | undefined): boolean {
  return other !== undefined && row.invalid === other.invalid && isSame(row.data, other.data)
}

function place<Row>(tables: Tables<Row>, schemaKey: string, pk: string, row: Row): void {
  const table = getOwn(tables, schemaKey) ?? {}
  setOwn(tables, schemaKey, table)
  setOwn(table, pk, row)
}
