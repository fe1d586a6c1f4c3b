import type { Runtime } from '../Runtime'
import { type EndpointRead, readEndpoint } from '../select/readEndpoint'
import { setRetry } from '../state/errors'
import { isStale } from '../state/expiry'
import { withoutLayers } from '../state/layers'
import type { RequestRow } from '../state/state'
import { isWaiting, NOTHING_SHOWN, type Observed, type Shown, tooOld } from './deriveView'

/** What the state has for a reader. */
export function readShown({ state }: Runtime, { endpoint, args, key }: Observed): EndpointRead {
  const reading = readEndpoint(state, endpoint, key, args)
  if (reading.isFound || state.optimistic.length === 0) return reading
  // What a deletion in flight hides is shown until it has ended: no request would bring it back before.
  const stored = readEndpoint(withoutLayers(state), endpoint, key, args)
  return stored.isFound ? stored : reading
}

/** Whether data is to be fetched again where it is read anew. */
export function isStaleReading(reading: EndpointRead): boolean {
  return isStale(reading) || reading.isDoubtful()
}

/** What a reader starts from that goes on from no other one: a problem or response that is too old does not count. */
export function firstShown(runtime: Runtime, observed: Observed): Shown {
  const { problems, freshness } = runtime
  const { key } = observed
  const problem = problems.get(key)
  if (problem !== undefined && freshness.isStale(`${key} problem`, problem.expiresAt)) {
    problems.delete(key)
  }
  return { ...NOTHING_SHOWN, hidden: tooOld(runtime, observed, readShown(runtime, observed)) }
}

/** What a component goes on from that was suspended, and so has shown nothing itself. */
export function resumedShown(shown: Shown): Shown {
  return isWaiting(shown.view) ? { ...shown, presented: undefined } : shown
}

/** Has a retry of an error request the data again, however fresh the error is. */
export function allowRetry(
  { problems, suspended, retries }: Runtime,
  key: string,
  error: Error,
  row: RequestRow | undefined,
): void {
  setRetry(error, () => {
    problems.delete(key)
    suspended.drop(key)
    if (row !== undefined) retries.set(key, row.fetchedAt)
  })
}
