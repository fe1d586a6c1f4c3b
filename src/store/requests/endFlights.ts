import { DisposedError, ResetError, toRestError } from '../state/errors'
import type { Flight } from './InFlightRequest'
import { requestMeta } from './requestMeta'
import type { Runtime } from '../Runtime'

/** Lets every read that started before a reset reject, and its request go; after a logout the mutations, too. */
export function endFlights(runtime: Runtime): void {
  forgetReaders(runtime)
  for (const flight of runtime.inFlight.reads) {
    if (!flight.isConcluding && runtime.isBeforeReset(flight))
      endRead(runtime, flight, new ResetError())
  }
  if (runtime.logout.current === undefined) return
  for (const flight of runtime.inFlight.mutations) {
    // A sensitive one is the sign-in or sign-out itself, and nothing of it is ever stored.
    const isOfOldUser = runtime.isBeforeReset(flight) && !flight.isSensitive
    if (isOfOldUser && !flight.isConcluding) flight.abort('Logged out')
  }
}

/** Ends everything that is in flight, for good. */
export function endAllFlights(runtime: Runtime): void {
  const error = new DisposedError()
  runtime.dispose(error)
  forgetReaders(runtime)
  for (const flight of runtime.inFlight.reads) {
    if (!flight.isConcluding) endRead(runtime, flight, error)
  }
  for (const flight of runtime.inFlight.mutations) {
    if (!flight.isConcluding) flight.abort(error.message)
  }
}

/** Forgets what readers were still to ask for. */
function forgetReaders({ retries, conflicts }: Runtime): void {
  retries.clear()
  conflicts.clear()
}

function endRead(runtime: Runtime, flight: Flight, error: Error): void {
  const meta = requestMeta(flight, 'rejected', 0)
  runtime.inFlight.remove(flight)
  flight.end({ action: runtime.actions.rejected(toRestError(error), meta), error })
}
