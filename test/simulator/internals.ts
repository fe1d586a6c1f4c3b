import type { RootWith } from 'rtk-rest/types'
import { findRuntime } from '../../src/store/runtimes'

// The one place where the simulator looks inside the library.

/** The internal work of a store; a field is absent if it is not accessible. */
export interface Remains {
  /** Requests in flight. */
  readonly inFlight?: number
  /** What is remembered of what landed, for requests that are older. */
  readonly log?: number
}

/** What a store has to forget. */
export function remainsOf(store: { getState(): RootWith<'rest'> }): Remains {
  const { inFlight, journal } = findRuntime(store, 'rest')
  return { inFlight: inFlight.size, log: journal.size }
}

/** Whether a reader is still to ask, after a pause. */
export function isAsking(store: { getState(): RootWith<'rest'> }): boolean {
  const { asking, observers } = findRuntime(store, 'rest')
  return [...observers.all].some((it) => asking.has(it as never))
}

/** The keys of the calls in flight. */
export function inFlightKeys(store: { getState(): RootWith<'rest'> }): readonly string[] {
  return findRuntime(store, 'rest').inFlight.all.map(({ key }) => key)
}
