import { type Brought, broughtValue, type Machinery } from '../endpoint/brought'
import type { EndpointContract, RefetchEvents } from '../endpoint/contract'
import { isUnanswered } from '../endpoint/NetworkError'
import type {
  Gate,
  ManagedRequest,
  Manager,
  ManagerHooks,
  ManagerStore,
  Reader,
} from '../store/Manager'
import { runtimeOf } from '../store/managerStore'
import type { Observed } from '../store/observe/deriveView'
import { isFresh } from '../store/operations/fetch'
import { runSafely } from '../store/report'
import { readEndpoint } from '../store/select/readEndpoint'
import { confirmedState } from '../store/state/confirmed'
import type { Runtime } from '../store/Runtime'
import { LONGEST_TIMER } from '../store/Timers'
import { describeValue } from '../util/messages'
import { type Attendance, attendanceOf, type Presence } from './Presence'

/** The options of `refetchOn`. */
export interface RefetchOptions extends RefetchEvents {
  /** Every so many ms, while somebody looks, what will be stale before the next time is fetched again. Default: never. */
  readonly every?: number
  /** Tells if there is a network, and if the app is visible. Default: what the browser reports; on a server, always both. */
  readonly presence?: Presence
}

/**
 * Fetches stale data again that is shown: when the page is looked at again, when the network is back, or from time to time. It does
 * so at most once in 5 s, and a failure keeps the data. With `reconnect`, requests that nobody asked for wait while there is no
 * network. Also works with RTK's `setupListeners`.
 * @throws RangeError, in development, where `every` is no number of ms above 0 and below 2³¹
 *
 * @example
 * createRest({ managers: [refetchOn({ focus: true, reconnect: true })] })
 */
export function refetchOn(options: RefetchOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') checkTime(options.every)
  return { name: 'refetch', init: (store) => new Refetching(store, options) }
}

/** Runs the manager for the endpoints that bring it, unless `createRest` has one with options, which serves them too. */
const brought: Machinery<'refetchOn'> = {
  name: 'refetchOn',
  init: (store: ManagerStore) => void store.use(refetchOn()),
}

/** For the option `refetchOn` of an endpoint: its stale data is fetched again when the page is looked at again. */
export const onFocus: Brought<'refetchOn', RefetchEvents> = [brought, { focus: true }]

/** For the option `refetchOn` of an endpoint: its stale data is fetched again when the network is back, for which its readers wait. */
export const onReconnect: Brought<'refetchOn', RefetchEvents> = [brought, { reconnect: true }]

/** For the option `refetchOn` of an endpoint: as `onFocus` and `onReconnect`. */
export const onFocusOrReconnect: Brought<'refetchOn', RefetchEvents> = [
  brought,
  { focus: true, reconnect: true },
]

/** For the option `refetchOn` of an endpoint: the manager leaves it alone. */
export const never: Brought<'refetchOn', RefetchEvents> = [brought, {}]

/** `fetches` has that of a component. */
type Shown = Reader & Partial<Observed>

type Cause = 'focus' | 'reconnect' | 'every'

/** The time from one refetch to the next, in ms. */
const PAUSE = 5_000

/** Fetches again what the readers of one store show. */
class Refetching implements ManagerHooks {
  readonly #store: ManagerStore
  readonly #options: RefetchOptions
  readonly #attendance: Attendance
  readonly #runtime: Runtime
  /** Why stale data is about to be fetched. */
  #causes: Cause[] = []
  /** The time without a network: this one, or the next. */
  #outage = createOutage()
  /** What was seen last. */
  #seen: ReturnType<Attendance['now']>
  #refetchedAt = -PAUSE
  #stopInterval: (() => void) | undefined
  #isNoting = false

  constructor(store: ManagerStore, options: RefetchOptions) {
    this.#store = store
    this.#options = options
    this.#attendance = attendanceOf(options.presence)
    this.#seen = this.#attendance.now()
    this.#runtime = runtimeOf(store)
    // React may render, when nothing may be dispatched.
    queueMicrotask(() => {
      if (this.#runtime.disposal) return
      this.#runtime.timers.atEnd(this.#attendance.listen(this.#look))
      this.#look()
    })
  }

  readonly reader = (): (() => void) => {
    this.#schedule()
    return () => {
      if (this.#readers.size > 0) return
      this.#stopInterval?.()
      this.#stopInterval = undefined
    }
  }

  readonly gate = ({ endpoint }: Reader | ManagedRequest): Gate | undefined => {
    if (this.#seen.isOnline || !this.#eventsOf(endpoint).reconnect) return undefined
    return { until: this.#outage.until, isPaused: true }
  }

  readonly action = (action: { readonly type: string }): void => {
    this.#attendance.take(action)
    this.#look()
  }

  get #readers(): ReadonlyMap<Shown, unknown> {
    return this.#runtime.managers.readers
  }

  #eventsOf({ refetchOn: value }: EndpointContract): RefetchOptions {
    return broughtValue(value) ?? this.#options
  }

  /** Looks whether there is a network, and whether somebody looks. */
  readonly #look = (): void => {
    const before = this.#seen
    const { isOnline, isVisible } = (this.#seen = this.#attendance.now())
    if (isVisible && !before.isVisible) this.#refetchSoon('focus')
    if (isOnline && !before.isOnline) {
      this.#outage.end()
      this.#outage = createOutage()
      this.#store.wake()
      this.#refetchSoon('reconnect')
    }
    this.#note(isOnline)
  }

  /** A state may also come from elsewhere, and a reset empties it. One that is shown from before, as in time travel, stays. */
  #note(isOnline: boolean): void {
    const { offline } = this.#store.getState().managers
    const { reconnect = false } = this.#options
    if (this.#isNoting || !offline === isOnline) return
    this.#isNoting = true
    const note = isOnline ? null : { since: Date.now(), reconnect }
    try {
      this.#store.write(isOnline ? 'online' : 'offline', { managers: { offline: note } })
    } finally {
      // A subscriber of the store may throw.
      this.#isNoting = false
    }
  }

  /** No timer runs without a reader, nor for what is no time of one. */
  #schedule(): void {
    const { every = 0 } = this.#options
    if (!(every > 0) || this.#readers.size === 0) return
    this.#stopInterval ??= this.#runtime.timers.after(every, () => {
      this.#stopInterval = undefined
      this.#causes.push('every')
      this.#refetch()
      this.#schedule()
    })
  }

  /** The first of several causes sets the timer. */
  #refetchSoon(cause: Cause): void {
    if (this.#causes.push(cause) > 1) return
    const pause = this.#refetchedAt + PAUSE - performance.now()
    this.#runtime.timers.after(pause, this.#refetch)
  }

  readonly #refetch = (): void => {
    const { isOnline, isVisible } = this.#seen
    const causes = this.#causes.filter((cause) => isVisible || cause === 'reconnect')
    this.#causes = []
    if (!isOnline) return
    for (const reader of this.#readers.keys()) runSafely(() => this.#refetchFor(reader, causes))
  }

  /** Readers of one call share a request. */
  #refetchFor(reader: Shown, causes: readonly Cause[]): void {
    const { endpoint, key, args, fetches } = reader
    const events = this.#eventsOf(endpoint)
    // `useCache` reads what others fetch.
    if (fetches === false || !causes.some((cause) => events[cause])) return
    const now = Date.now()
    const state = confirmedState(this.#store.getState())
    const read = readEndpoint(state, endpoint, key, args)
    const next = causes.includes('every') ? now + (events.every ?? 0) : now
    const { error, date = 0 } = read.row ?? {}
    // What is of later than now is of a clock that was set back since.
    if (isFresh(read, next) && !isUnanswered(error) && date <= now) return
    if (this.#store.gate(reader, 'reader') !== undefined) return
    this.#refetchedAt = performance.now()
    void this.#store.refetch(reader)
  }
}

function createOutage(): { readonly until: Promise<void>; end(): void } {
  let end!: () => void
  const until = new Promise<void>((resolve) => (end = resolve))
  return { until, end }
}

/** @throws RangeError */
function checkTime(every: unknown): void {
  if (every === undefined) return
  if (typeof every === 'number' && every > 0 && every <= LONGEST_TIMER) return
  throw new RangeError(
    `refetchOn({ every }): found ${describeValue(every)}. Give a number of ms above 0 and below 2^31, such as 60_000, or leave it out.`,
  )
}
