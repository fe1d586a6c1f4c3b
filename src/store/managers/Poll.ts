import { compareOrder } from '../../schema/order'
import type { InFlightRequest, RequestPolicy } from '../requests/InFlightRequest'
import type { LoggedOut } from '../Logout'
import type { Watcher } from '../observe/Watchers'
import { requestKeyOf, type StartOptions, startRequest } from '../requests/lifecycle'
import { isExpired } from '../state/requestRows'
import type { Runtime } from '../Runtime'
import type { RequestRow } from '../state/state'
import type { Subscription } from '../Subscriptions'
import { getRow } from '../state/table'
import { LONGEST_TIMER } from '../Timers'
import type { Presence } from './presence'

/** Failures make the pauses longer, up to this many ms (or the frequency, where that is more). */
const LONGEST_PAUSE = 300_000

/** Asks again and again for one key, as often as the most demanding of its holders wants. */
export class Poll implements Watcher {
  readonly #runtime: Runtime
  readonly #presence: Presence
  readonly #key: string
  readonly #holders = new Set<Subscription>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #flight: InFlightRequest | undefined
  #failures = 0
  #askedAt = 0
  #seen: RequestRow | undefined
  /** Ends what it does for as long as it has holders; answers that are never fresh are kept for them meanwhile. */
  #stop: (() => void) | undefined
  /** The logout that came before its holders; after another one it rests until somebody else got an answer. */
  #born: LoggedOut | undefined

  constructor(runtime: Runtime, presence: Presence, key: string) {
    this.#runtime = runtime
    this.#presence = presence
    this.#key = key
    this.#born = runtime.logout.current
    this.#seen = this.#row
  }

  /** Adds one that wants the data. */
  add(holder: Subscription): void {
    this.#holders.add(holder)
    this.#born = this.#runtime.logout.current
    this.#watch()
    this.plan()
  }

  /** Lets one go; true where nobody is left. */
  remove(holder: Subscription): boolean {
    this.#holders.delete(holder)
    if (this.#holders.size > 0) {
      this.plan()
      return false
    }
    this.#end()
    return true
  }

  /** Sets the timer for the next request, if there is to be one. */
  plan(): void {
    clearTimeout(this.#timer)
    const holder = this.#mostDemanding()
    if (holder === undefined || this.#flight !== undefined || this.#isResting()) return
    const pause = this.#dueAt(frequencyOf(holder)) - Date.now()
    this.#timer = setTimeout(
      () => {
        if (pause > LONGEST_TIMER) this.plan()
        else this.#ask()
      },
      Math.min(Math.max(pause, 0), LONGEST_TIMER),
    )
  }

  /** Somebody's answer came, ours or not. */
  tell(): void {
    const row = this.#row
    const isNew = row !== undefined && row.status !== 'pending' && !isSameAnswer(row, this.#seen)
    if (isNew) {
      this.#failures = row.status === 'rejected' ? this.#failures + 1 : 0
      if (row.status === 'fulfilled') this.#born = this.#runtime.logout.current
    }
    const mustAsk = this.#isOutdated(row)
    if (row === undefined || isNew) this.#seen = row
    if (mustAsk) this.#askSoon(row)
    else this.plan()
  }

  /** Whether what is there, or on its way, was invalidated, expired or reset: that is not for the next poll to find out. */
  #isOutdated(row: RequestRow | undefined): boolean {
    const flight = this.#flight
    if (flight !== undefined && !this.#runtime.isCurrent(flight, false)) return true
    if (flight !== undefined) return false
    if (row === undefined) return this.#seen !== undefined
    // A request that was ended from within leaves the row as it was, and would be sent again without end.
    if (this.#runtime.problems.of(this.#key) !== undefined) return false
    return row.invalid || isExpired(row)
  }

  #askSoon(row: RequestRow | undefined): void {
    const holder = this.#mostDemanding()
    if (holder === undefined || this.#isResting()) return
    const { endpoint, args } = holder
    const requested = {
      key: this.#key,
      requestKey: requestKeyOf(endpoint, args, this.#key),
      name: endpoint.name,
    }
    const ask = (): void => this.#ask({ after: row?.expired })
    this.#runtime.refetches.schedule(requested, ask, () => this.plan())
  }

  get #row(): RequestRow | undefined {
    return getRow(this.#runtime.state.requests, this.#key)
  }

  #mostDemanding(): Subscription | undefined {
    return [...this.#holders].sort((one, other) => frequencyOf(one) - frequencyOf(other))[0]
  }

  #isResting(): boolean {
    const { current } = this.#runtime.logout
    const isLoggedOut = current !== undefined && current !== this.#born
    return isLoggedOut || !this.#presence.isOnline() || !this.#presence.isVisible()
  }

  #dueAt(frequency: number): number {
    const longest = Math.max(frequency, LONGEST_PAUSE)
    const last = Math.max(this.#row?.date ?? 0, this.#askedAt)
    return last + Math.min(frequency * 2 ** this.#failures, longest)
  }

  #ask(options?: StartOptions): void {
    const holder = this.#mostDemanding()
    if (holder === undefined) return
    const { endpoint, args } = holder
    const request = options ?? { policy: policyOf(holder) }
    const flight = startRequest(this.#runtime, endpoint, args, request)
    this.#askedAt = Date.now()
    if (flight === this.#flight) return
    this.#flight?.releaseSoon()
    this.#flight = flight
    flight.retain()
    void this.#planAfter(flight)
  }

  async #planAfter(flight: InFlightRequest): Promise<void> {
    await flight.outcome
    if (this.#flight !== flight) return
    this.#flight = undefined
    flight.release()
    this.tell()
  }

  #watch(): void {
    if (this.#stop !== undefined) return
    const { uncached, watchers } = this.#runtime
    const stopPresenting = uncached.present(this.#key)
    watchers.watch(this, { requestKey: this.#key, parts: [] })
    this.#stop = () => {
      watchers.unwatch(this)
      stopPresenting()
    }
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#stop?.()
    this.#stop = undefined
    this.#flight?.releaseSoon()
    this.#flight = undefined
  }
}

function frequencyOf({ endpoint }: Subscription): number {
  return endpoint.pollFrequency ?? Infinity
}

/** A failed poll keeps the data that is shown, and what it brings is never fresh for longer than to the next one. */
function policyOf(holder: Subscription): RequestPolicy {
  const frequency = frequencyOf(holder)
  return {
    dataExpiryLength: frequency / 2,
    errorExpiryLength: frequency / 10,
    errorPolicy: () => 'soft',
  }
}

function isSameAnswer(row: RequestRow, seen: RequestRow | undefined): boolean {
  return seen !== undefined && seen.status === row.status && compareOrder(row, seen) === 0
}
