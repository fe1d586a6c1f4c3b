import { endAllFlights } from './requests/endFlights'
import { report } from './report'
import type { Runtime } from './Runtime'

/** Ends all that a store has going: managers, requests under way, timers. */
export function disposeRuntime(runtime: Runtime): void {
  for (const cleanup of runtime.cleanups) {
    try {
      cleanup()
    } catch (error) {
      report(error)
    }
  }
  runtime.cleanups.clear()
  endAllFlights(runtime)
  runtime.watchers.tellAll()
  runtime.timers.clear()
  // What timers were to end.
  runtime.freshness.clear()
  runtime.refetches.clear()
}
