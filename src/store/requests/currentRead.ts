import type { Runtime } from '../Runtime'
import { isAwaitedStale, isExpired, refuses } from '../state/requestRows'
import { getRow } from '../state/table'
import { type Call, type Request, requestKeyOf } from './Request'

/** Which read in flight a caller or reader may join. */
export interface JoinOptions {
  /** A caller wants what the server has by now: no read joins that an earlier task started. */
  readonly isExplicit?: boolean
  /** A caller wants what was written, invalidated or expired before. An explicit one does, too. */
  readonly isPrefetch?: boolean
}

/** The read in flight whose response would be what is requested now. */
export function currentRead(
  runtime: Runtime,
  call: Call,
  options?: JoinOptions,
): Request | undefined {
  const request = runtime.inFlight.read(requestKeyOf(call))
  return request && isCurrent(runtime, request, options) ? request : undefined
}

/** Whether the response of a read in flight would be what is requested now. */
export function isCurrent(
  runtime: Runtime,
  request: Request,
  { isExplicit = false, isPrefetch = isExplicit }: JoinOptions = {},
): boolean {
  const { key, started, stage, signal, isPage, isSensitive } = request
  // Each call of a sensitive endpoint has a request of its own.
  if (stage === 'settled' || signal.aborted || isSensitive) return false
  if (runtime.isBeforeReset(request)) return false
  if (isExplicit && started < runtime.taskStart) return false
  const row = getRow(runtime.state.requests, key)
  // What a caller requests contains what was written or expired before.
  if (isPrefetch && (started < runtime.last.mutation || isAwaitedStale(row))) return false
  if (!refuses(row, started)) return true
  // Pages of a list come to it in any order.
  return isPage && row?.invalid === false && !isExpired(row)
}
