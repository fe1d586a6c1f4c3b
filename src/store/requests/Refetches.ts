import { addTo, getOrCreate, type Groups, removeFrom } from '../../util/collections'
import { runSafely } from '../report'
import type { Timers } from '../Timers'
import type { Call } from './InFlightRequest'

/** Why a reader will not wait for ever. */
export type Reason = 'request' | 'microtask' | 'timer'

/** A key is requested for readers this often at once, then once in so many ms. */
const BRAKE_COUNT = 5
const BRAKE_PAUSE = 1_000

/** How many keys are remembered at most. */
export const MAX_KEYS = 1_000

interface Store {
  readonly timers: Timers
  /** Development alone has it. */
  readonly waiting?: { note(key: string, reason: Reason): void } | undefined
  currentRead(call: Call): object | undefined
}

/**
 * The requests of readers: one for each key, in a microtask, so that two invalidations in a row send one request. They are
 * started, deferred and slowed down nowhere else.
 */
export class Refetches {
  readonly #store: Store
  readonly #plans = new Map<string, Set<() => void>>()
  readonly #deferred: Groups<string, object> = new Map()
  /** Each request of a key takes a pause of its own; this is the end of the last one. */
  readonly #usedUntil = new Map<string, number>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Why the wait for a key will end; `undefined` where nothing would end it. */
  reasonFor(call: Call): Reason | undefined {
    const { key } = call
    if (this.#store.currentRead(call) !== undefined) return 'request'
    if (this.#plans.has(key)) return 'microtask'
    return this.#deferred.has(key) ? 'timer' : undefined
  }

  /** Calls `start` in a microtask; later where the key was requested too often, as in a circle of responses that invalidate each other. */
  schedule({ key }: Call, start: () => void): void {
    this.#note(key, 'microtask')
    getOrCreate(this.#plans, key, () => {
      queueMicrotask(() => this.#run(key))
      return new Set<() => void>()
    }).add(start)
  }

  /** Records that a timer will do something about a key; returns the function to call when it did. */
  defer(key: string): () => void {
    this.#note(key, 'timer')
    const timer = {}
    addTo(this.#deferred, key, timer)
    return () => removeFrom(this.#deferred, key, timer)
  }

  /** Forgets what was deferred: its timers are gone. */
  clear(): void {
    this.#deferred.clear()
  }

  #run(key: string): void {
    const starts = this.#plans.get(key) ?? []
    const wait = this.pauseBefore(key)
    if (wait > 0) {
      const done = this.defer(key)
      this.#plans.delete(key)
      this.#store.timers.after(wait, () => {
        done()
        for (const start of starts) this.schedule({ key } as Call, start)
      })
      return
    }
    this.#plans.delete(key)
    for (const start of starts) runSafely(start)
  }

  /** Counts a request that a reader started. */
  count(key: string): void {
    if (this.#usedUntil.size > MAX_KEYS) this.#usedUntil.clear()
    this.#usedUntil.set(key, Date.now() + this.#usedFor(key) + BRAKE_PAUSE)
  }

  /** How long the next request of a key has to wait, in ms. */
  pauseBefore(key: string): number {
    return Math.max(0, this.#usedFor(key) - (BRAKE_COUNT - 1) * BRAKE_PAUSE)
  }

  /** How long the pauses of a key still take. They take longer than they can where the clock of the machine was set back. */
  #usedFor(key: string): number {
    const left = (this.#usedUntil.get(key) ?? 0) - Date.now()
    return left > 0 && left <= BRAKE_COUNT * BRAKE_PAUSE ? left : 0
  }

  #note(key: string, reason: Reason): void {
    if (process.env.NODE_ENV !== 'production') this.#store.waiting?.note(key, reason)
  }
}
