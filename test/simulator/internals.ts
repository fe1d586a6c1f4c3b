import { Endpoint } from 'rtk-rest'
import type { RootWith } from 'rtk-rest/types'
import { findRuntime } from '../../src/store/runtimes'

/** The internal work of a store; a field is absent if it is not accessible. */
export interface Remains {
  /** Requests in flight. */
  readonly inFlight?: number
  /** What is remembered of what landed, for requests that are older. */
  readonly log?: number
  /** Calls that a user retried after an error. */
  readonly retries?: number
  /** Rows with conflicting mutations, whose readers have yet to send a request. */
  readonly conflicts?: number
}

/** Why the wait of a reader for a call will end, according to the store. */
export function reasonOfWait(store: { getState(): RootWith<'rest'> }, key: string) {
  const { refetches } = findRuntime(store, 'rest')
  return refetches.reasonFor({ key, args: [], endpoint: new Endpoint(async () => undefined) })
}

/** The one place where the simulator looks inside the library. */
export function remainsOf(store: { getState(): RootWith<'rest'> }): Remains {
  const { inFlight, landings, retries, conflicts } = findRuntime(store, 'rest')
  return {
    inFlight: inFlight.size,
    log: landings.size,
    retries: retries.size,
    conflicts: conflicts.size,
  }
}
