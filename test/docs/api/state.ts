import type { Middleware } from '@reduxjs/toolkit'
import {
  type CommitPayload,
  DisposedError,
  type FinalAction,
  type FulfilledAction,
  getRow,
  isStale,
  type KeyAction,
  type KeysAction,
  matchFulfilled,
  matchPending,
  matchRejected,
  type MutationRow,
  type JumpAction,
  type PendingAction,
  type RejectedAction,
  type RequestRow,
  type ResetAction,
  ResetError,
  type RestAction,
  type RestError,
  type RestState,
  rows,
  type SetAction,
  type Table,
  type WriteAction,
} from 'rtk-rest'
import type {
  ActionCreators,
  Entities,
  PlainMeta,
  RequestArg,
  RequestMeta,
  SetMeta,
} from 'rtk-rest/types'
import { controller, rest, show, type User, UserResource } from './app'

// #region DisposedError
export async function loadUsers() {
  try {
    return await controller.fetch(UserResource.getList)
  } catch (error) {
    // The store was reset or disposed of meanwhile: there is nothing to report.
    if (error instanceof ResetError || error instanceof DisposedError) return []
    throw error
  }
}
// #endregion

// #region getRow
export const nameOf = ({ entities }: RestState, id: string) => {
  const row = getRow(entities['User'], id)
  return row === undefined || row.invalid ? undefined : (row.data as User).name
}
// #endregion

// #region isStale
export const isUserStale = (id: string) => isStale(controller.getResponse(UserResource.get, { id }))
// #endregion

// #region rows
export const countUsers = ({ entities }: RestState) =>
  rows(entities['User']).filter(([, { invalid }]) => !invalid).length
// #endregion

// #region Table
export function keysOf(table: Table<RequestRow> | undefined): string[] {
  return rows(table).map(([key]) => key)
}
// #endregion

// #region Entities
export const tablesOf = (entities: Entities) => Object.keys(entities)
// #endregion

// #region RestState
export const isBusy = ({ requests, mutations }: RestState) =>
  rows(mutations).length > 0 || rows(requests).some(([, row]) => row.status === 'pending')
// #endregion

// #region RequestRow
export const errorOf = (row: RequestRow | undefined): RestError | undefined =>
  row?.status === 'rejected' ? row.error : undefined
// #endregion

// #region MutationRow
export const describeMutation = ({ arg, status }: MutationRow) => `${arg.endpoint}: ${status}`
// #endregion

// #region RestError
export const textOf = ({ status, message }: RestError) => `${status ?? 'no response'}: ${message}`
// #endregion

// #region RestAction
export function describe(action: RestAction): string {
  switch (action.meta.kind) {
    case 'request':
      return `${action.meta.arg.endpoint} is ${action.meta.requestStatus}`
    case 'set':
      return `${action.meta.arg.schema} is written`
    default:
      return action.meta.kind
  }
}
// #endregion

// #region PendingAction
export const logRequests: Middleware = () => (next) => (action) => {
  if (matchPending(action)) showStart(action)
  if (matchFulfilled(action)) showChange(action)
  if (matchRejected(action)) showFailure(action)
  return next(action)
}

const showStart = ({ meta }: PendingAction) => show('start', meta.arg.key)
const showChange = ({ payload }: FulfilledAction) => show('changed', Object.keys(payload.entities))
const showFailure = ({ error, meta }: RejectedAction) => show(meta.arg.endpoint, error.message)
// #endregion

// #region FinalAction
export const isSuccess = (action: FinalAction): action is FulfilledAction =>
  action.meta.requestStatus === 'fulfilled'
// #endregion

// #region RequestMeta
export const durationOf = ({ date, fetchedAt }: RequestMeta) => date - fetchedAt
// #endregion

// #region RequestArg
export const callOf = ({ endpoint, args }: RequestArg) => `${endpoint}(${JSON.stringify(args)})`
// #endregion

// #region CommitPayload
export const changedRows = ({ entities }: CommitPayload) =>
  Object.entries(entities).map(([table, changed]) => [table, Object.keys(changed)])
// #endregion

// #region SetAction
export const writtenBy = ({ meta, payload }: SetAction) => [
  schemaOf(meta),
  Object.keys(payload.entities),
]

const schemaOf = ({ arg }: SetMeta) => arg.schema
// #endregion

// #region KeyAction
export const keysHiddenBy = (action: KeyAction<'invalidate'> | KeysAction<'invalidateAll'>) =>
  'keys' in action.payload ? action.payload.keys : [action.payload.key]
// #endregion

// #region ResetAction
export const keptBy = ({ payload }: ResetAction) => Object.keys(payload?.requests ?? {})
// #endregion

// #region JumpAction
export const shownBy = ({ payload }: JumpAction) => payload.state.entities
// #endregion

// #region WriteAction
export const removedBy = ({ payload }: WriteAction) => payload.removed?.requests?.length ?? 0
// #endregion

// #region ActionCreators
const creators: ActionCreators = rest.actions

export const isReset = (action: { readonly type: string }) => action.type === resetType

const meta: PlainMeta<'reset'> = { kind: 'reset', date: 0, fetchedAt: 0 }
const resetType = creators.reset(meta).type
// #endregion
