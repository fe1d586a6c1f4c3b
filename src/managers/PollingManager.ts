import { getOrCreate } from '../util/collections'
import type { Manager, ManagerHooks, ManagerStore, Reader } from '../store/Manager'
import { LONGEST_TIMER } from '../store/Timers'
import { isExpired, isSettled } from '../store/state/requestRows'
import type { RequestRow, RestState } from '../store/state/state'
import { getRow } from '../store/state/table'
import { type Attendance, attendanceOf, type Presence } from './Presence'

/** The options of `new PollingManager()`. */
export interface PollingOptions {
  /** Tells if there is a network, and if the app is visible. Default: what the browser reports; on a server, always both. */
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
  readonly #options: PollingOptions

  constructor(options: PollingOptions = {}) {
    this.#options = options
  }

  init(store: ManagerStore): ManagerHooks {
    const attendance = attendanceOf(this.#options.presence)
    const polls = new Map<string, Poll>()
    const scheduleAll = (): void => polls.forEach((poll) => poll.schedule())
    let stopListening: (() => void) | undefined
    return {
      reader(reader) {
        const { endpoint, key, isLive } = reader
        if (!isLive || endpoint.pollFrequency === undefined) return undefined
        stopListening ??= attendance.listen(scheduleAll)
        const poll = getOrCreate(polls, key, () => new Poll(store, attendance, key))
        poll.readers.add(reader)
        poll.schedule()
        return () => {
          poll.readers.delete(reader)
          poll.schedule()
          if (poll.readers.size > 0) return
          poll.end()
          polls.delete(key)
          if (polls.size > 0) return
          stopListening?.()
          stopListening = undefined
        }
      },
      action(action) {
        if (attendance.take(action)) scheduleAll()
        else polls.forEach((poll) => poll.notify())
      },
    }
  }
}

/** Failures make the pauses longer, up to this many ms (or the frequency, where that is more). */
const LONGEST_PAUSE = 300_000

/** Polls one key, at the smallest frequency of its readers. */
class Poll {
  readonly readers = new Set<Reader>()
  readonly #store: ManagerStore
  readonly #attendance: Attendance
  readonly #key: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: ReturnType<ManagerStore['refetch']> | undefined
  #failures = 0
  #requestedAt = 0
  #row: RequestRow | undefined
  #lastReset: RestState['lastReset'] | undefined

  constructor(store: ManagerStore, attendance: Attendance, key: string) {
    this.#store = store
    this.#attendance = attendance
    this.#key = key
    this.#look()
  }

  /** Sets the timer of the next request, unless polling is paused. */
  readonly schedule = (): void => {
    clearTimeout(this.#timer)
    const reader = fastestOf(this.readers)
    const { isOnline, isVisible } = this.#attendance.now()
    if (reader === undefined || this.#request || !isOnline || !isVisible) return
    const pause = this.#dueAt(frequencyOf(reader)) - Date.now()
    const next = pause > LONGEST_TIMER ? this.schedule : () => this.#poll(reader)
    this.#timer = setTimeout(next, Math.min(pause, LONGEST_TIMER))
  }

  /** The request row may have changed, by a request of this poll or another one. */
  notify(): void {
    const before = this.#row
    const wasReset = this.#look()
    const row = this.#row
    if (row === before && !wasReset) return
    if (isSettled(row) && row.date !== before?.date) {
      this.#failures = row.status === 'rejected' ? this.#failures + 1 : 0
    }
    // What was reset, invalidated or expired is requested at once; what is in flight was requested too early.
    if (wasReset || (isStale(row) && !isStale(before))) {
      this.#requestedAt = 0
      this.#request?.abort()
      this.#request = undefined
    }
    this.schedule()
  }

  /** In a macrotask: a reader that comes within the same task, as in StrictMode, joins the request. */
  end(): void {
    const request = this.#request
    setTimeout(() => request?.abort())
  }

  /** Takes what the state has; true after a reset. */
  #look(): boolean {
    const { requests, lastReset } = this.#store.getState()
    const wasReset = lastReset !== this.#lastReset
    this.#row = getRow(requests, this.#key)
    this.#lastReset = lastReset
    return wasReset
  }

  #dueAt(frequency: number): number {
    const longest = Math.max(frequency, LONGEST_PAUSE)
    const row = this.#row
    const last = Math.max(row === undefined || isStale(row) ? 0 : row.date, this.#requestedAt)
    // A clock that was set back does not stop the poll.
    return Math.min(last, Date.now()) + Math.min(frequency * 2 ** this.#failures, longest)
  }

  #poll(reader: Reader): void {
    this.#requestedAt = Date.now()
    const gate = this.#store.gate(reader, 'poll')
    if (gate !== undefined) {
      // An error is asked for again when the next request is due.
      void (gate.until ?? Promise.resolve()).then(this.schedule, this.schedule)
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

function fastestOf(readers: Iterable<Reader>): Reader | undefined {
  return [...readers].sort((one, other) => frequencyOf(one) - frequencyOf(other))[0]
}

function frequencyOf({ endpoint: { pollFrequency = 0 } }: Reader): number {
  // What is no time in production, where nothing checks it, does not poll.
  return pollFrequency > 0 ? pollFrequency : Infinity
}
