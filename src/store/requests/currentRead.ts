import type { Runtime } from '../Runtime'
import { isAwaitedStale, isExpired, refuses } from '../state/requestRows'
import { getRow } from '../state/table'
import { type Call, type InFlightRequest, isPage, requestKeyOf } from './InFlightRequest'

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
): InFlightRequest | undefined {
  const request = runtime.inFlight.read(requestKeyOf(call))
  return request && isCurrent(runtime, request, options) ? request : undefined
}

/** Whether the response of a read in flight would be what is requested now. */
export function isCurrent(
  runtime: Runtime,
  { call, stage, signal }: InFlightRequest,
  { isExplicit = false, isPrefetch = isExplicit }: JoinOptions = {},
): boolean {
  const { started } = call
  // Each call of a sensitive endpoint has a request of its own.
  if (stage === 'settled' || signal.aborted || call.endpoint.sensitive === true) return false
  if (runtime.isBeforeReset(call)) return false
  if (isExplicit && started < runtime.taskStart) return false
  const row = getRow(runtime.state.requests, call.key)
  // What a caller requests contains what was written or expired before.
  if (isPrefetch && (started < runtime.last.mutation || isAwaitedStale(row))) return false
  if (!refuses(row, started)) return true
  // Pages of a list come to it in any order.
  return isPage(call) && row?.invalid === false && !isExpired(row)
}
