import { compareOrder, type Order } from '../../schema/contract'
import type {
  FulfilledAction,
  PendingAction,
  PlainMeta,
  RejectedAction,
  RequestMeta,
} from './actions'
import type { RequestRow } from './state'

type Row = RequestRow | undefined

/** The row of a read after an action of a request; the row itself where the action comes again, or too late. */
export function requestRow(
  row: Row,
  action: PendingAction | FulfilledAction | RejectedAction,
): Row {
  const { meta } = action
  if (meta.page === true) return pageRow(row, action as FulfilledAction)
  if (isResponseOf(row, meta)) return row
  // A newer response stays, and what was requested before an invalidation is refused.
  const isRefused = isAfter(row, meta) || isAfter(row?.invalidated, meta)
  if (meta.requestStatus === 'pending') return isRefused ? row : pendingRow(row, meta)
  // An aborted request leaves what was there.
  if (isRefused || meta.aborted === true) return withoutRequest(row, meta)
  return settledRow(row, action as FulfilledAction | RejectedAction)
}

function pendingRow(row: Row, { requestId, fetchedAt, seq, date }: RequestMeta): Row {
  if (row !== undefined) return { ...row, requestId }
  return { fetchedAt, seq, status: 'pending', requestId, date, expiresAt: date, invalid: false }
}

/** The row of a list after a page came: the rest of the list is as fresh as it was. */
function pageRow(row: Row, { meta, payload: { result } }: FulfilledAction): RequestRow {
  const { landed, date, expiresAt } = meta
  // Without a row for it, every response of the whole list is newer.
  const list: RequestRow = row ?? {
    fetchedAt: 0,
    seq: 0,
    ...(landed && { landed }),
    status: 'fulfilled',
    date,
    expiresAt,
    invalid: false,
  }
  const isShown = list.status === 'fulfilled' && !list.invalid
  return isShown && list.result !== result ? { ...list, result } : list
}

function settledRow(row: Row, action: FulfilledAction | RejectedAction): RequestRow {
  const { fetchedAt, seq, landed, date, expiresAt, requestId, requestStatus } = action.meta
  const expired = isAfter(row?.expired, action.meta) ? row?.expired : undefined
  const isOtherInFlight = row?.requestId !== undefined && row.requestId !== requestId
  return {
    fetchedAt,
    seq,
    ...(landed && { landed }),
    ...(expired && { expired }),
    ...(isOtherInFlight && { requestId: row.requestId }),
    date,
    expiresAt: expired === undefined ? expiresAt : date,
    invalid: false,
    status: requestStatus,
    ...('error' in action ? failureOf(row, action) : resultOf(action.payload.result)),
  }
}

/** An error, with the data that is shown in spite of it. */
function failureOf(row: Row, { meta, error, payload }: RejectedAction): Partial<RequestRow> {
  const { result } = { ...payload, ...row }
  const wasHard = row?.error !== undefined && row.errorPolicy !== 'soft'
  // Data that an error hides is not shown because of another error; what a mutation has brought since is.
  const staysHard = wasHard && payload?.result === undefined
  const errorPolicy = staysHard ? row.errorPolicy : meta.errorPolicy
  return {
    // What was invalidated must not come back with an error that lets the data be shown.
    ...(row?.invalid === true ? {} : resultOf(result)),
    error,
    ...(errorPolicy && { errorPolicy }),
  }
}

function resultOf(result: unknown): { readonly result?: unknown } {
  return result === undefined ? {} : { result }
}

/** The row of a call that must not be shown; a request that started before is refused from now on. */
export function invalidatedRow(row: Row, { fetchedAt, seq, date }: PlainMeta<string>): Row {
  const invalidated = { fetchedAt, seq }
  if (isAfter(row?.invalidated, invalidated) || isAfter(row, invalidated)) return row
  const {
    error: _,
    errorPolicy: _policy,
    ...rest
  } = row ?? ({ ...invalidated, date } as RequestRow)
  return { ...rest, status: 'fulfilled', invalidated, expiresAt: rest.date, invalid: true }
}

/** The row of a call that is stale; so is the response of a request that started before. */
export function expiredRow(row: Row, { fetchedAt, seq }: Order): Row {
  const expired = { fetchedAt, seq }
  if (row === undefined || isAfter(row.expired, expired) || isAfter(row, expired)) return row
  return { ...row, expired, expiresAt: row.date }
}

/** Whether a call was expired after its response was requested. */
export function isExpired(row: Row): boolean {
  return row !== undefined && row.status !== 'pending' && isAfter(row.expired, row)
}

/** What was there before a request that is not stored. */
function withoutRequest(row: Row, meta: RequestMeta): Row {
  if (row?.requestId !== meta.requestId) return row
  if (meta.inFlight !== undefined) return { ...row, requestId: meta.inFlight }
  if (row.status === 'pending') return undefined
  const { requestId: _, ...rest } = row
  return rest
}

/** Whether an action comes a second time, after the request has ended. */
function isResponseOf(row: Row, meta: RequestMeta): boolean {
  return row !== undefined && row.status !== 'pending' && compareOrder(meta, row) === 0
}

function isAfter(one: Order | undefined, other: Order): boolean {
  return one !== undefined && compareOrder(one, other) > 0
}
