import type { Gate } from '../Manager'
import { runSafely } from '../report'
import type { InFlightRequest, InFlightRequests } from '../requests/InFlightRequest'
import type { Timers } from '../Timers'
import type { Observed } from './deriveView'

/** What a reader has to ask for: it shows nothing, or what is stale, or what is doubtful. */
export type Need = 'data' | 'news' | 'certainty'

/** A mounted reader, which may have to ask. */
export interface Asker {
  readonly observed: Observed
  readonly need: Need | undefined
  readonly gate: Gate | undefined
  /** The read in flight whose response would be what is requested now. */
  readonly current: InFlightRequest | undefined
  /** The read in flight, or a new one. */
  request(): InFlightRequest
  /** Waits for a request. */
  retain(request: InFlightRequest): void
}

interface Store {
  readonly inFlight: InFlightRequests
  readonly timers: Timers
}

interface Waiter {
  /** In ms since 1970. */
  readonly since: number
  /** A timer adds it again. */
  readonly isLater: boolean
}

/** A key is requested for readers this often at once, then once in so many ms. */
const BRAKE_COUNT = 5
const BRAKE_PAUSE = 1_000

/** So long readers that show something wait for mutations in flight, in ms. */
const LONGEST_QUIET = 1_000

/** The pauses after doubtful responses in a row, in ms, each twice as long as the one before. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/** How many keys are remembered at most. */
const MAX_KEYS = 1_000

/**
 * The readers of a store that have to ask. One that shows nothing asks at once; the others wait until no read of their call
 * and no mutation is in flight.
 */
export class Asking {
  readonly #store: Store
  readonly #askers = new Map<Asker, Waiter>()
  #isScheduled = false
  #stopTimer: (() => void) | undefined
  /** Each request of a key takes a pause of its own; this is the end of the last one. */
  readonly #usedUntil = new Map<string, number>()
  /** How often a key was asked for in a row because of doubt. */
  readonly #doubts = new Map<string, number>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Looks in a microtask at what a reader needs, so that two invalidations in a row send one request. */
  add(asker: Asker): void {
    const { since = Date.now(), isLater = false } = this.#askers.get(asker) ?? {}
    this.#askers.set(asker, { since: isLater ? Date.now() : since, isLater: false })
    this.look()
  }

  /** As `add`, after some ms. */
  addLater(asker: Asker, delay: number): void {
    const waiter = { since: Date.now(), isLater: true }
    this.#askers.set(asker, waiter)
    this.#store.timers.after(delay, () => {
      if (this.#askers.get(asker) === waiter) this.add(asker)
    })
  }

  /** Looks in a microtask at all readers that have to ask, as after the end of a request. */
  look(): void {
    if (this.#isScheduled || this.#askers.size === 0) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#lookNow()
    })
  }

  /** Whether a reader that shows nothing waits for something. */
  hasReason(asker: Asker): boolean {
    return asker.current !== undefined || this.#askers.has(asker) || asker.gate !== undefined
  }

  /** Counts a request that a reader started. */
  count(key: string): void {
    if (this.#usedUntil.size > MAX_KEYS) this.#usedUntil.clear()
    this.#usedUntil.set(key, Date.now() + this.#usedFor(key) + BRAKE_PAUSE)
  }

  /** How long the next request of a key has to wait because there were too many, in ms. */
  pauseBefore(key: string): number {
    return Math.max(0, this.#usedFor(key) - (BRAKE_COUNT - 1) * BRAKE_PAUSE)
  }

  clear(): void {
    this.#askers.clear()
  }

  #lookNow(): void {
    let next = Infinity
    for (const [asker, waiter] of this.#askers) {
      if (waiter.isLater) continue
      const pause = runSafely(() => this.#ask(asker, waiter))
      if (pause === undefined) this.#askers.delete(asker)
      else next = Math.min(next, pause)
    }
    this.#stopTimer?.()
    this.#stopTimer = undefined
    if (next < Infinity) this.#stopTimer = this.#store.timers.after(next, () => this.#lookNow())
  }

  /** Has what a reader needs requested; or the ms until it may be. */
  #ask(asker: Asker, { since }: Waiter): number | undefined {
    const { current, observed, need } = asker
    const { key } = observed
    if (need !== 'certainty') this.#doubts.delete(key)
    if (need === undefined) return undefined
    const gate = current === undefined ? asker.gate : undefined
    if (gate !== undefined) {
      this.#askAfter(gate, asker)
      return undefined
    }
    if (current === undefined) {
      const pause = Math.max(this.pauseBefore(key), need === 'data' ? 0 : this.#quiet(key, since))
      if (pause > 0) return pause
      if (need === 'certainty') this.#countDoubt(key)
    }
    asker.retain(current ?? asker.request())
    return undefined
  }

  #countDoubt(key: string): void {
    if (this.#doubts.size > MAX_KEYS) this.#doubts.clear()
    this.#doubts.set(key, (this.#doubts.get(key) ?? 0) + 1)
  }

  /** Goes on when a gate opens. One with an error is opened by `wake`. */
  #askAfter({ until }: Gate, asker: Asker): void {
    // In a macrotask, as a gate may give a promise again that has settled.
    const opened = (): void => void this.#store.timers.after(0, () => this.add(asker))
    void until?.then(opened, opened)
  }

  /** How long a reader that shows something still waits, in ms. */
  #quiet(key: string, since: number): number {
    const { inFlight } = this.#store
    const isMutating = inFlight.all.some(({ call }) => call.isMutation)
    const doubts = this.#doubts.get(key) ?? 0
    const pause = doubts === 0 ? 0 : Math.min(FIRST_PAUSE * 2 ** (doubts - 1), LONGEST_PAUSE)
    const wait = Math.max(isMutating ? LONGEST_QUIET : 0, pause)
    // The clock of the machine may be set back.
    const waited = Date.now() - since
    return waited < 0 ? 0 : Math.max(0, wait - waited)
  }

  /** How long the pauses of a key still take. They take longer than they can where the clock of the machine was set back. */
  #usedFor(key: string): number {
    const left = (this.#usedUntil.get(key) ?? 0) - Date.now()
    return left > 0 && left <= BRAKE_COUNT * BRAKE_PAUSE ? left : 0
  }
}
