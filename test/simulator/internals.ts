import type { RootWith } from 'rtk-rest'
import { findRuntime } from '../../src/store/runtimes'

/** What a store has going that no public name tells; a field is absent where it cannot be known. */
export interface Remains {
  /** Requests in flight. */
  readonly inFlight?: number
  /** What is remembered of what landed, for requests that are older. */
  readonly log?: number
  /** Calls that a user asked for again after an error. */
  readonly retries?: number
  /** Rows about which mutations disagree, whose readers are still to ask. */
  readonly conflicts?: number
}

/** The one place where the simulator looks inside the library. */
export function remainsOf(store: { getState(): RootWith<'rest'> }): Remains {
  const { inFlight, landings, retries, conflicts } = findRuntime(store.getState, 'rest')
  return {
    inFlight: inFlight.size,
    log: landings.size,
    retries: retries.size,
    conflicts: conflicts.size,
  }
}
