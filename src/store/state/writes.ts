import type { EntityRow } from '../../schema/contract'
import { getOwn, mapValues, setOwn } from '../../util/record'
import { type Changes, requestLog } from './changeLog'
import { type Tables, writeLayers, type Written } from './layers'
import { recordEntities } from './StateCache'
import type { CommitPayload, Repair, Repaired } from './actions'
import { newestMoment, type RequestRow, type RestState } from './state'
import type { RowChanges } from './rowTree'
import { getRow, setRows, type Table } from './table'

/** The tables after some rows are written; the same ones where there is nothing to write. */
export function writeTables<State extends Tables>(state: State, written: Written): State {
  const tables: Record<string, Table<EntityRow>> = {}
  for (const [schemaKey, rows] of Object.entries(written)) {
    if (rows.length > 0) setOwn(tables, schemaKey, setRows(getOwn(state.entities, schemaKey), rows))
  }
  if (Object.keys(tables).length === 0) return state
  return { ...state, entities: { ...state.entities, ...tables } }
}

/** Writes entity tables and layers, and records what changed for readers. */
export function writeEntities(
  state: RestState,
  written: Written,
  { optimistic: layers }: Pick<CommitPayload, 'optimistic'>,
  changes: Changes,
): RestState {
  const optimistic = writeLayers(state.optimistic, layers)
  const tables = writeTables(state, written)
  if (tables === state && optimistic === state.optimistic) return state
  // A new object each time: what readers saw before the layers is another state than what they see after them.
  const next = { ...tables, entities: { ...tables.entities }, optimistic }
  recordEntities(next, state, written, changes)
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
  const lastReset = state.lastReset === stamp ? row : state.lastReset
  const next = writeRequests(state, repairsFor(state.requests, repaired.requests))
  // No data changes, so no reader is notified.
  const noChanges = { rows: new Map(), isDeferred: false }
  return writeEntities({ ...next, lastReset }, written, {}, noChanges)
}

/** The repairs of those rows that are still what they were when the action was made. */
function repairsFor<Row extends EntityRow | RequestRow>(
  table: Table<Row> | undefined,
  repairs: { readonly [key: string]: Repair<Row | null> },
): RowChanges<Row> {
  return Object.entries(repairs).flatMap(([key, { stamp, row }]): RowChanges<Row> => {
    const stored = getRow(table, key)
    const isThere = stored !== undefined && newestMoment(stored) === stamp
    return isThere ? [[key, row ?? undefined]] : []
  })
}
