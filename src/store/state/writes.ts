import { valueIn } from '../../normalize/PendingRows'
import { compareOrder, type EntityRow } from '../../schema/contract'
import { getOwn, mapValues, setOwn } from '../../util/record'
import { type Changes, requestLog } from './changeLog'
import { recordEntities } from './StateCache'
import type { CommitPayload, Repair, Repaired } from './actions'
import { type Entities, newestOrder, type RequestRow, type RestState } from './state'
import type { RowChanges } from './rowTree'
import { getRow, setRows, type Table } from './table'

/** Writes entity tables and indexes, and records what changed for readers. */
export function writeEntities(
  state: RestState,
  written: { readonly [schemaKey: string]: RowChanges<EntityRow> },
  indexChanges: CommitPayload['indexes'],
  changes: Changes,
): RestState {
  const tables: Record<string, Table<EntityRow>> = {}
  for (const [schemaKey, rows] of Object.entries(written)) {
    if (rows.length > 0) setOwn(tables, schemaKey, setRows(getOwn(state.entities, schemaKey), rows))
  }
  if (Object.keys(tables).length === 0) return state
  const entities = { ...state.entities, ...tables }
  const { indexes } = state
  const next = {
    ...state,
    entities,
    indexes: indexChanges === undefined ? indexes : writeIndexes(indexes, indexChanges, entities),
  }
  recordEntities(next, state, changes)
  return next
}

/** Writes request rows, and records which. */
export function writeRequests(state: RestState, changes: RowChanges<RequestRow>): RestState {
  if (changes.length === 0) return state
  const requests = setRows(state.requests, changes)
  requestLog.add(
    requests,
    state.requests,
    changes.map(([key]) => key),
  )
  return { ...state, requests }
}

/** Replaces rows of a state that came from elsewhere, before they are compared with others. */
export function repairState(state: RestState, repaired: Repaired): RestState {
  const written = mapValues(repaired.entities, (repairs, schemaKey) =>
    repairsFor(getOwn(state.entities, schemaKey), repairs),
  )
  const { stamp, row } = repaired.lastReset
  const lastReset = compareOrder(state.lastReset, stamp) === 0 ? row : state.lastReset
  const next = writeRequests(state, repairsFor(state.requests, repaired.requests))
  // No data changes, so no reader is notified.
  const noChanges = { rows: new Map(), isDeferred: false }
  return writeEntities({ ...next, lastReset }, written, undefined, noChanges)
}

/** The repairs of those rows that are still what they were when the action was made. */
function repairsFor<Row extends EntityRow | RequestRow>(
  table: Table<Row> | undefined,
  repairs: { readonly [key: string]: Repair<Row | null> },
): RowChanges<Row> {
  return Object.entries(repairs).flatMap(([key, { stamp, row }]): RowChanges<Row> => {
    const stored = getRow(table, key)
    const isThere = stored !== undefined && compareOrder(newestOrder(stored), stamp) === 0
    return isThere ? [[key, row ?? undefined]] : []
  })
}

/**
 * The indexes after a commit. Each change is compared with the rows: a row that was not written because a newer one is there
 * changes no index either.
 */
function writeIndexes(
  indexes: RestState['indexes'],
  changes: CommitPayload['indexes'] & object,
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
