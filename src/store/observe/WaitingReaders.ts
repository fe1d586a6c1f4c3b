import type { Call } from '../requests/InFlightRequest'
import { MAX_KEYS, type Reason, type Refetches } from '../requests/Refetches'
import type { Timers } from '../Timers'

/** A reader on the page, or about to be, that has nothing to show. */
export interface WaitingReader {
  readonly observed: Call
  /** Whether the state still gives it nothing to show. */
  readonly isStillWaiting: boolean
}

/**
 * The readers that wait; development alone has them. It is checked after every action that each has a reason to wait: a
 * request in flight, or one that is about to start. A reader without a reason would wait for ever.
 */
export class WaitingReaders {
  readonly #readers = new Set<WaitingReader>()
  readonly #refetches: Refetches
  readonly #timers: Timers
  readonly #catchUp: () => void
  /** What was done for a key last, for the message. */
  readonly #lastReasons = new Map<string, Reason>()
  #isScheduled = false

  /** @param catchUp notifies readers of what they were not notified of, such as a jump in DevTools */
  constructor(refetches: Refetches, timers: Timers, catchUp: () => void) {
    this.#refetches = refetches
    this.#timers = timers
    this.#catchUp = catchUp
  }

  enter(reader: WaitingReader): void {
    this.#readers.add(reader)
    this.checkSoon()
  }

  leave(reader: WaitingReader): void {
    this.#readers.delete(reader)
  }

  /** Something was done that ends a wait. */
  note(key: string, reason: Reason): void {
    if (this.#lastReasons.size > MAX_KEYS) this.#lastReasons.clear()
    this.#lastReasons.set(key, reason)
  }

  /** Checks in a macrotask. */
  checkSoon(): void {
    if (this.#isScheduled || this.#readers.size === 0) return
    this.#isScheduled = true
    this.#timers.after(0, () => {
      this.#isScheduled = false
      this.#catchUp()
      for (const reader of this.#readers) this.#check(reader)
    })
  }

  #check(reader: WaitingReader): void {
    const { observed } = reader
    const { key, endpoint } = observed
    const problem = !reader.isStillWaiting
      ? 'was not notified of data that is there'
      : this.#refetches.reasonFor(observed) === undefined
        ? 'waits for data that no request is to bring'
        : undefined
    if (problem === undefined) return
    this.#readers.delete(reader)
    const lastReason = this.#lastReasons.get(key) ?? 'none'
    console.error(
      `A reader of ${endpoint.name} ${problem} (key "${key}", last reason: ${lastReason}). This is a mistake of rtk-rest; please report it.`,
    )
  }
}
