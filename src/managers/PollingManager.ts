import { getOrCreate } from '../util/collections'
import type { Manager, ManagerHooks, ManagerStore, Reader } from '../store/Manager'
import { LONGEST_TIMER } from '../store/Timers'
import { isExpired, isSettled } from '../store/state/requestRows'
import type { RequestRow, RestState } from '../store/state/state'
import { getRow } from '../store/state/table'
import { browserPresence, type Presence, ReportedPresence } from './Presence'

/** What `new PollingManager()` takes. */
export interface PollingOptions {
  /** Whether there is a network, and whether the app is visible. Default: what the browser reports; on a server, always both. */
  readonly presence?: Presence
}

/**
 * Refetches the data of endpoints with a `pollFrequency` while it is kept up to date by `useLive`, `useSubscription`,
 * `retain` or `subscribe`. The smallest frequency of all of these counts. It pauses while the app is offline or
 * hidden. Errors keep the data that is shown, and make the pauses longer, up to five minutes.
 * The hooks bring it; for `retain` and `subscribe` alone, and for other options, give it to `createRest({ managers })`.
 */
export class PollingManager implements Manager {
  readonly name = 'polling'
  readonly #presence: Presence

  constructor({ presence = browserPresence }: PollingOptions = {}) {
    this.#presence = presence
  }

  init(store: ManagerStore): ManagerHooks {
    const presence = new ReportedPresence(this.#presence)
    const polls = new Map<string, Poll>()
    const scheduleAll = (): void => polls.forEach((poll) => poll.schedule())
    let stopListening: (() => void) | undefined
    return {
      reader(reader) {
        const { endpoint, key, isLive } = reader
        if (!isLive || endpoint.pollFrequency === undefined) return undefined
        stopListening ??= presence.listen(scheduleAll)
        const poll = getOrCreate(polls, key, () => new Poll(store, presence, key))
        poll.add(reader)
        return () => {
          if (poll.remove(reader)) polls.delete(key)
          if (polls.size > 0) return
          stopListening?.()
          stopListening = undefined
        }
      },
      action(action) {
        if (presence.take(action)) scheduleAll()
        else polls.forEach((poll) => poll.notify())
      },
    }
  }
}

/** Failures make the pauses longer, up to this many ms (or the frequency, where that is more). */
const LONGEST_PAUSE = 300_000

/** Polls one key, at the smallest frequency of its readers. */
class Poll {
  readonly #store: ManagerStore
  readonly #presence: Presence
  readonly #key: string
  readonly #readers = new Set<Reader>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: ReturnType<ManagerStore['refetch']> | undefined
  #failures = 0
  #requestedAt = 0
  #seen: RequestRow | undefined
  #lastReset: RestState['lastReset']

  constructor(store: ManagerStore, presence: Presence, key: string) {
    this.#store = store
    this.#presence = presence
    this.#key = key
    this.#seen = this.#row
    this.#lastReset = store.getState().lastReset
  }

  add(reader: Reader): void {
    this.#readers.add(reader)
    this.schedule()
  }

  /** Removes a reader; true where it was the last one. */
  remove(reader: Reader): boolean {
    this.#readers.delete(reader)
    this.schedule()
    const isLast = this.#readers.size === 0
    const request = this.#request
    // In a macrotask: one that comes within the same task, as in StrictMode, joins the request.
    if (isLast && request !== undefined) setTimeout(() => request.abort())
    return isLast
  }

  /** Sets the timer of the next request, unless polling is paused. */
  schedule(): void {
    clearTimeout(this.#timer)
    const reader = this.#fastest()
    if (reader === undefined || this.#request !== undefined || this.#isPaused()) return
    const pause = this.#dueAt(frequencyOf(reader)) - Date.now()
    this.#timer = setTimeout(
      () => {
        if (pause > LONGEST_TIMER) this.schedule()
        else this.#poll()
      },
      Math.min(Math.max(pause, 0), LONGEST_TIMER),
    )
  }

  /** The request row may have changed, by a request of this poll or another one. */
  notify(): void {
    const row = this.#row
    if (row === this.#seen && this.#lastReset === this.#store.getState().lastReset) return
    if (isSettled(row) && row.date !== this.#seen?.date) {
      this.#failures = row.status === 'rejected' ? this.#failures + 1 : 0
    }
    const { lastReset } = this.#store.getState()
    const isOutdated = lastReset !== this.#lastReset || (isStale(row) && !isStale(this.#seen))
    if (isOutdated) this.#restart()
    this.#lastReset = lastReset
    this.#seen = row
    this.schedule()
  }

  /** Data that was reset, invalidated or expired is requested at once; what is in flight was requested too early. */
  #restart(): void {
    this.#requestedAt = 0
    this.#request?.abort()
    this.#request = undefined
  }

  get #row(): RequestRow | undefined {
    return getRow(this.#store.getState().requests, this.#key)
  }

  #fastest(): Reader | undefined {
    return [...this.#readers].sort((one, other) => frequencyOf(one) - frequencyOf(other))[0]
  }

  #isPaused(): boolean {
    return !this.#presence.isOnline() || !this.#presence.isVisible()
  }

  #dueAt(frequency: number): number {
    const longest = Math.max(frequency, LONGEST_PAUSE)
    const row = this.#row
    const last = Math.max(row === undefined || isStale(row) ? 0 : row.date, this.#requestedAt)
    return last + Math.min(frequency * 2 ** this.#failures, longest)
  }

  #poll(): void {
    const reader = this.#fastest()
    if (reader === undefined) return
    this.#requestedAt = Date.now()
    const gate = this.#store.gate(reader, 'poll')
    if (gate !== undefined) {
      // An error is asked for again when the next request is due.
      const again = (): void => this.schedule()
      void (gate.until ?? Promise.resolve()).then(again, again)
      return
    }
    const request = (this.#request = this.#store.refetch(reader))
    void request.finally(() => {
      if (this.#request === request) this.#request = undefined
      this.schedule()
    })
  }
}

/** Whether data was invalidated or expired. */
function isStale(row: RequestRow | undefined): boolean {
  return row?.invalid === true || isExpired(row)
}

function frequencyOf({ endpoint }: Reader): number {
  return endpoint.pollFrequency ?? Infinity
}
