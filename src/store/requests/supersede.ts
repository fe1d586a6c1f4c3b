import type { FinalAction } from '../state/actions'
import type { Outcome } from './InFlightRequest'
import type { Runtime } from '../Runtime'

/** Stores an answer that was given by hand; who waits for the server's gets it instead. */
export function supersede(
  runtime: Runtime,
  request: { readonly isMutation: boolean; readonly requestKey: string },
  action: FinalAction,
  outcomeOf: () => Outcome,
): void {
  const flight = request.isMutation ? undefined : runtime.inFlight.read(request.requestKey)
  if (flight !== undefined) runtime.inFlight.remove(flight)
  runtime.send(action)
  flight?.end(outcomeOf())
}
