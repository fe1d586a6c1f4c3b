import type { TouchedRows } from '../../normalize/landing'
import type { EntityRow, RowMeta } from '../../schema/contract'
import type { CommitPayload } from '../../store/state/actions'
import { isCovered } from '../../store/state/confirmed'
import type { RestState } from '../../store/state/state'
import { getRow } from '../../store/state/table'
import { getOwn, setOwn } from '../../util/record'
import { isSame, replaceEqualDeep } from '../../util/replaceEqualDeep'
import type { RowNames } from './footprints'
import type { OverlaidRows } from './OverlaidRows'

/** What an action says of rows: those that are shown, the server's where these differ, and those that no longer do. */
export type Covered = Required<Pick<CommitPayload, 'entities' | 'confirmed' | 'settled'>>

type Tables<Row> = Record<string, Record<string, Row>>

/**
 * @param state before the action
 * @param given the server's rows that the action brings
 * @param committed the server's rows after it, and `shown` what is expected over them
 * @param changed the names of the rows that may be shown otherwise
 * @param landed the moment of the action
 */
export function coveredRows(
  state: RestState,
  given: CommitPayload['entities'],
  committed: OverlaidRows,
  shown: OverlaidRows,
  changed: RowNames,
  landed: number,
): Covered {
  const entities: Tables<EntityRow> = {}
  const confirmed: Tables<EntityRow | null> = {}
  const settled: Record<string, string[]> = {}
  const cover = (schemaKey: string, pk: string): void => {
    const row = shown.written.get(schemaKey)?.get(pk)
    const base = committed.getRow(schemaKey, pk)
    const brought = getOwn(getOwn(given, schemaKey), pk)
    if (row === undefined || isAsConfirmed(row, base)) {
      if (isCovered(state, schemaKey, pk)) (settled[schemaKey] ??= []).push(pk)
      if (brought !== undefined) place(entities, schemaKey, pk, brought)
      return
    }
    const stored = getRow(getOwn(state.entities, schemaKey), pk)
    const before = getOwn(getOwn(state.confirmed, schemaKey) ?? {}, pk)
    const isUnchanged = stored !== undefined && isAsConfirmed(row, stored)
    if (brought === undefined && isUnchanged && before === (base ?? null)) return
    const data =
      stored === undefined ? row.data : (replaceEqualDeep(stored.data, row.data) as object)
    // A row is as fresh as the server's, whatever is expected of it.
    place(entities, schemaKey, pk, { ...row, data, meta: metaOf(row, base, landed) })
    place(confirmed, schemaKey, pk, base ?? null)
  }
  for (const [schemaKey, pks] of namesOf(changed, shown)) {
    for (const pk of pks) cover(schemaKey, pk)
  }
  return { entities: withRest(entities, given, changed), confirmed, settled }
}

function isAsConfirmed(row: EntityRow, base: EntityRow | undefined): boolean {
  return base !== undefined && row.invalid === base.invalid && isSame(row.data, base.data)
}

function metaOf(row: EntityRow, base: EntityRow | undefined, landed: number): RowMeta {
  return { ...(base?.meta ?? row.meta), landed }
}

function place<Row>(tables: Tables<Row>, schemaKey: string, pk: string, row: Row): void {
  const table = getOwn(tables, schemaKey) ?? {}
  setOwn(tables, schemaKey, table)
  setOwn(table, pk, row)
}

/** The rows that the action brings, and that nothing is expected of. */
function withRest(
  entities: Tables<EntityRow>,
  given: CommitPayload['entities'],
  changed: RowNames,
): CommitPayload['entities'] {
  for (const [schemaKey, table] of Object.entries(given)) {
    const names = changed.get(schemaKey)
    for (const [pk, row] of Object.entries(table)) {
      if (names?.has(pk) !== true) place(entities, schemaKey, pk, row)
    }
  }
  return entities
}

function namesOf(changed: RowNames, { written }: OverlaidRows): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  const add = (schemaKey: string, pks: Iterable<string | undefined>): void => {
    const known = names.get(schemaKey) ?? new Set()
    for (const pk of pks) if (pk !== undefined) known.add(pk)
    names.set(schemaKey, known)
  }
  for (const [schemaKey, pks] of changed) add(schemaKey, pks)
  for (const [schemaKey, table] of written) add(schemaKey, table.keys())
  return names
}

/** What came back unchanged, with those rows as others that are covered: the table shows what is expected of them. */
export function withTouched(
  state: RestState,
  { entities = {}, touched }: Partial<CommitPayload>,
  committed: OverlaidRows,
  meta: RowMeta,
): Pick<CommitPayload, 'entities' | 'touched'> {
  if (touched === undefined) return { entities }
  const brought: Tables<EntityRow> = {}
  const rest: Record<string, readonly TouchedRows[]> = {}
  for (const [schemaKey, groups] of Object.entries(touched)) {
    const take = (pk: string): boolean => {
      const row = isCovered(state, schemaKey, pk) ? committed.getRow(schemaKey, pk) : undefined
      if (row === undefined) return true
      const { createdAs } = row.meta
      place(brought, schemaKey, pk, { ...row, meta: { ...meta, ...(createdAs && { createdAs }) } })
      return false
    }
    const kept = groups.map((it) => ({ ...it, pks: it.pks.filter(take) }))
    setOwn(
      rest,
      schemaKey,
      kept.filter(({ pks }) => pks.length > 0),
    )
  }
  if (Object.keys(brought).length === 0) return { entities, touched }
  for (const [schemaKey, table] of Object.entries(entities)) {
    for (const [pk, row] of Object.entries(table)) place(brought, schemaKey, pk, row)
  }
  return { entities: brought, touched: rest }
}
