import type { EntityRow } from '../../schema/contract'
import { getOwn, setOwn } from '../../util/record'
import { type Changes, requestLog } from './changeLog'
import { type Tables, writeLayers, type Written } from './layers'
import { recordEntities } from './StateCache'
import type { CommitPayload } from './actions'
import type { RequestRow, RestState } from './state'
import type { RowChanges } from './rowTree'
import { setRows, type Table } from './table'

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
