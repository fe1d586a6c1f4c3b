import { getOrCreate } from '../util/getOrCreate'
import { RefetchLoopError } from './errors'
import type { Flight } from './Flight'
import type { InFlightRequests } from './InFlightRequests'
import type { Problems } from './Problems'
import { report } from './report'

/** Why a reader that waits will not wait for ever. */
export type Reason = 'request' | 'microtask' | 'timer'

/** A key is asked for so many times within `BRAKE_WINDOW` ms at the most where only responses cause it. */
const BRAKE_COUNT = 5
const BRAKE_WINDOW = 1_000

/** How many keys are remembered at the most: more than can be in a circle. */
const MAX_LOOPS = 1_000

/** What a reader asks for. */
export interface Asked {
  readonly key: string
  readonly requestKey: string
  readonly name: string
}

interface Store {
  readonly inFlight: InFlightRequests
  readonly problems: Problems
  isCurrent(flight: Flight, isExplicit: boolean): boolean
}

/** How often responses have had a key asked for again, and which. */
interface Loop {
  times: number[]
  readonly names: Set<string>
}

/**
 * The requests of readers: one for each key, in a microtask, so that two invalidations in a row send one request. Only here
 * are they started, put off, or given up.
 */
export class Refetches {
  /** The endpoint whose response is being committed; `undefined` while anything else happens. */
  cause: string | undefined
  readonly #store: Store
  readonly #soon = new Map<string, Set<() => void>>()
  #later = new Map<string, number>()
  readonly #loops = new Map<string, Loop>()
  readonly #last = new Map<string, Reason>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Calls something as caused by the response of an endpoint. */
  because<Result>(name: string, run: () => Result): Result {
    const before = this.cause
    this.cause = name
    try {
      return run()
    } finally {
      this.cause = before
    }
  }

  /** Why the wait for a key will end; `undefined` where nothing would end it. */
  reasonFor({ key, requestKey }: Asked): Reason | undefined {
    const flight = this.#store.inFlight.read(requestKey)
    if (flight !== undefined && this.#store.isCurrent(flight, false)) return 'request'
    if (this.#soon.has(key)) return 'microtask'
    return this.#later.has(key) ? 'timer' : undefined
  }

  /** What was done for a key last, for the message of a reader that waits in vain. */
  lastReason(key: string): string {
    return this.#last.get(key) ?? 'none'
  }

  /** Calls `ask` in a microtask; `onLoop` where responses keep having the key asked for. */
  schedule(asked: Asked, ask: () => void, onLoop: () => void): void {
    const { key } = asked
    const isAllowed = this.cause === undefined || this.#allows(asked, this.cause)
    this.#remember(key, 'microtask')
    let asks = this.#soon.get(key)
    if (asks === undefined) {
      this.#soon.set(key, (asks = new Set()))
      queueMicrotask(() => this.#run(key))
    }
    asks.add(isAllowed ? ask : onLoop)
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
    if (this.#last.size > MAX_LOOPS) this.#last.clear()
    this.#last.set(key, reason)
  }

  #run(key: string): void {
    const asks = this.#soon.get(key) ?? []
    this.#soon.delete(key)
    for (const ask of asks) {
      try {
        ask()
      } catch (error) {
        report(error)
      }
    }
  }

  /** Counts once for each microtask, however many readers a key has. */
  #allows({ key, name }: Asked, cause: string): boolean {
    if (this.#soon.has(key)) return this.#store.problems.of(key) === undefined
    if (this.#loops.size > MAX_LOOPS) this.#loops.clear()
    const loop = getOrCreate(this.#loops, key, () => ({ times: [], names: new Set([name]) }))
    const now = Date.now()
    loop.times = loop.times.filter((time) => now - time < BRAKE_WINDOW)
    loop.names.add(cause)
    if (loop.times.length < BRAKE_COUNT) {
      loop.times.push(now)
      return true
    }
    this.#loops.delete(key)
    this.#store.problems.note(key, new RefetchLoopError([...loop.names]))
    return false
  }
}
