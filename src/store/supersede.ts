import type { FinalAction } from './actions'
import type { FlightInit, Outcome } from './Flight'
import type { Runtime } from './Runtime'

/** Stores an answer that was given by hand; who waits for the server's gets it instead. */
export function supersede(
  runtime: Runtime,
  request: FlightInit,
  action: FinalAction,
  outcomeOf: () => Outcome,
): void {
  const flight = request.isMutation ? undefined : runtime.flights.get(request.key)
  if (flight !== undefined) {
    runtime.flights.delete(request.key)
    if (flight.isAwaited) runtime.deliveries.add(request.key, request.order)
  }
  runtime.dispatch(action)
  flight?.end(outcomeOf())
}
