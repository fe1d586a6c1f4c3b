import type {
  FinalAction,
  FulfilledAction,
  PendingAction,
  PlainMeta,
  RejectedAction,
  RequestMeta,
} from './actions'
import type { MutationRow, RequestRow } from './state'

type Row = RequestRow | undefined

/** The row of a read after an action of a request; the row itself where the action comes again, or too late. */
export function requestRow(row: Row, action: PendingAction | FinalAction): Row {
  const { meta } = action
  if (meta.page === true) return pageRow(row, action as FulfilledAction)
  // The action comes a second time, after the request has ended.
  if (isSettled(row) && meta.fetchedAt === row.fetchedAt) return row
  const isLate = meta.landed !== undefined && (row?.landed ?? 0) > meta.landed
  const isRefused = isLate || refuses(row, meta.fetchedAt)
  if (meta.requestStatus === 'pending') {
    return isRefused ? row : { ...(row ?? rowOf(meta)), requestId: meta.requestId }
  }
  // An aborted request leaves what was there.
  if (isRefused || meta.aborted === true) return withoutRequest(row, meta)
  return settledRow(row, action as FinalAction)
}

/** Whether the response of a request that started at a moment is not taken: a newer one is there, or it was invalidated or expired since. */
export function refuses(row: Row, started: number): boolean {
  return row !== undefined && row.fetchedAt > started
}

/** The row of a call, made of an action about it and of what else is known. A literal, as engines copy objects more slowly. */
export function rowOf(meta: RequestMeta, more?: Partial<RequestRow>): RequestRow {
  const { fetchedAt, landed, date, expiresAt, requestStatus } = meta
  return {
    fetchedAt,
    ...(landed !== undefined && { landed }),
    date,
    expiresAt,
    invalid: false,
    status: requestStatus,
    ...more,
  }
}

/** The row of a list after a page came: the rest of the list is as fresh as it was. */
function pageRow(row: Row, { meta, payload: { result } }: FulfilledAction): RequestRow {
  // Without a row for it, every response of the whole list is newer.
  const list = row ?? rowOf(meta, { fetchedAt: 0 })
  const isJoined =
    result !== undefined && list.status === 'fulfilled' && !list.invalid && list.result !== result
  return isJoined ? { ...list, result } : list
}

function settledRow(row: Row, action: FinalAction): RequestRow {
  const { meta } = action
  const outcome = 'error' in action ? failureOf(row, action) : resultOf(action.payload)
  return {
    ...rowOf(meta, outcome),
    ...(isAwaitedStale(row) && { expiresAt: EXPIRED }),
    // Another request of the call is in flight.
    ...(row?.requestId !== undefined &&
      row.requestId !== meta.requestId && { requestId: row.requestId }),
  }
}

/** An error, with the data that is shown in spite of it: not what is hidden already. */
function failureOf(row: Row, { meta, error }: RejectedAction): Partial<RequestRow> {
  const isInvalid = row?.invalid === true
  const isHidden = isInvalid || (row?.error !== undefined && row.errorPolicy !== 'soft')
  const errorPolicy = isHidden ? 'hard' : meta.errorPolicy
  // What was invalidated is hidden until there is a response.
  const kept = isInvalid ? { invalid: true } : resultOf(row)
  if (errorPolicy !== 'soft') return { ...kept, error, ...(errorPolicy && { errorPolicy }) }
  const succeededAt = row?.status === 'fulfilled' ? row.fetchedAt : (row?.succeededAt ?? 0)
  return { ...kept, error, errorPolicy, succeededAt }
}

type Result = Pick<RequestRow, 'result' | 'beside'>

function resultOf({ result, beside }: Result = {}): Result {
  return { ...(result !== undefined && { result }), ...(beside && { beside }) }
}

/** The row of a mutation: while it is in flight, and after it where components share it by a key. */
export function mutationRow(
  row: MutationRow | undefined,
  action: PendingAction | FinalAction,
  isShared = false,
): MutationRow | undefined {
  const { requestStatus: status, requestId, arg, rows } = action.meta
  const { fetchedAt } = action.meta
  if (status === 'pending') {
    const isOlder = row !== undefined && row.fetchedAt > fetchedAt
    return isOlder ? row : { status, requestId, arg, fetchedAt, ...(rows && { rows }) }
  }
  // Another call of the same key is the last one.
  if (row?.requestId !== requestId) return row
  if (!isShared) return undefined
  const outcome =
    'error' in action ? { error: action.error } : resultOf((action as FulfilledAction).payload)
  return { status, requestId, arg, fetchedAt, ...outcome }
}

/** The row of a call that must not be shown; a request that started before is refused from now on. */
export function invalidatedRow(row: Row, { fetchedAt, date }: PlainMeta<string>): Row {
  if (row !== undefined && row.fetchedAt >= fetchedAt) return row
  const { error: _, errorPolicy: _policy, ...rest } = row ?? { date, expiresAt: date }
  return { ...rest, status: 'fulfilled', fetchedAt, expiresAt: rest.date, invalid: true }
}

/**
 * The row of a call that is stale; the response of a request that started before does not make it fresh. Where nothing is shown
 * yet, the next response is taken, and is stale.
 */
export function expiredRow(row: Row, { fetchedAt, date }: PlainMeta<string>): Row {
  // Responses of other calls have brought what is shown.
  if (row === undefined) {
    return { fetchedAt: 0, date, expiresAt: EXPIRED, invalid: false, status: 'fulfilled' }
  }
  if (refuses(row, fetchedAt)) return row
  // The action comes again, after the response that it made stale.
  if (isExpired(row) && (row.landed ?? 0) > fetchedAt) return row
  // A row that an earlier expiry made has had no response, and refuses none.
  const isMoved = isShown(row) && (row.landed !== undefined || row.fetchedAt > 0)
  return { ...row, ...(isMoved && { fetchedAt }), expiresAt: EXPIRED }
}

/** The row of a read that is placed; the one that is there where that is newer, or has been updated since. */
export function newerRow(row: Row, placed: Row): Row {
  if (placed === undefined || refuses(row, placed.fetchedAt)) return row
  const isUpdated = row?.fetchedAt === placed.fetchedAt && (row.landed ?? 0) >= (placed.landed ?? 0)
  return isUpdated ? row : placed
}

/** Whether there is a response or an error of a call. */
export function isSettled(row: Row): row is RequestRow {
  return row !== undefined && row.status !== 'pending'
}

/** Whether a call was invalidated, and no response or error has come since. */
export function isInvalidated(row: Row): boolean {
  return row?.invalid === true && row.error === undefined
}

/** Whether a request of a call is in flight. */
export function isFetching(row: Row): boolean {
  return row?.requestId !== undefined
}

/** Stands in `expiresAt` for a call that was expired, and not merely grew old. */
const EXPIRED = 0

/** Whether a call was expired after its response was requested. */
export function isExpired(row: Row): boolean {
  return isSettled(row) && row.expiresAt === EXPIRED
}

/** Whether a call was expired before it showed anything, so that its next response is stale. */
export function isAwaitedStale(row: Row): boolean {
  return row?.expiresAt === EXPIRED && !isShown(row)
}

function isShown(row: RequestRow): boolean {
  return isSettled(row) && !isInvalidated(row)
}

/** What was there before a request that is not stored. */
function withoutRequest(row: Row, meta: RequestMeta): Row {
  if (row?.requestId !== meta.requestId) return row
  if (meta.inFlight !== undefined) return { ...row, requestId: meta.inFlight }
  if (row.status === 'pending') return undefined
  const { requestId: _, ...rest } = row
  return rest
}
