import type { RowRef } from '../../normalize/landing'
import type { EntityRow, RowMeta } from '../../schema/contract'
import { isTemporaryKey } from '../../schema/rowKey'
import { freezeData } from '../../util/freeze'
import { getOwn, setOwn } from '../../util/record'
import type { Runtime } from '../Runtime'
import type { CommitPayload } from '../state/actions'
import { staleSince } from '../state/expiry'
import { addRowsOf } from '../state/layers'
import type { OptimisticLayer, RestState } from '../state/state'
import { getRow, rows } from '../state/table'
import { type Affected, affectedBy, isAffected } from './affected'
import type { RequestCall } from './InFlightRequest'

/** A row, and what is stored of it. */
export interface StoredRow extends RowRef {
  readonly row: EntityRow
}

type Entities = CommitPayload['entities']

/**
 * The rows and lists that a mutation may have written that ended without a response. They are doubtful, and so is every
 * response for them that was requested before it ended.
 */
export function lostRows(
  { landings, optimism, state }: Runtime,
  call: RequestCall,
  landed: number,
): readonly StoredRow[] {
  const affected = affectedBy(call)
  const layer = optimism?.layerOf(call)
  if (layer !== undefined) addRowsOf(layer, affected.rows)
  if (affected.rows.size + affected.lists.size === 0) return []
  const mayConcern = (schemaKey: string, pk: string): boolean => isAffected(affected, schemaKey, pk)
  landings.add({ started: call.started, landed, mayConcern })
  return affectedRows(state, affected)
}

/** The rows as doubtful ones. */
export function doubtful(
  lost: readonly StoredRow[],
  landed: number,
): Pick<CommitPayload, 'entities'> {
  return freezeData({ entities: changed(lost, () => ({ landed, doubtful: true })) })
}

/**
 * What a mutation was expected to write that succeeded, and whose response has nothing to store, as doubtful rows: readers would
 * see the old data until they have fetched. A row that a mutation in flight is expected to write which started before stays as
 * it is.
 */
export function asExpected(
  { state, optimism }: Runtime,
  call: RequestCall,
  lost: readonly StoredRow[],
  landed: number,
): Pick<CommitPayload, 'entities'> {
  const layer = optimism?.layerOf(call)
  if (layer === undefined) return doubtful(lost, landed)
  const tables = Object.entries(layer.entities)
  // What it created has no primary key yet.
  const hasMadeKeys = tables.some(([, table]) => Object.keys(table).some(isTemporaryKey))
  if (hasMadeKeys) return doubtful(lost, landed)
  // The layer contains what they are expected to write, and they may fail.
  const before = state.optimistic.filter((it) => it.fetchedAt < layer.fetchedAt)
  const written = [...lost]
  for (const [schemaKey, table] of tables) {
    for (const [pk, next] of Object.entries(table)) {
      const row = getRow(getOwn(state.entities, schemaKey), pk)
      if (row?.invalid === true || before.some((it) => hasRow(it, schemaKey, pk))) continue
      // The app may have made the primary key of what it created.
      const meta = row?.meta ?? { ...next.meta, expiresAt: staleSince(next.meta) }
      written.push({ schemaKey, pk, row: { ...next, meta } })
    }
  }
  return doubtful(written, landed)
}

function hasRow({ entities }: OptimisticLayer, schemaKey: string, pk: string): boolean {
  return getOwn(getOwn(entities, schemaKey), pk) !== undefined
}

/** After a reset, a mutation that started before it makes everything stale: responses since then may not contain its writes. */
export function expireEverything(runtime: Runtime, landed: number): void {
  const { state, actions, landings } = runtime
  landings.add({ started: landed, landed, mayConcern: () => true })
  const keys = rows(state.requests).map(([key]) => key)
  const all = Object.keys(state.entities).flatMap((schemaKey) => rowsOf(state, schemaKey))
  if (keys.length + all.length === 0) return
  const entities = changed(all, (meta) => ({ landed, expiresAt: staleSince(meta) }))
  runtime.send(
    actions.expireAll(freezeData({ keys, entities }), runtime.plainMeta('expireAll', landed)),
  )
}

/** The stored rows that may be affected, without those that are invalid anyway. */
function affectedRows(state: RestState, { rows: named, lists }: Affected): readonly StoredRow[] {
  const byName = [...named].flatMap(([schemaKey, pks]) =>
    [...pks].flatMap((pk): readonly StoredRow[] => {
      const row = getRow(getOwn(state.entities, schemaKey), pk)
      return row === undefined ? [] : [{ schemaKey, pk, row }]
    }),
  )
  const byList = [...lists].flatMap(([schemaKey, tests]) =>
    rowsOf(state, schemaKey).filter(({ pk, row }) => tests.some((test) => test(pk, row.data))),
  )
  return [...byName, ...byList].filter(({ row }) => !row.invalid)
}

function rowsOf({ entities }: RestState, schemaKey: string): readonly StoredRow[] {
  return rows(getOwn(entities, schemaKey)).map(([pk, row]) => ({ schemaKey, pk, row }))
}

function changed(
  stored: readonly StoredRow[],
  change: (meta: RowMeta) => Partial<RowMeta>,
): Entities {
  const entities: Record<string, Record<string, EntityRow>> = {}
  for (const { schemaKey, pk, row } of stored) {
    const table = getOwn(entities, schemaKey) ?? {}
    setOwn(entities, schemaKey, table)
    setOwn(table, pk, { ...row, meta: { ...row.meta, ...change(row.meta) } })
  }
  return entities
}
