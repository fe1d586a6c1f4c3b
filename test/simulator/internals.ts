import { createRest, type WriteAction } from 'rtk-rest'
import type { RootWith } from 'rtk-rest/types'
import { headIn, type StoredEntry } from '../../src/managers/persistence/persistedState'
import { restored, storedState } from '../../src/managers/persistence/restored'
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

/** What a tab restores of a text that starts with it. */
export function restoredOf(text: string): WriteAction['payload'] {
  const entries = entriesIn(text)
  if (entries.length === 0) return {}
  const stored = storedState(entries, headIn(entries)?.version ?? 0, undefined)
  if (stored === undefined) return {}
  const empty = createRest().reducer(undefined, { type: 'start' })
  return restored(stored.state, empty, () => true, stored.isUnsure).payload
}

/** The rows in a text that is stored. */
export function entriesIn(text: string): readonly StoredEntry[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => JSON.parse(line) as StoredEntry[])
}
