import type { Reducer } from 'redux'
import type { TouchedRows } from '../../normalize/landing'
import type { EntityRow, Order, RowMeta } from '../../schema/contract'
import { compareOrder } from '../../schema/order'
import {
  asRestAction,
  type CommitPayload,
  type FulfilledAction,
  type GcAction,
  type KeysAction,
  type PendingAction,
  type PlainMeta,
  type RejectedAction,
  type Repair,
  type RequestMeta,
  type ResetAction,
  type RestAction,
} from './actions'
import { applyIndexes } from './applyIndexes'
import { getOwn, setOwn } from '../../util/own'
import { newestStamp } from './newestStamp'
import {
  expiredRow,
  fulfilledRow,
  invalidatedRow,
  pageRow,
  pendingRow,
  rejectedRow,
} from './requestRows'
import { noteIndexes, startingState } from './readableState'
import { createInitialState, type Entities, type RequestRow, type RestState } from './state'
import { getRow, setRows, type Table } from './table'
import { type Changes, noteEntities, noteRequests } from '../trail'
import { freeze } from '../../util/freeze'

/** The reducer of one `reducerPath`: it only places rows, and drops what is older than what is there. */
export function createReducer(reducerPath: string): Reducer<RestState> {
  return function restReducer(state = createInitialState(), action) {
    const restAction = asRestAction(reducerPath, action)
    const readable = startingState(state, reducerPath)
    return restAction === undefined
      ? readable
      : freeze(reduce(repair(readable, restAction), restAction))
  }
}

function reduce(state: RestState, action: RestAction): RestState {
  // What started before a reset never lands.
  if (compareOrder(action.meta, state.lastReset) <= 0) return state
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
      return expire(state, action as KeysAction<'expireAll'>)
    case 'gc':
      return collect(state, (action as GcAction).payload.requests, action.meta)
    case 'reset':
      return reset(action as ResetAction)
    default:
      return state
  }
}

/** Puts the rows of a state that came from elsewhere right, before anything is compared with them. */
function repair(state: RestState, action: RestAction): RestState {
  const { repaired } = (action as { payload?: CommitPayload }).payload ?? {}
  if (repaired === undefined) return state
  const tables: Record<string, Table<EntityRow>> = {}
  for (const [schemaKey, repairs] of Object.entries(repaired.entities)) {
    const table = getOwn(state.entities, schemaKey)
    const written = repairedRows(table, repairs, ({ meta }) => meta)
    if (written.length > 0) setOwn(tables, schemaKey, setRows(table, written))
  }
  const { stamp, row } = repaired.lastReset
  const isReset = compareOrder(state.lastReset, stamp) === 0
  const lastReset = isReset ? freeze(row) : state.lastReset
  const requests = repairedRows(state.requests, repaired.requests, (it) => it)
  const next = { ...withRequests(state, requests), lastReset }
  const isSame = Object.keys(tables).length === 0
  // No data is another, so no reader is notified.
  return isSame
    ? next
    : withEntities(next, tables, undefined, { rows: new Map(), isDeferred: false })
}

/** The rows to write: those that are still what they were when the action was made. */
function repairedRows<Row>(
  table: Table<Row> | undefined,
  repairs: { readonly [key: string]: Repair<Row | null> },
  stampsOf: (row: Row) => Order,
): [string, Row | undefined][] {
  return Object.entries(repairs).flatMap(([key, { stamp, row }]): [string, Row | undefined][] => {
    const stored = getRow(table, key)
    const isThere = stored !== undefined && compareOrder(newestStamp(stampsOf(stored)), stamp) === 0
    return isThere ? [[key, row ?? undefined]] : []
  })
}

function reduceRequest(
  state: RestState,
  action: PendingAction | FulfilledAction | RejectedAction,
): RestState {
  const { meta } = action
  switch (meta.requestStatus) {
    case 'pending':
      return writeRequest(state, meta, pendingRow)
    case 'fulfilled': {
      const { payload } = action as FulfilledAction
      const next = commit(state, payload, meta, meta.sideEffect === true)
      const rowOf = meta.page === true ? pageRow : fulfilledRow
      return writeRequest(next, meta, (row) => rowOf(row, meta, payload.result))
    }
    default: {
      const { entities } = (action as RejectedAction).payload ?? {}
      const next = entities === undefined ? state : commit(state, { entities }, meta, true)
      return writeRequest(next, meta, (row) => rejectedRow(row, action as RejectedAction))
    }
  }
}

function writeRequest(
  state: RestState,
  meta: RequestMeta,
  change: (row: RequestRow | undefined, meta: RequestMeta) => RequestRow | undefined,
): RestState {
  if (meta.sideEffect === true || meta.sensitive === true) return state
  // A page that is on its way, or failed, says nothing about its list.
  if (meta.page === true && meta.requestStatus !== 'fulfilled') return state
  const { key } = meta.arg
  const before = getRow(state.requests, key)
  const after = change(before, meta)
  return after === before ? state : withRequests(state, [[key, after]])
}

function invalidate(state: RestState, keys: readonly string[], meta: PlainMeta<string>): RestState {
  return changeRequests(state, keys, (row) => invalidatedRow(row, meta))
}

function expire(state: RestState, { payload, meta }: KeysAction<'expireAll'>): RestState {
  const { keys, entities } = payload
  const next = entities === undefined ? state : commit(state, { entities }, meta, false)
  return changeRequests(next, keys, (row) => expiredRow(row, meta))
}

function changeRequests(
  state: RestState,
  keys: readonly string[],
  change: (row: RequestRow | undefined) => RequestRow | undefined,
): RestState {
  const changes = keys.flatMap((key): [string, RequestRow | undefined][] => {
    const before = getRow(state.requests, key)
    const after = change(before)
    return after === before ? [] : [[key, after]]
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

function reset({ meta, payload }: ResetAction): RestState {
  const { fetchedAt, seq } = meta
  const lastReset = { fetchedAt, seq }
  const empty = { ...createInitialState(), lastReset: freeze(lastReset) }
  return withRequests(empty, Object.entries(payload?.requests ?? {}))
}

/** Writes the rows of an action, except those that landed before what is there. */
function commit(
  state: RestState,
  payload: CommitPayload,
  meta: CommitMeta,
  isDeferred: boolean,
): RestState {
  const changed = new Map<string, string[]>()
  const tables: Record<string, Table<EntityRow>> = {}
  const touchedMeta = touchedMetaOf(meta)
  for (const schemaKey of tableKeys(payload)) {
    const table = getOwn(state.entities, schemaKey)
    const pks: string[] = []
    const written = newerRows(table, getOwn(payload.entities, schemaKey), pks)
    if (pks.length > 0) changed.set(schemaKey, pks)
    addTouched(written, table, getOwn(payload.touched, schemaKey), touchedMeta)
    if (written.length > 0) setOwn(tables, schemaKey, setRows(table, written))
  }
  return Object.keys(tables).length === 0
    ? state
    : withEntities(state, tables, payload.indexes, { rows: changed, isDeferred })
}

/** What an action with rows says of its order and of times. */
interface CommitMeta extends Order {
  readonly landed?: Order
  readonly date: number
  readonly expiresAt?: number
}

/** One meta for all rows that came back unchanged. */
function touchedMetaOf({ fetchedAt, seq, landed, date, expiresAt = date }: CommitMeta): RowMeta {
  // The members in the order of every other meta, so that engines give all of them one shape.
  return freeze({ fetchedAt, seq, date, expiresAt, landed: landed ?? freeze({ fetchedAt, seq }) })
}

function withEntities(
  state: RestState,
  tables: Entities,
  indexChanges: CommitPayload['indexes'],
  changes: Changes,
): RestState {
  const entities = freeze({ ...state.entities, ...tables })
  const indexes = applyIndexes(state.indexes, indexChanges, entities)
  if (indexes !== state.indexes) noteIndexes(indexes)
  const next = { ...state, entities, indexes }
  noteEntities(next, state, changes)
  return next
}

function tableKeys(payload: CommitPayload): ReadonlySet<string> {
  return new Set([...Object.keys(payload.entities), ...Object.keys(payload.touched ?? {})])
}

/** @param changed takes the pks of rows that readers see anew */
function newerRows(
  table: Table<EntityRow> | undefined,
  incoming: { readonly [pk: string]: EntityRow } | undefined,
  changed: string[],
): [string, EntityRow][] {
  const written: [string, EntityRow][] = []
  if (incoming === undefined) return written
  for (const pk of Object.keys(incoming)) {
    const row = incoming[pk] as EntityRow
    const stored = getRow(table, pk)
    if (stored !== undefined && compareOrder(row.meta.landed, stored.meta.landed) <= 0) continue
    written.push([pk, row])
    if (stored?.data !== row.data || stored.invalid !== row.invalid) changed.push(pk)
  }
  return written
}

function addTouched(
  written: [string, EntityRow][],
  table: Table<EntityRow> | undefined,
  touched: readonly TouchedRows[] | undefined,
  meta: RowMeta,
): void {
  for (const { landed, pks } of touched ?? []) {
    for (const pk of pks) {
      const stored = getRow(table, pk)
      const isSame = stored !== undefined && compareOrder(stored.meta.landed, landed) === 0
      if (isSame) written.push([pk, freeze({ data: stored.data, invalid: stored.invalid, meta })])
    }
  }
}
