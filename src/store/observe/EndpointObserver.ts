import { checkReader } from '../checkEndpoint'
import type { Gate } from '../Manager'
import { dropUnread } from '../requests/dropUnread'
import { currentRead, isCurrent, startRequest } from '../requests/lifecycle'
import type { Request } from '../requests/Request'
import type { Runtime } from '../Runtime'
import { hasValuesBeside } from '../select/listsBeside'
import { type EndpointRead, readEndpoint } from '../select/readEndpoint'
import { plainMeta } from '../state/actions'
import { confirmedState } from '../state/confirmed'
import { setRetry } from '../state/errors'
import { isStale, isYoung } from '../state/expiry'
import { isExpired, isFetching, isSettled } from '../state/requestRows'
import type { Asker, Need } from './Asking'
import { checkReaders, complaintOf } from './checkReaders'
import {
  deriveView,
  isUnusable,
  isWaiting,
  LOADING,
  type Observed,
  type ObserverView,
  type View,
} from './deriveView'
import type { StoreObserver } from './ObserverIndex'
import { arrivalOf } from './suspensions'
import { warnMissingFields } from './warnMissingFields'
import { warnUnpolled } from './warnUnpolled'

/** What is notified of what an observer shows. */
export interface Subscriber {
  /** There may be another view. */
  onView?(): void
  /** What is shown must not be shown any more. */
  onHide?(view: ObserverView): void
}

/** How long a component may take to render the wait, in ms, before the data is requested in its place. */
const RENDER_TIMEOUT = 100

/**
 * One reader of one call: derives what it shows, is notified by key, and asks for what is missing or stale. It knows no React;
 * hooks and `retain` are both built on it.
 */
export class EndpointObserver implements StoreObserver, Asker {
  readonly #runtime: Runtime
  /** The call as it was made last; its key is always the same. Managers see it as well. */
  readonly observed: Observed
  /** What a hook waited for last, which React wants to be given again where it goes on with a render. */
  waited: Promise<View | undefined> | undefined
  /** What was stale by then is hidden, where it may not be shown; in ms since 1970. */
  #cameAt: number
  /** What was stale by then is requested. */
  #mountedAt = 0
  #view: ObserverView = LOADING
  /** The last view that could be shown: a component goes on with it until it is to wait. */
  #presented: View | undefined
  /** The wait, or the deletion, that the component was notified of, or is about to be. */
  #noticed: ObserverView = LOADING
  #subscriber: Subscriber | undefined
  /** The request that it waits for. */
  #held: Request | undefined
  /** The last one that it waited for has ended. */
  #hasEnded = false

  constructor(runtime: Runtime, observed: Observed) {
    if (process.env.NODE_ENV !== 'production') checkReader(runtime, observed)
    this.#runtime = runtime
    this.observed = observed
    this.#cameAt = arrivalOf(runtime, observed)
  }

  /** What is shown; `undefined` while there never was anything to show. */
  get value(): View | undefined {
    this.#derive()
    return this.#presented
  }

  /** Whether a request of the call is in flight. */
  get isFetching(): boolean {
    return isFetching(this.#read().row)
  }

  /** Whether another response has brought what is shown, without all fields. */
  get isPartial(): boolean {
    return this.#read().isPartial
  }

  /** Whether what is to be requested waits for the network. */
  get isPaused(): boolean {
    return this.#read().isPaused
  }

  /** Why the last refetch failed, where its data is shown all the same. */
  get refetchError(): Error | undefined {
    return this.#read().refetchError
  }

  /** Whether there is nothing to show, for the first time or since a wait that a component was notified of. */
  mustWait(noticed: ObserverView | undefined): boolean {
    this.#derive()
    return this.#presented === undefined || (isWaiting(this.#view) && this.#view === noticed)
  }

  /** Whether there is something to show, or the request that it waited for will not bring it. */
  get isOver(): boolean {
    this.#derive()
    const hasEnded = this.#held ? !isCurrent(this.#runtime, this.#held) : this.#hasEnded
    return hasEnded || !isWaiting(this.#view)
  }

  /** What it was found to show last. */
  get view(): ObserverView {
    return this.#view
  }

  get isBrought(): boolean {
    const { row, isFound } = this.#read()
    const { endpoint, fetches } = this.observed
    // A sensitive call has no row.
    return isFound && row === undefined && fetches && !endpoint.sensitive
  }

  get isMounted(): boolean {
    return this.#subscriber !== undefined
  }

  /** Comes to the page: what is missing or stale is requested, and nobody else's request is aborted once it has left. */
  mount(subscriber: Subscriber = {}): () => void {
    this.#mountedAt = Date.now()
    const stopReading = this.#runtime.managers.read(this.observed)
    const stopFollowing = this.follow(subscriber)
    // What was rendered may be gone by the time that it comes to the page.
    if (this.#view !== this.#presented) this.#hide(this.#view, false)
    else this.ask()
    if (process.env.NODE_ENV !== 'production') {
      checkReaders(this.#runtime)
      warnMissingFields(this.#runtime, this.observed, this.#read())
      warnUnpolled(this.#runtime, this)
    }
    return () => {
      stopReading()
      this.release()
      this.#held = undefined
      stopFollowing()
    }
  }

  /** Starts to follow the store. */
  follow(subscriber: Subscriber): () => void {
    this.#subscriber = subscriber
    this.#watch(this.#derive())
    return () => {
      this.#subscriber = undefined
      this.#runtime.observers.unobserve(this)
      dropUnread(this.#runtime, this.observed)
    }
  }

  /** Has what it needs requested, after a delay in ms. */
  ask(delay = 0): void {
    if (this.isMounted && this.observed.fetches) this.#runtime.asking.add(this, delay)
  }

  askBeside(): void {
    if (hasValuesBeside(this.#runtime.state, this.observed)) this.ask()
  }

  /** What it has to ask for. */
  get need(): Need | undefined {
    if (!this.isMounted || this.#runtime.disposal !== undefined) return undefined
    const reading = this.#derive()
    if (isWaiting(this.#view)) return 'data'
    if (this.#isStale(reading)) return 'news'
    return reading.isDoubtful() ? 'certainty' : undefined
  }

  get current(): Request | undefined {
    return currentRead(this.#runtime, this.observed)
  }

  /** The read in flight, or a new one. */
  request(): Request {
    const isOfValues = this.need === 'certainty' && !this.#derive().isDoubtful('rows')
    return startRequest(this.#runtime, this.observed, { isRendering: true, isOfValues })
  }

  /** Waits for a request, which goes on for as long as it is mounted. */
  retain(request: Request): void {
    if (request === this.#held || !this.isMounted) return
    this.release()
    request.retain()
    this.#held = request
    this.#hasEnded = false
    const end = (): void => {
      if (this.#held !== request || !this.isMounted) return
      // Its outcome has the state, for callers.
      this.#held = undefined
      this.#hasEnded = true
      this.notify(false)
      this.ask()
    }
    void request.outcome.then(end, end)
  }

  /** The request that it waits for is aborted where nobody else does. */
  release(): void {
    const held = this.#held
    // In a macrotask: readers that mount within the same task, as in StrictMode, still find the request.
    if (held !== undefined) setTimeout(() => held.release())
  }

  notify(isDeferred: boolean): void {
    const reading = this.#derive()
    this.#watch(reading)
    if (this.#view !== this.#presented) this.#hide(this.#view, isDeferred)
    else if (this.#isStale(reading)) this.ask()
    // Even where the view is an old one: a render that was thrown away may have been the first to see it.
    this.#subscriber?.onView?.()
    if (process.env.NODE_ENV !== 'production') warnUnpolled(this.#runtime, this)
  }

  /** Why a manager lets it send no request now. */
  get gate(): Gate | undefined {
    return this.#runtime.managers.gate(this.observed, 'reader')
  }

  /** In development: what is wrong with it, if anything is. */
  get complaint(): string | undefined {
    return process.env.NODE_ENV === 'production' ? undefined : complaintOf(this.#runtime, this)
  }

  #read(): EndpointRead {
    const { state } = this.#runtime
    const { endpoint, args, key } = this.observed
    const reading = readEndpoint(state, endpoint, key, args)
    if (reading.isFound || Object.keys(state.confirmed).length === 0) return reading
    // What a deletion in flight hides is shown until it has ended: no request would bring it back before.
    const stored = readEndpoint(confirmedState(state), endpoint, key, args)
    return stored.isFound ? stored : reading
  }

  #derive(): EndpointRead {
    const reading = this.#read()
    // A clock that was set back would take each response for older than the reader.
    const now = Date.now()
    this.#cameAt = Math.min(this.#cameAt, now)
    this.#mountedAt = Math.min(this.#mountedAt, now)
    const circumstances = {
      isTooOld: () => this.#wasStale(reading, this.#cameAt),
      problem: () => this.#runtime.disposal?.error ?? this.gate?.error,
    }
    const view = deriveView(reading, this.observed, circumstances, this.#view)
    if (view === this.#view) return reading
    this.#view = view
    if (isWaiting(view)) return reading
    if (view.error !== undefined) this.#allowRetry(view.error)
    if (!view.error || !this.#subscriber || !this.#presented) this.#presented = view
    return reading
  }

  /** Whether what the state has was stale when it came; what was younger than a second was fresh. */
  #wasStale(reading: EndpointRead, now: number): boolean {
    const { row } = reading
    if (isSettled(row) && isYoung(row, now)) return false
    return row !== undefined && isUnusable(reading) ? now > row.date : isStale(reading, now)
  }

  /** A reader never asks again because of the response that it just got. */
  #isStale(reading: EndpointRead): boolean {
    return isExpired(reading.row) || this.#wasStale(reading, this.#mountedAt)
  }

  /** A retry asks anew, however fresh the error is, unless something else is there by then. */
  #allowRetry(error: Error): void {
    setRetry(error, () => {
      const runtime = this.#runtime
      const { row } = this.#derive()
      if (isWaiting(this.#view) || this.#view.error !== error) return
      const { actions } = runtime
      const { key } = this.observed
      // What was deleted may never have been requested by this call, which then is not expired.
      const { code } = error as { readonly code?: unknown }
      if (code === 'DELETED')
        runtime.send(actions.invalidate(key, plainMeta(runtime, 'invalidate')))
      else if (row) runtime.send(actions.expire(key, plainMeta(runtime, 'expire')))
      // A user asks for it.
      if (this.gate?.isPaused === true) this.request()
    })
  }

  #watch({ dependencies }: EndpointRead): void {
    this.#runtime.observers.observe(this, dependencies, this.observed.key)
  }

  /**
   * What is shown must not be shown any more. Where the response of a mutation hides it, the state comes first, then the promise of
   * the mutation, then the hooks: a page may be left meanwhile. A component that renders the wait has the data requested.
   */
  #hide(view: ObserverView, isDeferred: boolean): void {
    const notifyHidden = (): void => {
      if (this.#view !== view) return
      if (!isWaiting(view)) this.#presented = view
      this.#subscriber?.onHide?.(view)
    }
    if (view !== this.#noticed) {
      this.#noticed = view
      if (isDeferred) this.#runtime.timers.after(0, notifyHidden)
      else notifyHidden()
    }
    this.ask(isDeferred ? RENDER_TIMEOUT : 0)
  }
}
