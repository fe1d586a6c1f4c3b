import { compareOrder } from '../schema/order'
import type { RejectedAction, RequestMeta } from './actions'
import type { RequestRow } from './state'

/** The row of a request that was sent: what is there stays. */
export function pendingRow(row: RequestRow | undefined, meta: RequestMeta): RequestRow | undefined {
  const { requestId, fetchedAt, seq, date } = meta
  if (isNewerAnswer(row, meta) || isAnswerOf(row, meta)) return row
  if (row !== undefined) return { ...row, requestId }
  return { fetchedAt, seq, status: 'pending', requestId, date, expiresAt: 0, invalid: false }
}

/** The row of a request that was answered; a newer answer stays. */
export function fulfilledRow(
  row: RequestRow | undefined,
  meta: RequestMeta,
  result: unknown,
): RequestRow | undefined {
  if (isNewerAnswer(row, meta)) return withoutRequest(row, meta)
  const { fetchedAt, seq, date, expiresAt } = meta
  return {
    fetchedAt,
    seq,
    status: 'fulfilled',
    ...otherRequest(row, meta),
    ...(result === undefined ? {} : { result }),
    date,
    expiresAt,
    invalid: false,
  }
}

/** The row of a request that failed; an aborted one leaves what was there. */
export function rejectedRow(
  row: RequestRow | undefined,
  { meta, error }: RejectedAction,
): RequestRow | undefined {
  if (meta.aborted === true || isNewerAnswer(row, meta)) return withoutRequest(row, meta)
  const { fetchedAt, seq, date, expiresAt, errorPolicy } = meta
  return {
    fetchedAt,
    seq,
    status: 'rejected',
    ...otherRequest(row, meta),
    // What was invalidated must not come back with an error that lets the data be shown.
    ...(row?.result === undefined || row.invalid ? {} : { result: row.result }),
    date,
    expiresAt,
    invalid: false,
    error,
    ...(errorPolicy === undefined ? {} : { errorPolicy }),
  }
}

/** What was there before a request that came to nothing. */
function withoutRequest(row: RequestRow | undefined, meta: RequestMeta): RequestRow | undefined {
  if (row?.requestId !== meta.requestId) return row
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

/** `pending` that comes a second time, after the request has ended. */
function isAnswerOf(row: RequestRow | undefined, meta: RequestMeta): boolean {
  return row !== undefined && row.status !== 'pending' && compareOrder(meta, row) === 0
}

function isNewerAnswer(row: RequestRow | undefined, meta: RequestMeta): boolean {
  return row !== undefined && compareOrder(meta, row) < 0
}
