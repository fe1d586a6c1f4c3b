import { type Cause, type Causes, namesSince, withResponse } from './causes'
import { RefetchLoopError } from '../state/errors'
import type { Flight } from './InFlightRequest'
import type { InFlightRequests } from './InFlightRequests'
import type { Problems } from './Problems'
import { report } from '../report'

/** Why a reader that waits will not wait for ever. */
export type Reason = 'request' | 'microtask' | 'timer'

/** A key is asked for so many times within `BRAKE_WINDOW` ms at the most where only responses cause it. */
const BRAKE_COUNT = 5
const BRAKE_WINDOW = 1_000

/** How many keys are remembered at the most: more than can be in a circle. */
const MAX_KEYS = 1_000

/** What a reader asks for. */
export interface Requested {
  readonly key: string
  readonly requestKey: string
  readonly name: string
}

interface Store {
  readonly inFlight: InFlightRequests
  readonly problems: Problems
  isCurrent(flight: Flight, isExplicit: boolean): boolean
}

/** What is asked for in the next microtask, and the responses that led to it. */
interface Plan {
  readonly key: string
  readonly asks: Set<() => void>
  causes: Causes | undefined
}

/**
 * The requests of readers: one for each key, in a microtask, so that two invalidations in a row send one request. Only here
 * are they started, put off, or given up.
 */
export class Refetches {
  readonly #store: Store
  readonly #soon = new Map<string, Plan>()
  #later = new Map<string, number>()
  /** When circles of responses had a key asked for again. */
  readonly #turns = new Map<string, readonly number[]>()
  readonly #last = new Map<string, Reason>()
  /** The response that is being committed, after those that led to it; `undefined` while anything else happens. */
  #causes: Causes | undefined
  #running: Plan | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Calls something as caused by a response. */
  because<Result>(cause: Cause, run: () => Result): Result {
    const before = this.#causes
    this.#causes = withResponse(cause)
    try {
      return run()
    } finally {
      this.#causes = before
    }
  }

  /** The responses that led to a request that starts now; `undefined` where somebody else asks for it. */
  causesOf(key: string): Causes | undefined {
    // A component may render before the microtask comes, and start what is planned.
    const plan = this.#running?.key === key ? this.#running : this.#soon.get(key)
    return plan?.causes
  }

  /** Why the wait for a key will end; `undefined` where nothing would end it. */
  reasonFor({ key, requestKey }: Requested): Reason | undefined {
    const flight = this.#store.inFlight.read(requestKey)
    if (flight !== undefined && this.#store.isCurrent(flight, false)) return 'request'
    if (this.#soon.has(key)) return 'microtask'
    return this.#later.has(key) ? 'timer' : undefined
  }

  /** What was done for a key last, for the message of a reader that waits in vain. */
  lastReason(key: string): string {
    return this.#last.get(key) ?? 'none'
  }

  /** Calls `ask` in a microtask; `onLoop` where a circle of responses keeps having the key asked for. */
  schedule(requested: Requested, ask: () => void, onLoop: () => void): void {
    const { key } = requested
    const causes = this.#causes
    const isAllowed = causes === undefined || this.#allows(requested, causes)
    this.#remember(key, 'microtask')
    let plan = this.#soon.get(key)
    if (plan === undefined) {
      this.#soon.set(key, (plan = { key, asks: new Set(), causes }))
      queueMicrotask(() => this.#run(key))
    }
    plan.causes ??= causes
    plan.asks.add(isAllowed ? ask : onLoop)
  }

  /** Says that something will be done about a key when a timer ends; returns how to say that it was done. */
  defer(key: string): () => void {
    this.#remember(key, 'timer')
    const later = this.#later
    later.set(key, (later.get(key) ?? 0) + 1)
    return () => {
      const left = (later.get(key) ?? 1) - 1
      if (left > 0) later.set(key, left)
      else later.delete(key)
    }
  }

  /** Forgets what was put off: its timers are gone. */
  clear(): void {
    // Another map, as what was put off before must not be taken from what is put off from now on.
    this.#later = new Map()
  }

  #remember(key: string, reason: Reason): void {
    if (process.env.NODE_ENV === 'production') return
    if (this.#last.size > MAX_KEYS) this.#last.clear()
    this.#last.set(key, reason)
  }

  #run(key: string): void {
    const plan = this.#soon.get(key)
    this.#soon.delete(key)
    this.#running = plan
    for (const ask of plan?.asks ?? []) {
      try {
        ask()
      } catch (error) {
        report(error)
      }
    }
    this.#running = undefined
  }

  /** Counts once for each microtask, however many readers a key has. */
  #allows({ key, name }: Requested, causes: Causes): boolean {
    if (this.#soon.has(key)) return this.#store.problems.of(key) === undefined
    if (this.#turns.size > MAX_KEYS) this.#turns.clear()
    const now = Date.now()
    const turns = (this.#turns.get(key) ?? []).filter((time) => now - time < BRAKE_WINDOW)
    // The first turn of a circle looks like any other response, of which there may be as many as there are, such as those of a poll.
    if (!causes.has(key) && turns.length > 0) return true
    if (turns.length < BRAKE_COUNT) {
      this.#turns.set(key, [...turns, now])
      return true
    }
    this.#turns.delete(key)
    this.#store.problems.note(key, new RefetchLoopError(namesSince(key, name, causes)))
    return false
  }
}
