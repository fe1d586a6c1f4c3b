import { addTo, getOrCreate, type Groups, removeFrom } from '../../util/collections'
import { runSafely } from '../report'
import { RefetchLoopError } from '../state/errors'
import type { Call, Causes } from './InFlightRequest'
import { noteProblem, type ProblemStore } from './Problems'

/** Why a reader will not wait for ever. */
export type Reason = 'request' | 'microtask' | 'timer'

/** A response of a read, which may make readers refetch. */
export interface Cause {
  readonly key: string
  readonly name: string
  /** What led to its request. */
  readonly causes?: Causes | undefined
}

/** A key is requested this often within `BRAKE_WINDOW` ms at most where only responses cause it. */
const BRAKE_COUNT = 5
const BRAKE_WINDOW = 1_000

/** How many keys are remembered at most: more than a circle can have. */
export const MAX_KEYS = 1_000

interface Store extends ProblemStore {
  /** Development alone has it. */
  readonly waiting?: { note(key: string, reason: Reason): void } | undefined
  currentRead(call: Call): object | undefined
}

/** What starts in the next microtask for a key, and the responses that led to it. */
interface Plan {
  readonly key: string
  readonly starts: Set<() => void>
  causes: Causes | undefined
}

/**
 * The requests of readers: one for each key, in a microtask, so that two invalidations in a row send one request. They are
 * started, deferred and given up nowhere else.
 */
export class Refetches {
  readonly #store: Store
  readonly #plans = new Map<string, Plan>()
  readonly #deferred: Groups<string, object> = new Map()
  /** When circles of responses had a key requested again. */
  readonly #turns = new Map<string, readonly number[]>()
  /** The response that is being committed, after those that led to it; `undefined` while anything else happens. */
  #causes: Causes | undefined
  #running: Plan | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Calls something as caused by a response. */
  because<Result>({ key, name, causes }: Cause, run: () => Result): Result {
    const before = this.#causes
    const all = new Map(causes)
    // It comes last even if it is there already, so that all of a circle follows the key that it began with.
    all.delete(key)
    this.#causes = all.set(key, name)
    try {
      return run()
    } finally {
      this.#causes = before
    }
  }

  /** Whether the response of a read causes what happens now. */
  get isCaused(): boolean {
    return this.#causes !== undefined
  }

  /** The responses that led to a request that starts now; `undefined` where a caller starts it. */
  causesOf(key: string): Causes | undefined {
    // A component may render before the microtask comes, and start what is planned.
    const plan = this.#running?.key === key ? this.#running : this.#plans.get(key)
    return plan?.causes
  }

  /** Why the wait for a key will end; `undefined` where nothing would end it. */
  reasonFor(call: Call): Reason | undefined {
    const { key } = call
    if (this.#store.currentRead(call) !== undefined) return 'request'
    if (this.#plans.has(key)) return 'microtask'
    return this.#deferred.has(key) ? 'timer' : undefined
  }

  /** Calls `start` in a microtask; `onLoop` where a circle of responses keeps having the key requested. */
  schedule(call: Call, start: () => void, onLoop: () => void): void {
    const { key } = call
    const causes = this.#causes
    const isAllowed = causes === undefined || this.#allows(call, causes)
    if (process.env.NODE_ENV !== 'production') this.#store.waiting?.note(key, 'microtask')
    const plan = getOrCreate(this.#plans, key, (): Plan => {
      queueMicrotask(() => this.#run(key))
      return { key, starts: new Set(), causes }
    })
    plan.causes ??= causes
    plan.starts.add(isAllowed ? start : onLoop)
  }

  /** Records that a timer will do something about a key; returns the function to call when it did. */
  defer(key: string): () => void {
    if (process.env.NODE_ENV !== 'production') this.#store.waiting?.note(key, 'timer')
    const timer = {}
    addTo(this.#deferred, key, timer)
    return () => removeFrom(this.#deferred, key, timer)
  }

  /** Forgets what was deferred: its timers are gone. */
  clear(): void {
    this.#deferred.clear()
  }

  #run(key: string): void {
    this.#running = this.#plans.get(key)
    this.#plans.delete(key)
    for (const start of this.#running?.starts ?? []) runSafely(start)
    this.#running = undefined
  }

  /** Counts once for each microtask, however many readers a key has. */
  #allows({ key, endpoint }: Call, causes: Causes): boolean {
    if (this.#plans.has(key)) return !this.#store.problems.has(key)
    if (this.#turns.size > MAX_KEYS) this.#turns.clear()
    const now = Date.now()
    const turns = (this.#turns.get(key) ?? []).filter((time) => now - time < BRAKE_WINDOW)
    // The first turn of a circle looks like any other response, which may come as often as they do, such as those of a poll.
    if (!causes.has(key) && turns.length > 0) return true
    if (turns.length < BRAKE_COUNT) {
      this.#turns.set(key, [...turns, now])
      return true
    }
    this.#turns.delete(key)
    noteProblem(this.#store, key, new RefetchLoopError(namesInCircle(key, endpoint.name, causes)))
    return false
  }
}

/** The endpoints of the circle that leads from a key's last response back to the key. */
function namesInCircle(key: string, name: string, causes: Causes): readonly string[] {
  const start = [...causes.keys()].indexOf(key)
  return [...new Set([name, ...[...causes.values()].slice(start)])]
}
