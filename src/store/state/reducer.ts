import type { Reducer } from 'redux'
import { freezeData } from '../../util/freeze'
import { getOwn } from '../../util/record'
import {
  asRestAction,
  type CommitPayload,
  type FinalAction,
  type JumpAction,
  type PendingAction,
  type ResetAction,
  type RestAction,
  type WriteAction,
} from './actions'
import { adopt, endRequests } from './adopt'
import { commit, writeMutations, writeRequests } from './commit'
import { readableState, startingState } from './readableState'
import {
  expiredRow,
  invalidatedRow,
  mutationRow,
  newerRow,
  refuses,
  requestRow,
} from './requestRows'
import { createInitialState, type RequestRow, type RestState } from './state'
import { getRow, type RowChanges, type Table } from './table'

/** The reducer of one `reducerPath`: it only places rows, and drops what is older than what is there. */
export function createReducer(reducerPath: string): Reducer<RestState> {
  return function restReducer(state = createInitialState(), action) {
    const restAction = asRestAction(reducerPath, action)
    const readable = startingState(state, reducerPath)
    if (restAction === undefined) return readable
    const { session = readable.session, date } = restAction.meta
    const own = session === readable.session ? readable : adopt(readable, session, date)
    const next = reduce(own, restAction)
    // Managers put values into the state with any action.
    const { managers } = (restAction as { payload?: Partial<CommitPayload> }).payload ?? {}
    return freezeData(
      managers === undefined ? next : { ...next, managers: { ...next.managers, ...managers } },
    )
  }
}

function reduce(state: RestState, action: RestAction): RestState {
  const { meta } = action
  // What started before a reset never lands.
  if (meta.fetchedAt <= state.lastReset) return state
  if (meta.kind === 'reset') return reset(state, action as ResetAction)
  const { payload = {} } = action as { readonly payload?: Partial<CommitPayload> & Keys }
  if (meta.kind === 'jump') return readableState((payload as Partial<JumpAction['payload']>).state)
  const { key, keys = key === undefined ? [] : [key] } = payload
  const { requests = {} } = payload
  const next = changeRequests(
    commit(changeMutation(state, action), payload, meta),
    Object.keys(requests),
    (row, requestKey) => newerRow(row, getOwn(requests, requestKey)),
  )
  switch (meta.kind) {
    case 'request':
      return placeRequest(next, action as PendingAction | FinalAction)
    case 'invalidate':
    case 'invalidateAll':
      return changeRequests(next, keys, (row) => invalidatedRow(row, meta))
    case 'expire':
    case 'expireAll':
      return changeRequests(next, keys, (row) => expiredRow(row, meta))
    case 'write':
      return removeRows(next, action as WriteAction)
    default:
      return next
  }
}

type Keys = { readonly key?: string; readonly keys?: readonly string[] }

function reset({ session }: RestState, { meta, payload }: ResetAction): RestState {
  const empty = { ...createInitialState(), session, lastReset: meta.fetchedAt }
  return writeRequests(empty, Object.entries(payload?.requests ?? {}))
}

/** The row of the read. */
function placeRequest(state: RestState, action: PendingAction | FinalAction): RestState {
  const { meta } = action
  // A page that is in flight, or failed, does not change its list.
  const isUnfinishedPage = meta.page === true && meta.requestStatus !== 'fulfilled'
  if (meta.sideEffect === true || isUnfinishedPage) return state
  return changeRequests(state, [meta.arg.key], (row) => requestRow(row, action))
}

function removeRows(state: RestState, { payload, meta }: WriteAction): RestState {
  const { removed = {}, ended = [] } = payload
  const next = changeRequests(state, removed.requests ?? [], (row) =>
    refuses(row, meta.fetchedAt) ? row : undefined,
  )
  const mutations = changeRows(next.mutations, removed.mutations ?? [], () => undefined)
  const idle = writeMutations(next, mutations)
  return ended.length === 0 ? idle : endRequests(idle, (requestId) => ended.includes(requestId))
}

/** The rows of a mutation, where the action is one of a mutation. */
function changeMutation(state: RestState, action: RestAction): RestState {
  const { meta } = action
  if (meta.kind !== 'request' || meta.sideEffect !== true) return state
  const { mutationKey, requestId } = meta
  const keys = mutationKey === undefined ? [requestId] : [requestId, mutationKey]
  const changes = changeRows(state.mutations, keys, (row, key) =>
    mutationRow(row, action as PendingAction | FinalAction, key === mutationKey),
  )
  return writeMutations(state, changes)
}

function changeRequests(
  state: RestState,
  keys: readonly string[],
  change: (row: RequestRow | undefined, key: string) => RequestRow | undefined,
): RestState {
  return writeRequests(state, changeRows(state.requests, keys, change))
}

function changeRows<Row>(
  table: Table<Row>,
  keys: readonly string[],
  change: (row: Row | undefined, key: string) => Row | undefined,
): RowChanges<Row> {
  return keys.flatMap((key): RowChanges<Row> => {
    const before = getRow(table, key)
    const after = change(before, key)
    return after === before ? [] : [[key, after]]
  })
}
