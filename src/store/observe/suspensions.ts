import { dropUnread } from '../requests/dropUnread'
import type { Call } from '../requests/Request'
import type { Runtime } from '../Runtime'
import { GRACE } from '../state/expiry'
import type { Suspension } from './deriveView'

/** So long an outcome is kept that was waited for, in ms, until a component renders it. */
const LONGEST_RENDER = 10_000

/**
 * When a reader comes, in ms since 1970: where its component was suspended, at the beginning of that. So it shows the outcome,
 * however late it renders.
 */
export function arrivalOf(runtime: Runtime, call: Call): number {
  const suspension = runtime.suspensions.get(call.key)
  if (suspension === undefined) return Date.now()
  // React may render it several times.
  if (suspension.promise === undefined) forgetSoon(runtime, call, suspension, GRACE)
  return suspension.since
}

/** Notes that there is something to show, or that the request will not bring it. */
export function endSuspension(runtime: Runtime, call: Call, suspension: Suspension): void {
  suspension.promise = undefined
  forgetSoon(runtime, call, suspension, LONGEST_RENDER)
}

function forgetSoon(runtime: Runtime, call: Call, suspension: Suspension, delay: number): void {
  const { timers, suspensions } = runtime
  suspension.keep?.()
  suspension.keep = timers.after(delay, () => {
    if (suspensions.get(call.key) !== suspension) return
    suspensions.delete(call.key)
    dropUnread(runtime, call)
  })
}
