import type { RootWith } from 'rtk-rest/types'
import { findRuntime } from '../../src/store/runtimes'

/** The internal work of a store; a field is absent if it is not accessible. */
export interface Remains {
  /** Requests in flight. */
  readonly inFlight?: number
  /** What is remembered of what landed, for requests that are older. */
  readonly log?: number
}

/** The one place where the simulator looks inside the library. */
export function remainsOf(store: { getState(): RootWith<'rest'> }): Remains {
  const { inFlight, journal } = findRuntime(store, 'rest')
  return { inFlight: inFlight.size, log: journal.size }
}
