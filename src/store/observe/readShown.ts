import { isYoung } from '../requests/delivered'
import type { Runtime } from '../Runtime'
import { type EndpointRead, readEndpoint } from '../select/readEndpoint'
import { isStale } from '../state/expiry'
import { confirmedState } from '../state/confirmed'
import { isSettled } from '../state/requestRows'
import { isUnusable, type Observed } from './deriveView'

/** What the state has for a reader. */
export function readShown({ state }: Runtime, { endpoint, args, key }: Observed): EndpointRead {
  const reading = readEndpoint(state, endpoint, key, args)
  if (reading.isFound || Object.keys(state.confirmed).length === 0) return reading
  // What a deletion in flight hides is shown until it has ended: no request would bring it back before.
  const stored = readEndpoint(confirmedState(state), endpoint, key, args)
  return stored.isFound ? stored : reading
}

/** Whether what the state has is stale for a reader that comes now. */
export function isAged(
  runtime: Runtime,
  { endpoint, key }: Observed,
  reading: EndpointRead,
): boolean {
  const { row } = reading
  if (!isSettled(row)) return isStale(reading)
  if (isYoung(runtime, key, row)) return false
  const { errorExpiryLength = runtime.settings.errorExpiryLength } = endpoint
  return isUnusable(reading)
    ? isStale({ expiresAt: row.date + errorExpiryLength })
    : isStale(reading)
}
