import type { Outcome } from './history'
import type { Call, Instant, Operation } from './operations'
import type { Id, ItemData } from './server'

/** What a page shows. */
export interface Shown {
  /** The items that the store has, by whichever request. */
  readonly items: Readonly<Record<Id, ItemData | undefined>>
  /** What each call gives: the ids that are shown; `undefined` where there is nothing to show, or an error. */
  readonly calls: Readonly<Record<Call, readonly string[] | undefined>>
}

/** How a request ended. */
export interface Ending {
  readonly outcome: Outcome
  readonly response: unknown
}

/** What histories run on: the library, and its rules as a model. */
export interface Subject {
  /** Starts a request; returns the read in flight that it joined, if any. */
  start(op: number, operation: Operation): Promise<number | undefined> | number | undefined
  /** Ends a request. */
  end(op: number, ending: Ending): Promise<void> | void
  /** Does what happens at once. */
  happen(op: number, operation: Instant, response: unknown): void
  show(): Shown
  /** Whether what is shown of an item may be a mix of two writes. */
  isDoubtful(id: Id): boolean
  /** Whether a reader of the call would ask for it. */
  isStale(call: Call): Promise<boolean> | boolean
}
