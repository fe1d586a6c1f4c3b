import { getOrCreate } from '../../util/collections'
import type { Gate } from '../Manager'
import { runSafely } from '../report'
import type { InFlightRequests, Request } from '../requests/Request'
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
  readonly current: Request | undefined
  /** The read in flight, or a new one. */
  request(): Request
  /** Waits for a request. */
  retain(request: Request): void
}

interface Store {
  readonly inFlight: InFlightRequests
  readonly timers: Timers
}

/** What readers have requested of a key. */
interface Counts {
  /** Each request takes a pause of its own; this is the end of the last one. */
  usedUntil: number
  /** How often in a row because of doubt. */
  doubts: number
}

/** A key is requested for readers this often at once, then once in so many ms. */
const BRAKE_COUNT = 5
const BRAKE_PAUSE = 1_000

/** So long readers that show something wait for mutations in flight, in ms. */
const LONGEST_QUIET = 1_000

/** Between the end of a gate's wait and the request, in ms. */
const GATE_PAUSE = 1

/** The pauses after doubtful responses in a row, in ms, each twice as long as the one before. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/** How many keys are remembered at most. */
const MAX_KEYS = 1_000

/**
 * The readers of a store that have to ask. One that shows nothing asks at once; the others wait until no read of their call
 * and no mutation is in flight. All times are those of `performance.now`, which nobody sets back.
 */
export class Asking {
  readonly #store: Store
  /** The moment from which each of them waits. */
  readonly #askers = new Map<Asker, number>()
  readonly #counts = new Map<string, Counts>()
  #isScheduled = false
  #stopTimer: (() => void) | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Looks in a microtask at what a reader needs, or after some ms, so that two invalidations in a row send one request. */
  add(asker: Asker, delay = 0): void {
    const since = performance.now() + delay
    this.#askers.set(asker, Math.min(since, this.#askers.get(asker) ?? since))
    this.look()
  }

  /** Has what a reader needs requested now, if it may be. Throws what keeps the request from its start. */
  askNow(asker: Asker): void {
    if (this.#ask(asker, performance.now()) !== undefined) this.add(asker)
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

  /** Whether a reader is to ask. */
  has(asker: Asker): boolean {
    return this.#askers.has(asker)
  }

  clear(): void {
    this.#askers.clear()
  }

  #lookNow(): void {
    let next = Infinity
    for (const [asker, since] of this.#askers) {
      const pause = runSafely(() => this.#ask(asker, since))
      if (pause === undefined) this.#askers.delete(asker)
      else next = Math.min(next, pause)
    }
    this.#stopTimer?.()
    this.#stopTimer = undefined
    if (next < Infinity) this.#stopTimer = this.#store.timers.after(next, () => this.#lookNow())
  }

  /** Has what a reader needs requested; or the ms until it may be. */
  #ask(asker: Asker, since: number): number | undefined {
    const waited = performance.now() - since
    if (waited < 0) return -waited
    const { current, observed, need } = asker
    const counts = this.#countsOf(observed.key)
    if (need !== 'certainty') counts.doubts = 0
    if (need === undefined) return undefined
    if (current !== undefined) {
      asker.retain(current)
      return undefined
    }
    const { gate } = asker
    if (gate !== undefined) {
      this.#askAfter(gate, asker)
      return undefined
    }
    const used = Math.max(0, counts.usedUntil - performance.now())
    const quiet = need === 'data' ? 0 : this.#quietOf(counts) - waited
    const pause = Math.max(used - (BRAKE_COUNT - 1) * BRAKE_PAUSE, quiet)
    if (pause > 0) return pause
    counts.usedUntil = performance.now() + used + BRAKE_PAUSE
    if (need === 'certainty') counts.doubts += 1
    asker.retain(asker.request())
    return undefined
  }

  #countsOf(key: string): Counts {
    if (this.#counts.size > MAX_KEYS) this.#counts.clear()
    return getOrCreate(this.#counts, key, () => ({ usedUntil: 0, doubts: 0 }))
  }

  /** How long a reader that shows something waits, in ms. */
  #quietOf({ doubts }: Counts): number {
    const isMutating = this.#store.inFlight.all.some((it) => it.isMutation)
    const pause = doubts === 0 ? 0 : Math.min(FIRST_PAUSE * 2 ** (doubts - 1), LONGEST_PAUSE)
    return Math.max(isMutating ? LONGEST_QUIET : 0, pause)
  }

  /** Goes on when a gate opens. One with an error is opened by `wake`. */
  #askAfter({ until }: Gate, asker: Asker): void {
    // After a pause, as a gate may give a promise again that has settled.
    const opened = (): void => this.add(asker, GATE_PAUSE)
    void until?.then(opened, opened)
  }
}
