import type { EntityRow } from '../schema/contract'
import { isStale } from '../store/state/expiry'
import type { RequestRow } from '../store/state/state'

/** What there is to know of a row besides its data. */
export type Mark = 'pending' | 'in flight' | 'failed' | 'deleted' | 'invalid' | 'doubtful' | 'stale'

/** The marks of a row of a table. */
export function marksOfEntity({ invalid, meta }: EntityRow, isPending: boolean): readonly Mark[] {
  const marks: Mark[] = isPending ? ['pending'] : []
  if (invalid) return [...marks, meta.deleted === undefined ? 'invalid' : 'deleted']
  if (meta.doubtful !== undefined) marks.push('doubtful')
  if (isStale(meta)) marks.push('stale')
  return marks
}

/** The marks of a request. */
export function marksOfRequest(row: RequestRow): readonly Mark[] {
  const marks: Mark[] = []
  if (row.requestId !== undefined) marks.push('in flight')
  if (row.error !== undefined) marks.push('failed')
  if (row.invalid) marks.push('invalid')
  else if (row.status !== 'pending' && isStale(row)) marks.push('stale')
  return marks
}
