import type { Reducer } from 'redux'
import { freezeData } from '../../util/freeze'
import { getOwn } from '../../util/record'
import {
  asRestAction,
  type CommitPayload,
  type FulfilledAction,
  type PendingAction,
  type RejectedAction,
  type RestAction,
} from './actions'
import { adopt } from './adopt'
import { commit } from './commit'
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
import { getRow, type RowChanges, setRows, type Table } from './table'
import { createInitialState, type MutationRow, type RequestRow, type RestState } from './state'
import { writeRequests } from './writes'

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
    const { meta, payload = {} } = action
    const isMutation = meta.sideEffect === true
    const results = payload.results ?? {}
    const committed = commit(isMutation ? changeMutation(state, action) : state, payload, meta)
    const next = changeRequests(committed, Object.keys(results), (row, key) =>
      updatedRow(row, getOwn(results, key), meta),
    )
    // A page that is in flight, or failed, does not change its list.
    const isUnfinishedPage = meta.page === true && meta.requestStatus !== 'fulfilled'
    if (isMutation || isUnfinishedPage) return next
    return changeRequests(next, [meta.arg.key], (row) => requestRow(row, action))
  },
  set: (state, { payload, meta }) => commit(state, payload, meta),
  invalidate: (state, { payload, meta }) =>
    changeRequests(state, [payload.key], (row) => invalidatedRow(row, meta)),
  invalidateAll: (state, { payload, meta }) =>
    changeRequests(state, payload.keys, (row) => invalidatedRow(row, meta)),
  expire: (state, { payload, meta }) =>
    changeRequests(state, [payload.key], (row) => expiredRow(row, meta)),
  expireAll: (state, { payload, meta }) =>
    changeRequests(commit(state, payload, meta), payload.keys, (row) => expiredRow(row, meta)),
  write(state, { payload, meta }) {
    const { requests = {}, removed = {}, ended = [] } = payload
    const placed = changeRequests(commit(state, payload, meta), Object.keys(requests), (row, key) =>
      newerRow(row, getOwn(requests, key)),
    )
    const next = changeRequests(placed, removed.requests ?? [], (row) => collectedRow(row, meta))
    const mutations = changeRows(next.mutations, removed.mutations ?? [], () => undefined)
    return endRequests(withMutations(next, mutations), ended)
  },
  reset({ session }, { meta, payload }) {
    const empty = { ...createInitialState(), session, lastReset: meta.fetchedAt }
    return writeRequests(empty, Object.entries(payload?.requests ?? {}))
  },
}

function changeMutation(
  state: RestState,
  action: PendingAction | FulfilledAction | RejectedAction,
): RestState {
  const { mutationKey, requestId } = action.meta
  const keys = mutationKey === undefined ? [requestId] : [requestId, mutationKey]
  return withMutations(
    state,
    changeRows(state.mutations, keys, (row, key) => mutationRow(row, action, key === mutationKey)),
  )
}

function withMutations(state: RestState, changes: RowChanges<MutationRow>): RestState {
  return changes.length === 0 ? state : { ...state, mutations: setRows(state.mutations, changes) }
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
