import type { Action } from 'redux'
import { compareOrder } from '../../schema/contract'
import { getOrCreate } from '../../util/collections'
import { getOwn } from '../../util/record'
import { type Controller, runtimeOf } from '../Controller'
import type { LoggedOut } from '../Logout'
import type { Manager } from '../Manager'
import type { Runtime } from '../Runtime'
import type { Subscription } from '../Subscriptions'
import { LONGEST_TIMER } from '../Timers'
import type { StoreObserver } from '../observe/ObserverIndex'
import type { InFlightRequest, RequestPolicy } from '../requests/InFlightRequest'
import { type StartOptions, startRequest } from '../requests/lifecycle'
import { checkTimes } from '../state/expiry'
import { isExpired, isSettled } from '../state/requestRows'
import type { RequestRow } from '../state/state'
import { getRow } from '../state/table'

/** Whether there is a network, and whether the app is visible. */
export interface Presence {
  /** Whether there is a network. */
  isOnline(): boolean
  /** Whether the user sees the app. */
  isVisible(): boolean
  /** Calls back when either may have changed; returns how to stop. */
  listen(onChange: () => void): () => void
}

/** The presence of a browser page; without a browser, as on a server, always online and visible. */
const browserPresence: Presence = {
  isOnline: () => surroundings.navigator?.onLine !== false,
  isVisible: () => surroundings.document?.visibilityState !== 'hidden',
  listen(onChange) {
    // React Native has a window without events.
    const { window } = surroundings
    for (const event of EVENTS) window?.addEventListener?.(event, onChange)
    return () => {
      for (const event of EVENTS) window?.removeEventListener?.(event, onChange)
    }
  },
}

/** What may be missing where there is no browser. */
const surroundings: {
  readonly navigator?: Partial<Navigator>
  readonly document?: Document
  readonly window?: Partial<Window>
} = globalThis

// `visibilitychange` bubbles from the document.
const EVENTS = ['online', 'offline', 'focus', 'visibilitychange'] as const

/**
 * A presence that also follows the actions of RTK's `setupListeners(dispatch, handler)`, so that an app without browser
 * events, as in React Native, sets up one handler for RTK Query and for this library.
 */
export function fromSetupListeners(controller: Controller, presence: Presence): Presence {
  let reported: Reported = {}
  return {
    isOnline: () => reported.isOnline ?? presence.isOnline(),
    isVisible: () => reported.isVisible ?? presence.isVisible(),
    listen(onChange) {
      const change = (next: Reported): void => {
        reported = next
        onChange()
      }
      const stopActions = controller.onAction(({ type }: Action) => {
        const report = getOwn(REPORTS, type)
        if (report !== undefined) change({ ...reported, ...report })
      })
      // The browser's event is newer than the last action.
      const stopEvents = presence.listen(() => change({}))
      return () => {
        stopActions()
        stopEvents()
      }
    },
  }
}

/** What actions reported since the last event. */
interface Reported {
  readonly isOnline?: boolean
  readonly isVisible?: boolean
}

const REPORTS: Readonly<Record<string, Reported>> = {
  '__rtkq/online': { isOnline: true },
  '__rtkq/offline': { isOnline: false },
  '__rtkq/focused': { isVisible: true },
  '__rtkq/unfocused': { isVisible: false },
}

/** Failures make the pauses longer, up to this many ms (or the frequency, where that is more). */
const LONGEST_PAUSE = 300_000

/** What `new PollingManager()` takes. */
export interface PollingOptions {
  /** Whether there is a network, and whether the app is visible. Default: what the browser reports; on a server, always both. */
  readonly presence?: Presence
}

/**
 * Refetches the data of endpoints with a `pollFrequency` while it is subscribed to by `useLive`, `useSubscription`,
 * `retain` or `subscribe`. The smallest frequency of all subscriptions counts. It pauses while the app is offline or
 * hidden. Errors keep the data that is shown, and make the pauses longer, up to five minutes.
 * Every store has one; give your own in `createRest({ managers })` to replace it.
 */
export class PollingManager implements Manager {
  readonly #presence: Presence

  constructor({ presence = browserPresence }: PollingOptions = {}) {
    this.#presence = presence
  }

  init(controller: Controller): () => void {
    const runtime = runtimeOf(controller)
    const presence = fromSetupListeners(controller, this.#presence)
    const polls = new Map<string, Poll>()
    let stopPresence: (() => void) | undefined
    const scheduleAll = (): void => {
      for (const poll of polls.values()) poll.schedule()
    }
    const stopSubscriptions = controller.onSubscription(function keepPolling(subscription) {
      const { endpoint, key } = subscription
      if (endpoint.pollFrequency === undefined) return undefined
      checkTimes(endpoint)
      // Only while there is something to poll, so that a store that polls nothing listens to nothing.
      stopPresence ??= presence.listen(scheduleAll)
      const poll = getOrCreate(polls, key, () => new Poll(runtime, presence, key))
      poll.add(subscription)
      return () => {
        if (poll.remove(subscription)) polls.delete(key)
        if (polls.size > 0) return
        stopPresence?.()
        stopPresence = undefined
      }
    })
    return stopSubscriptions
  }
}

/** Polls one key, at the smallest frequency of its subscriptions. */
class Poll implements StoreObserver {
  readonly #runtime: Runtime
  readonly #presence: Presence
  readonly #key: string
  readonly #subscriptions = new Set<Subscription>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #inFlight: InFlightRequest | undefined
  #failures = 0
  #requestedAt = 0
  #seen: RequestRow | undefined
  /** The logout before its last subscription or response. After another one it pauses until a response comes. */
  #logout: LoggedOut | undefined

  constructor(runtime: Runtime, presence: Presence, key: string) {
    this.#runtime = runtime
    this.#presence = presence
    this.#key = key
    this.#seen = this.#row
  }

  /** Adds a subscription. */
  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription)
    this.#logout = this.#runtime.logout.current
    this.#runtime.observers.observe(this, { requestKey: this.#key, dependencies: [] })
    this.schedule()
  }

  /** Removes a subscription; true where it was the last one. */
  remove(subscription: Subscription): boolean {
    this.#subscriptions.delete(subscription)
    this.schedule()
    const isLast = this.#subscriptions.size === 0
    if (isLast) {
      this.#runtime.observers.unobserve(this)
      this.#runtime.uncached.collectSoon(this.#key)
      this.#inFlight?.releaseSoon()
      this.#inFlight = undefined
    }
    return isLast
  }

  /** Sets the timer of the next request, unless polling is paused. */
  schedule(): void {
    clearTimeout(this.#timer)
    const subscription = this.#fastest()
    if (subscription === undefined || this.#inFlight !== undefined || this.#isPaused()) return
    const pause = this.#dueAt(frequencyOf(subscription)) - Date.now()
    this.#timer = setTimeout(
      () => {
        if (pause > LONGEST_TIMER) this.schedule()
        else this.#request()
      },
      Math.min(Math.max(pause, 0), LONGEST_TIMER),
    )
  }

  /** The request row changed, by a request of this poll or another one. */
  notify(): void {
    const row = this.#row
    const isNew = isSettled(row) && !isSameResponse(row, this.#seen)
    if (isNew) {
      this.#failures = row.status === 'rejected' ? this.#failures + 1 : 0
      if (row.status === 'fulfilled') this.#logout = this.#runtime.logout.current
    }
    const mustRequest = this.#isOutdated(row)
    if (row === undefined || isNew) this.#seen = row
    if (mustRequest) this.#requestSoon(row)
    else this.schedule()
  }

  /** Whether the data, or the request in flight, was invalidated, expired or reset, so that it is requested before the next poll. */
  #isOutdated(row: RequestRow | undefined): boolean {
    const request = this.#inFlight
    if (request !== undefined) return !this.#runtime.isCurrent(request)
    if (row === undefined) return this.#seen !== undefined
    // A request that its own signal aborted leaves the row as it was, so it would be sent again without end.
    return (row.invalid || isExpired(row)) && !this.#runtime.problems.has(this.#key)
  }

  #requestSoon(row: RequestRow | undefined): void {
    const subscription = this.#fastest()
    if (subscription === undefined || this.#isPaused()) return
    const request = (): void => this.#request({ after: row?.expired })
    this.#runtime.refetches.schedule(subscription, request, () => this.schedule())
  }

  get #row(): RequestRow | undefined {
    return getRow(this.#runtime.state.requests, this.#key)
  }

  #fastest(): Subscription | undefined {
    return [...this.#subscriptions].sort((one, other) => frequencyOf(one) - frequencyOf(other))[0]
  }

  #isPaused(): boolean {
    const { current } = this.#runtime.logout
    const isLoggedOut = current !== undefined && current !== this.#logout
    return isLoggedOut || !this.#presence.isOnline() || !this.#presence.isVisible()
  }

  #dueAt(frequency: number): number {
    const longest = Math.max(frequency, LONGEST_PAUSE)
    const last = Math.max(this.#row?.date ?? 0, this.#requestedAt)
    return last + Math.min(frequency * 2 ** this.#failures, longest)
  }

  #request(options?: StartOptions): void {
    const subscription = this.#fastest()
    if (subscription === undefined) return
    const startOptions = options ?? { policy: policyOf(subscription) }
    const request = startRequest(this.#runtime, subscription, startOptions)
    this.#requestedAt = Date.now()
    if (request === this.#inFlight) return
    this.#inFlight?.releaseSoon()
    this.#inFlight = request
    request.retain()
    void request.outcome.finally(() => {
      if (this.#inFlight !== request) return
      this.#inFlight = undefined
      this.notify()
    })
  }
}

function frequencyOf({ endpoint }: Subscription): number {
  return endpoint.pollFrequency ?? Infinity
}

/** A failed poll keeps the data that is shown. Its data is fresh for less than the time to the next poll. */
function policyOf(subscription: Subscription): RequestPolicy {
  const frequency = frequencyOf(subscription)
  return {
    dataExpiryLength: frequency / 2,
    errorExpiryLength: frequency / 10,
    errorPolicy: () => 'soft',
  }
}

function isSameResponse(row: RequestRow, seen: RequestRow | undefined): boolean {
  return seen?.status === row.status && compareOrder(row, seen) === 0
}
