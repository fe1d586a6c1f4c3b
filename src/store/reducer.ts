import type { Reducer } from 'redux'
import type { EntityRow, Order, RowMeta } from '../schema/contract'
import { compareOrder } from '../schema/order'
import {
  asRestAction,
  type CommitPayload,
  type FulfilledAction,
  type GcAction,
  type KeysAction,
  type PendingAction,
  type PlainMeta,
  type RejectedAction,
  type RequestMeta,
  type ResetAction,
  type RestAction,
} from './actions'
import { applyIndexes } from './applyIndexes'
import { getOwn, setOwn } from '../util/own'
import { fulfilledRow, pendingRow, rejectedRow } from './requestRows'
import { createInitialState, type Entities, type RequestRow, type RestState } from './state'
import { getRow, setRows, type Table } from './table'
import { type Changes, noteEntities, noteRequests } from './trail'
import { freeze } from '../util/freeze'

/** The reducer of one `reducerPath`: it only places rows, and drops what is older than what is there. */
export function createReducer(reducerPath: string): Reducer<RestState> {
  return function restReducer(state = createInitialState(), action) {
    const restAction = asRestAction(reducerPath, action)
    return restAction === undefined ? state : freeze(reduce(state, restAction))
  }
}

function reduce(state: RestState, action: RestAction): RestState {
  switch (action.meta.kind) {
    case 'request':
      return reduceRequest(state, action as PendingAction | FulfilledAction | RejectedAction)
    case 'set':
      return commit(state, (action as FulfilledAction).payload, action.meta, false)
    case 'invalidate':
      return invalidate(state, [(action as { payload: { key: string } }).payload.key], action.meta)
    case 'invalidateAll':
      return invalidate(state, (action as KeysAction<'invalidateAll'>).payload.keys, action.meta)
    case 'expireAll':
      return expire(state, (action as KeysAction<'expireAll'>).payload.keys, action.meta)
    case 'gc':
      return collect(state, (action as GcAction).payload.requests, action.meta)
    case 'reset':
      return reset(state, action as ResetAction)
    default:
      return state
  }
}

function reduceRequest(
  state: RestState,
  action: PendingAction | FulfilledAction | RejectedAction,
): RestState {
  const { meta } = action
  if (compareOrder(meta, state.lastReset) <= 0) return state
  switch (meta.requestStatus) {
    case 'pending':
      return writeRequest(state, meta, pendingRow)
    case 'fulfilled': {
      const { payload } = action as FulfilledAction
      const next = commit(state, payload, meta, meta.sideEffect === true)
      return writeRequest(next, meta, (row) => fulfilledRow(row, meta, payload.result))
    }
    default:
      return writeRequest(state, meta, (row) => rejectedRow(row, action as RejectedAction))
  }
}

function writeRequest(
  state: RestState,
  meta: RequestMeta,
  change: (row: RequestRow | undefined, meta: RequestMeta) => RequestRow | undefined,
): RestState {
  if (meta.sideEffect === true || meta.sensitive === true) return state
  const { key } = meta.arg
  const before = getRow(state.requests, key)
  const after = change(before, meta)
  return after === before ? state : withRequests(state, [[key, after]])
}

function invalidate(state: RestState, keys: readonly string[], meta: PlainMeta<string>): RestState {
  const { fetchedAt, seq, date } = meta
  const changes = keys.flatMap((key): [string, RequestRow][] => {
    const row = getRow(state.requests, key)
    if (row !== undefined && compareOrder(meta, row) < 0) return []
    const { error: _error, errorPolicy: _policy, ...rest } = row ?? ({} as Partial<RequestRow>)
    const invalidated = { fetchedAt, seq, date, expiresAt: 0, invalid: true }
    return [[key, { ...rest, status: 'fulfilled', ...invalidated }]]
  })
  return withRequests(state, changes)
}

function expire(state: RestState, keys: readonly string[], order: Order): RestState {
  const changes = keys.flatMap((key): [string, RequestRow][] => {
    const row = getRow(state.requests, key)
    const isOurs = row !== undefined && row.expiresAt !== 0 && compareOrder(row, order) < 0
    return isOurs ? [[key, { ...row, expiresAt: 0 }]] : []
  })
  return withRequests(state, changes)
}

function collect(state: RestState, keys: readonly string[], order: Order): RestState {
  const changes = keys.flatMap((key): [string, undefined][] => {
    const row = getRow(state.requests, key)
    return row === undefined || compareOrder(row, order) > 0 ? [] : [[key, undefined]]
  })
  return withRequests(state, changes)
}

function withRequests(
  state: RestState,
  changes: readonly (readonly [string, RequestRow | undefined])[],
): RestState {
  if (changes.length === 0) return state
  for (const [, row] of changes) freeze(row)
  const requests = setRows(state.requests, changes)
  noteRequests(
    requests,
    state.requests,
    changes.map(([key]) => key),
  )
  return { ...state, requests }
}

function reset(state: RestState, { meta, payload }: ResetAction): RestState {
  const { fetchedAt, seq } = meta
  const lastReset = { fetchedAt, seq }
  if (compareOrder(lastReset, state.lastReset) <= 0) return state
  const empty = { ...createInitialState(), lastReset: freeze(lastReset) }
  return payload === undefined ? empty : withRequests(empty, Object.entries(payload.requests))
}

/** Writes the rows of an action, except those that are older than what is there. */
function commit(
  state: RestState,
  payload: CommitPayload,
  meta: RowMeta,
  isDeferred: boolean,
): RestState {
  if (compareOrder(meta, state.lastReset) <= 0) return state
  const changed = new Map<string, string[]>()
  const tables: Record<string, Table<EntityRow>> = {}
  const { fetchedAt, seq, date, expiresAt } = meta
  const touchedMeta = freeze({ fetchedAt, seq, date, expiresAt })
  for (const schemaKey of tableKeys(payload)) {
    const table = getOwn(state.entities, schemaKey)
    const written = newerRows(table, getOwn(payload.entities, schemaKey))
    if (written.length > 0) changed.set(schemaKey, written.map(keyOf))
    addTouched(written, table, getOwn(payload.touched, schemaKey), touchedMeta)
    if (written.length > 0) setOwn(tables, schemaKey, setRows(table, written))
  }
  return Object.keys(tables).length === 0
    ? state
    : withEntities(state, tables, payload.indexes, { rows: changed, isDeferred })
}

function withEntities(
  state: RestState,
  tables: Entities,
  indexChanges: CommitPayload['indexes'],
  changes: Changes,
): RestState {
  const entities = freeze({ ...state.entities, ...tables })
  const indexes = applyIndexes(state.indexes, indexChanges, entities)
  const next = { ...state, entities, indexes }
  noteEntities(next, state, changes)
  return next
}

function tableKeys(payload: CommitPayload): ReadonlySet<string> {
  return new Set([...Object.keys(payload.entities), ...Object.keys(payload.touched ?? {})])
}

function newerRows(
  table: Table<EntityRow> | undefined,
  incoming: { readonly [pk: string]: EntityRow } | undefined,
): [string, EntityRow][] {
  const written: [string, EntityRow][] = []
  if (incoming === undefined) return written
  for (const pk of Object.keys(incoming)) {
    const row = incoming[pk] as EntityRow
    const stored = getRow(table, pk)
    if (stored === undefined || compareOrder(row.meta, stored.meta) >= 0) written.push([pk, row])
  }
  return written
}

function addTouched(
  written: [string, EntityRow][],
  table: Table<EntityRow> | undefined,
  pks: readonly string[] | undefined,
  meta: RowMeta,
): void {
  for (const pk of pks ?? []) {
    const stored = getRow(table, pk)
    if (stored === undefined || compareOrder(meta, stored.meta) < 0) continue
    written.push([pk, freeze({ data: stored.data, invalid: stored.invalid, meta })])
  }
}

function keyOf([pk]: readonly [string, unknown]): string {
  return pk
}
