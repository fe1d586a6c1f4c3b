import { ResetError, toRestError } from './errors'
import type { Flight } from './Flight'
import { requestMeta } from './requestMeta'
import type { Runtime } from './Runtime'

/** Lets every read that started before a reset reject, and its request go; after a logout the mutations, too. */
export function endFlights(runtime: Runtime): void {
  const loggedOut = runtime.logout.current
  for (const flight of runtime.flights.values()) {
    if (flight.isConcluding || !runtime.isBeforeReset(flight)) continue
    // Who is suspended for it would ask again, as nobody; it is told what everybody else is.
    if (flight.isAwaited && loggedOut) runtime.noteAbort(flight.key, loggedOut.error)
    endRead(runtime, flight)
  }
  if (loggedOut === undefined) return
  for (const flight of runtime.mutations) {
    // A sensitive one is the sign-in or sign-out itself, and nothing of it is ever stored.
    const isOfOldUser = runtime.isBeforeReset(flight) && !flight.isSensitive
    if (isOfOldUser && !flight.isConcluding) flight.abort('Logged out')
  }
}

/** Ends everything that is under way, for good. */
export function endAllFlights(runtime: Runtime): void {
  for (const flight of runtime.flights.values()) {
    if (!flight.isConcluding) flight.abort('The store was disposed of.')
  }
  for (const flight of runtime.mutations) {
    if (!flight.isConcluding) flight.abort('The store was disposed of.')
  }
}

function endRead(runtime: Runtime, flight: Flight): void {
  const error = new ResetError()
  const meta = requestMeta(flight, 'rejected', 0)
  runtime.flights.delete(flight.key)
  flight.end({ action: runtime.actions.rejected(toRestError(error), meta), error })
}
