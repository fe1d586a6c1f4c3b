import type { EntityRow } from '../../schema/contract'
import { getOwn, setOwn } from '../../util/record'
import { type Changes, requestLog } from './changeLog'
import { recordEntities, type Tables } from './StateCache'
import type { MutationRow, RequestRow, RestState } from './state'
import { type RowChanges, setRows, type Table } from './table'

/** Rows to write, by table. */
export type Written = { readonly [schemaKey: string]: RowChanges<EntityRow> }

/** The tables after some rows are written; the same ones where there is nothing to write. */
export function writeTables<State extends Tables>(state: State, written: Written): State {
  const tables: Record<string, Table<EntityRow>> = {}
  for (const [schemaKey, rows] of Object.entries(written)) {
    if (rows.length > 0) setOwn(tables, schemaKey, setRows(getOwn(state.entities, schemaKey), rows))
  }
  if (Object.keys(tables).length === 0) return state
  return { ...state, entities: { ...state.entities, ...tables } }
}

/** Writes entity tables, and records what changed for readers. */
export function writeEntities(state: RestState, written: Written, changes: Changes): RestState {
  const next = writeTables(state, written)
  if (next !== state) recordEntities(next, state, changes)
  return next
}

export function writeMutations(state: RestState, changes: RowChanges<MutationRow>): RestState {
  return changes.length === 0 ? state : { ...state, mutations: setRows(state.mutations, changes) }
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
