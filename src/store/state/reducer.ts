import type { Reducer } from 'redux'
import { keepCreatedAs, type TouchedRows } from '../../normalize/landing'
import type { EntityRow, RowMeta } from '../../schema/contract'
import { creationOf, isTemporaryKey } from '../../schema/rowKey'
import { freezeData } from '../../util/freeze'
import { getOwn, mapValues, setOwn } from '../../util/record'
import {
  asRestAction,
  type CommitPayload,
  type FulfilledAction,
  type PendingAction,
  type PlainMeta,
  type RejectedAction,
  type RestAction,
} from './actions'
import { adopt } from './adopt'
import { endRequests } from './endRequests'
import { startingState } from './readableState'
import {
  collectedRow,
  expiredRow,
  invalidatedRow,
  mutationRow,
  newerRow,
  requestRow,
  updatedRow,
} from './requestRows'
import { createInitialState, type MutationRow, type RequestRow, type RestState } from './state'
import type { RowChange } from './rowTree'
import { getRow, setRows, type Table } from './table'
import {
  type CommitMeta,
  touchedMetaOf,
  writeEntities,
  writeRequests,
  type Written,
} from './writes'

type Kind = RestAction['meta']['kind']
type ActionOf<K extends Kind> = Extract<RestAction, { readonly meta: { readonly kind: K } }>
type Handlers = { readonly [K in Kind]?: (state: RestState, action: ActionOf<K>) => RestState }
type Handler = (state: RestState, action: RestAction) => RestState

/** The reducer of one `reducerPath`: it only places rows, and drops what is older than what is there. */
export function createReducer(reducerPath: string): Reducer<RestState> {
  return function restReducer(state = createInitialState(), action) {
    const restAction = asRestAction(reducerPath, action)
    const readable = startingState(state, reducerPath)
    if (restAction === undefined) return readable
    const { session = readable.session, date } = restAction.meta
    const own = session === readable.session ? readable : adopt(readable, session, date)
    return freezeData(withManagers(reduce(own, restAction), restAction))
  }
}

function reduce(state: RestState, action: RestAction): RestState {
  // What started before a reset never lands.
  if (action.meta.fetchedAt <= state.lastReset) return state
  const handler = getOwn(handlers as Record<string, Handler>, action.meta.kind)
  return handler === undefined ? state : handler(state, action)
}

/** What managers put into the state, with any action. */
function withManagers(state: RestState, action: RestAction): RestState {
  const { managers } = (action as { payload?: Partial<CommitPayload> }).payload ?? {}
  return managers === undefined ? state : { ...state, managers: { ...state.managers, ...managers } }
}

const handlers: Handlers = {
  request(state, action) {
    const { meta, payload } = action
    const isMutation = meta.sideEffect === true
    // What is expected is shown at once.
    const isDeferred = isMutation && meta.requestStatus !== 'pending'
    const committed = payload === undefined ? state : commit(state, payload, meta, isDeferred)
    const results = payload?.results ?? {}
    const next = changeRequests(
      committed,
      Object.keys(results),
      (row, _, key) => updatedRow(row, getOwn(results, key), meta),
      undefined,
    )
    // A page that is in flight, or failed, does not change its list.
    const isUnfinishedPage = meta.page === true && meta.requestStatus !== 'fulfilled'
    if (isUnfinishedPage) return next
    return isMutation
      ? changeMutation(next, action)
      : changeRequests(next, [meta.arg.key], requestRow, action)
  },
  set: (state, { payload, meta }) => commit(state, payload, meta, false),
  invalidate: (state, { payload, meta }) =>
    changeRequests(state, [payload.key], invalidatedRow, meta),
  invalidateAll: (state, { payload, meta }) =>
    changeRequests(state, payload.keys, invalidatedRow, meta),
  expire: (state, { payload, meta }) => changeRequests(state, [payload.key], expiredRow, meta),
  expireAll(state, { payload, meta }) {
    const next = commit(state, payload, meta, false)
    return changeRequests(next, payload.keys, expiredRow, meta)
  },
  write(state, { payload, meta }) {
    const { requests = {}, removed = {}, ended = [] } = payload
    const { mutations = [] } = removed
    const placed = changeRequests(
      commit(state, payload, meta, false),
      Object.keys(requests),
      (row, _, key) => newerRow(row, getOwn(requests, key)),
      undefined,
    )
    const kept = removeEntities(placed, removed.entities ?? {}, meta)
    const next = changeRequests(kept, removed.requests ?? [], collectedRow, meta)
    const gone = mutations.map((key) => [key, undefined] as const)
    const unmutated =
      gone.length === 0 ? next : { ...next, mutations: setRows(next.mutations, gone) }
    return endRequests(unmutated, ended)
  },
  reset({ session }, { meta, payload }) {
    const empty = { ...createInitialState(), session, lastReset: meta.fetchedAt }
    return writeRequests(empty, Object.entries(payload?.requests ?? {}))
  },
}

/** Removes rows from tables, but for those that were written since. */
function removeEntities(
  state: RestState,
  removed: { readonly [schemaKey: string]: readonly string[] },
  { fetchedAt }: PlainMeta<string>,
): RestState {
  const changed = new Map<string, readonly string[]>()
  const written = mapValues(removed, (pks, schemaKey) => {
    const table = getOwn(state.entities, schemaKey)
    const gone = pks.filter((pk) => {
      const row = getRow(table, pk)
      return row !== undefined && row.meta.landed <= fetchedAt
    })
    changed.set(schemaKey, gone)
    return gone.map((pk): RowChange<EntityRow> => [pk, undefined])
  })
  return writeEntities(state, written, { rows: changed, isDeferred: false })
}

function changeMutation(
  state: RestState,
  action: PendingAction | FulfilledAction | RejectedAction,
): RestState {
  const { mutationKey, requestId } = action.meta
  const keys = mutationKey === undefined ? [requestId] : [requestId, mutationKey]
  const changes = keys.flatMap((key): RowChange<MutationRow>[] => {
    const before = getRow(state.mutations, key)
    const row = mutationRow(before, action, key === mutationKey)
    return row === before ? [] : [[key, row]]
  })
  if (changes.length === 0) return state
  return { ...state, mutations: setRows(state.mutations, changes) }
}

function changeRequests<Cause>(
  state: RestState,
  keys: readonly string[],
  change: (row: RequestRow | undefined, cause: Cause, key: string) => RequestRow | undefined,
  cause: Cause,
): RestState {
  const changes = keys.flatMap((key): [string, RequestRow | undefined][] => {
    const before = getRow(state.requests, key)
    const after = change(before, cause, key)
    return after === before ? [] : [[key, after]]
  })
  return writeRequests(state, changes)
}

/** The moments and times of an action with rows. */
/** Writes the rows of an action, except those that landed before what is there. */
function commit(
  state: RestState,
  payload: Partial<CommitPayload>,
  meta: CommitMeta,
  isDeferred: boolean,
): RestState {
  const changed = new Map<string, string[]>()
  const written: Record<string, RowChange<EntityRow>[]> = {}
  const touchedMeta = touchedMetaOf(meta)
  const { entities = {}, touched = {}, settled = {} } = payload
  const names = [entities, touched, settled].flatMap((it) => Object.keys(it))
  for (const schemaKey of new Set(names)) {
    const table = getOwn(state.entities, schemaKey)
    const pks: string[] = []
    const rows = touchedRows(table, getOwn(touched, schemaKey), touchedMeta)
    addNewer(rows, table, getOwn(entities, schemaKey), pks, (pk) => isOver(state, meta, pk))
    const covered = getOwn(state.confirmed, schemaKey) ?? {}
    addSettled(rows, table, getOwn(settled, schemaKey), covered, touchedMeta.landed, pks)
    if (pks.length > 0) changed.set(schemaKey, pks)
    setOwn(written, schemaKey, rows)
  }
  const next = writeEntities(state, written, { rows: changed, isDeferred })
  return writeConfirmed(next, state, written, payload)
}

/** @param changed takes the pks of rows whose data or validity changed */
function addNewer(
  written: RowChange<EntityRow>[],
  table: Table<EntityRow> | undefined,
  incoming: { readonly [pk: string]: EntityRow } | undefined,
  changed: string[],
  isOverFor: (pk: string) => boolean,
): void {
  if (incoming === undefined) return
  for (const pk of Object.keys(incoming)) {
    const row = incoming[pk] as EntityRow
    const stored = getRow(table, pk)
    if (stored === undefined && isOverFor(pk)) continue
    if (stored !== undefined && row.meta.landed <= stored.meta.landed) continue
    written.push([pk, row])
    // What a pending deletion hides is shown by the row's own readers.
    if (stored?.data !== row.data || stored.invalid !== row.invalid || row.invalid) changed.push(pk)
  }
}

/** Whether a row is one of a creation that is not in flight, as in an action that comes again or late. */
function isOver({ mutations }: RestState, { requestId }: CommitMeta, pk: string): boolean {
  if (requestId === undefined || !isTemporaryKey(pk)) return false
  const creation = creationOf(pk)
  return creation !== requestId && getRow(mutations, creation)?.status !== 'pending'
}

/** Rows that are shown as the server has them again, which removes those that it has not. */
function addSettled(
  written: RowChange<EntityRow>[],
  table: Table<EntityRow> | undefined,
  pks: readonly string[] = [],
  covered: { readonly [pk: string]: EntityRow | null },
  landed: number,
  changed: string[],
): void {
  const known = new Set(written.map(([pk]) => pk))
  for (const pk of pks) {
    const [stored, row] = [getRow(table, pk), getOwn(covered, pk)]
    const isLate = stored !== undefined && stored.meta.landed >= landed
    if (known.has(pk) || row === undefined || isLate) continue
    const next = row === null ? undefined : { ...row, meta: { ...row.meta, landed } }
    written.push([pk, next])
    changed.push(pk)
  }
}

/** Keeps the server's rows where others are shown. */
function writeConfirmed(
  state: RestState,
  before: RestState,
  written: Written,
  { entities = {}, confirmed = {} }: Partial<CommitPayload>,
): RestState {
  const tables: Record<string, RestState['confirmed'][string]> = { ...state.confirmed }
  let isChanged = false
  for (const schemaKey of new Set([...Object.keys(written), ...Object.keys(entities)])) {
    const known = getOwn(tables, schemaKey)
    const given = getOwn(confirmed, schemaKey)
    if (known === undefined && given === undefined) continue
    const table: Record<string, EntityRow | null> = { ...known }
    for (const [pk] of getOwn(written, schemaKey) ?? []) {
      const row = given && getOwn(given, pk)
      if (row === undefined) Reflect.deleteProperty(table, pk)
      else setOwn(table, pk, row)
    }
    keepLate(table, getOwn(before.entities, schemaKey), {
      ...getOwn(entities, schemaKey),
      ...given,
    })
    isChanged = true
    if (Object.keys(table).length > 0) setOwn(tables, schemaKey, table)
    else Reflect.deleteProperty(tables, schemaKey)
  }
  return isChanged ? { ...state, confirmed: tables } : state
}

/** The server's rows of an action that comes late, under what has been shown since. */
function keepLate(
  covered: Record<string, EntityRow | null>,
  table: Table<EntityRow> | undefined,
  given: { readonly [pk: string]: EntityRow | null },
): void {
  for (const [pk, row] of Object.entries(given)) {
    const [known, stored] = [getOwn(covered, pk), getRow(table, pk)]
    if (row === null || known === undefined || stored === undefined) continue
    const isLate = stored.meta.landed >= row.meta.landed
    if (isLate && (known?.meta.landed ?? 0) < row.meta.landed) setOwn(covered, pk, row)
  }
}

function touchedRows(
  table: Table<EntityRow> | undefined,
  touched: readonly TouchedRows[] | undefined,
  meta: RowMeta,
): RowChange<EntityRow>[] {
  const written: RowChange<EntityRow>[] = []
  for (const { landed, pks } of touched ?? []) {
    for (const pk of pks) {
      const stored = getRow(table, pk)
      const isSame = stored !== undefined && stored.meta.landed === landed
      if (isSame) {
        const { data, invalid } = stored
        written.push([pk, { data, invalid, meta: keepCreatedAs(meta, stored) }])
      }
    }
  }
  return written
}
