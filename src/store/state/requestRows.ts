import { compareOrder } from '../../schema/order'
import type { Order } from '../../schema/contract'
import { freeze } from '../../util/freeze'
import type { PlainMeta, RejectedAction, RequestMeta } from './actions'
import type { RequestRow } from './state'

/** The row of a request that was sent: what is there stays. */
export function pendingRow(row: RequestRow | undefined, meta: RequestMeta): RequestRow | undefined {
  const { requestId, fetchedAt, seq, date } = meta
  // It comes again, or late: its response was taken, or will be refused.
  if (isRefused(row, meta) || isResponseOf(row, meta)) return row
  if (row !== undefined) return { ...row, requestId }
  return { fetchedAt, seq, status: 'pending', requestId, date, expiresAt: date, invalid: false }
}

/** The row of a request that was answered; a newer response stays, and what was requested before an invalidation is refused. */
export function fulfilledRow(
  row: RequestRow | undefined,
  meta: RequestMeta,
  result: unknown,
): RequestRow | undefined {
  if (isResponseOf(row, meta)) return row
  if (isRefused(row, meta)) return withoutRequest(row, meta)
  return {
    ...answeredRow(row, meta),
    status: 'fulfilled',
    ...(result === undefined ? {} : { result }),
  }
}

/** The row of a list after a page came: the rest of it is as fresh as it was. */
export function pageRow(
  row: RequestRow | undefined,
  meta: RequestMeta,
  result: unknown,
): RequestRow | undefined {
  if (row === undefined) {
    // Every response of the whole list is newer.
    const { landed, date, expiresAt } = meta
    const order = { fetchedAt: 0, seq: 0, ...(landed && { landed }) }
    return { ...order, status: 'fulfilled', result, date, expiresAt, invalid: false }
  }
  const isShown = row.status === 'fulfilled' && !row.invalid
  return isShown && row.result !== result ? { ...row, result } : row
}

/** The row of a request that failed; an aborted one leaves what was there. */
export function rejectedRow(
  row: RequestRow | undefined,
  { meta, error, payload }: RejectedAction,
): RequestRow | undefined {
  if (isResponseOf(row, meta)) return row
  if (meta.aborted === true || isRefused(row, meta)) return withoutRequest(row, meta)
  const { result } = { ...payload, ...row }
  const errorPolicy = staysHard(row, payload) ? row?.errorPolicy : meta.errorPolicy
  return {
    ...answeredRow(row, meta),
    status: 'rejected',
    // What was invalidated must not come back with an error that lets the data be shown.
    ...(result === undefined || row?.invalid === true ? {} : { result }),
    error,
    ...(errorPolicy === undefined ? {} : { errorPolicy }),
  }
}

/** What an error hides is not shown because of another error; what a mutation has brought since is. */
function staysHard(row: RequestRow | undefined, payload: RejectedAction['payload']): boolean {
  const isHard = row?.error !== undefined && row.errorPolicy !== 'soft'
  return isHard && payload?.result === undefined
}

/** The row of a call that must not be shown; a request that started before is refused from now on. */
export function invalidatedRow(
  row: RequestRow | undefined,
  { fetchedAt, seq, date }: PlainMeta<string>,
): RequestRow | undefined {
  const invalidated = freeze({ fetchedAt, seq })
  if (row === undefined) {
    return {
      ...invalidated,
      status: 'fulfilled',
      invalidated,
      date,
      expiresAt: date,
      invalid: true,
    }
  }
  if (isAfter(row.invalidated, invalidated) || isAfter(row, invalidated)) return row
  const { error: _error, errorPolicy: _policy, ...rest } = row
  return { ...rest, status: 'fulfilled', invalidated, expiresAt: row.date, invalid: true }
}

/** The row of a call that is stale; so is the response of a request that started before. */
export function expiredRow(
  row: RequestRow | undefined,
  { fetchedAt, seq }: Order,
): RequestRow | undefined {
  const expired = freeze({ fetchedAt, seq })
  if (row === undefined || isAfter(row.expired, expired) || isAfter(row, expired)) return row
  return { ...row, expired, expiresAt: row.date }
}

/** Whether a call was expired after its response was requested. */
export function isExpired(row: RequestRow | undefined): boolean {
  return row !== undefined && row.status !== 'pending' && isAfter(row.expired, row)
}

/** What every answered row has. */
function answeredRow(
  row: RequestRow | undefined,
  meta: RequestMeta,
): Omit<RequestRow, 'status' | 'result'> {
  const { fetchedAt, seq, landed, date, expiresAt } = meta
  const wasExpired = isAfter(row?.expired, meta)
  return {
    fetchedAt,
    seq,
    ...(landed && { landed }),
    ...(wasExpired && { expired: row?.expired as Order }),
    ...otherRequest(row, meta),
    date,
    expiresAt: wasExpired ? date : expiresAt,
    invalid: false,
  }
}

/** What was there before a request that came to nothing. */
function withoutRequest(row: RequestRow | undefined, meta: RequestMeta): RequestRow | undefined {
  if (row?.requestId !== meta.requestId) return row
  if (meta.inFlight !== undefined) return { ...row, requestId: meta.inFlight }
  if (row.status === 'pending') return undefined
  const { requestId: _, ...rest } = row
  return rest
}

function otherRequest(
  row: RequestRow | undefined,
  meta: RequestMeta,
): { readonly requestId?: string } {
  const requestId = row?.requestId
  return requestId === undefined || requestId === meta.requestId ? {} : { requestId }
}

/** An action that comes a second time, after the request has ended. */
function isResponseOf(row: RequestRow | undefined, meta: RequestMeta): boolean {
  return row !== undefined && row.status !== 'pending' && compareOrder(meta, row) === 0
}

function isRefused(row: RequestRow | undefined, meta: RequestMeta): boolean {
  return isNewer(row, meta) || isAfter(row?.invalidated, meta)
}

function isNewer(row: RequestRow | undefined, meta: RequestMeta): boolean {
  return isAfter(row, meta)
}

function isAfter(one: Order | undefined, other: Order): boolean {
  return one !== undefined && compareOrder(one, other) > 0
}
