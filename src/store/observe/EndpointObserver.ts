import { checkReadable } from '../checkEndpoint'
import type { Gate, Reader } from '../Manager'
import type { InFlightRequest } from '../requests/InFlightRequest'
import { startRequest } from '../requests/lifecycle'
import { isExpired, isFetching } from '../state/requestRows'
import type { Runtime } from '../Runtime'
import type { EndpointRead } from '../select/readEndpoint'
import {
  deriveView,
  isWaiting,
  type Observed,
  type Shown,
  type View,
  type Waiting,
} from './deriveView'
import type { StoreObserver } from './ObserverIndex'
import { allowRetry, firstShown, isStaleReading, readShown, resumedShown } from './readShown'

/** What is notified of what an observer shows. */
export interface Subscriber {
  /** There may be another view. */
  onView?(): void
  /** The data must not be shown any more. Without this callback, the observer requests it by itself. */
  onWait?(waiting: Waiting): void
}

/** How long a component may take to render the wait, in ms, before the observer starts the request in its place. */
const RENDER_TIMEOUT = 100

/**
 * One reader of one call: keeps what it showed last, is notified by key, and fetches when there is nothing to show or what
 * there is was expired. It knows no React; hooks and `retain` are both built on it.
 */
export class EndpointObserver implements StoreObserver {
  readonly #runtime: Runtime
  /** As managers see it while it is mounted. */
  readonly #reader: Mutable<Reader>
  #stopReading: () => void = doNothing
  /** What a hook waited for last, which React wants to be given again where it goes on with a render. */
  waited: Promise<View | undefined> | undefined
  #observed: Observed
  #shown: Shown
  /** The component renders when a request begins or ends, whatever is shown. */
  #tracksFetching = false
  #subscriber: Subscriber | undefined
  #held: InFlightRequest | undefined

  constructor(runtime: Runtime, observed: Observed) {
    const { endpoint, fetches } = observed
    if (process.env.NODE_ENV !== 'production' && fetches) checkReadable(endpoint)
    this.#runtime = runtime
    this.#observed = observed
    this.#reader = { ...observed, isLive: false }
    const resumed = fetches ? runtime.suspended.resume(observed) : undefined
    this.#shown = resumed === undefined ? firstShown(runtime, observed) : resumedShown(resumed)
    this.#derive()
  }

  /** What is shown; `undefined` while there never was anything to show. */
  get value(): View | undefined {
    this.#derive()
    return this.#shown.presented
  }

  /** Whether a request of the call is in flight; its subscriber is notified from now on when that changes. */
  get isFetching(): boolean {
    this.#tracksFetching = true
    return isFetching(readShown(this.#runtime, this.#observed).row)
  }

  /** What was shown last, which another observer of the call may go on from. */
  get shown(): Shown {
    return this.#shown
  }

  /** Whether there is nothing to show, for the first time or since a wait that a component was notified of. */
  mustWait(waiting: Waiting | undefined): boolean {
    this.#derive()
    const { view, presented } = this.#shown
    return presented === undefined || view === waiting
  }

  /** The call as it was made last. */
  get observed(): Observed {
    return this.#observed
  }

  /** The call as it is made now; its key is always the same. */
  update(observed: Observed): void {
    this.#observed = observed
    Object.assign(this.#reader, observed)
  }

  /** Starts to follow the store; what is missing or stale is fetched. */
  mount(subscriber: Subscriber = {}): () => void {
    this.#subscriber = subscriber
    this.#stopReading = this.#runtime.managers.read(this.#reader)
    const reading = this.#derive()
    this.#watch(reading)
    // A reader never refetches because of the response that it just received.
    const { fetches } = this.#observed
    const delivered = fetches ? this.#runtime.suspended.commit(this.#observed) : undefined
    const isJustDelivered = delivered !== undefined && delivered === reading.row
    const mayRefetch = fetches && !isJustDelivered && this.#problem() === undefined
    const { view, presented } = this.#shown
    if (isWaiting(view)) {
      // What was rendered may be gone by the time that it comes to the page.
      if (presented !== undefined) subscriber.onWait?.(view)
      this.#request()
    } else if (mayRefetch && isStaleReading(reading)) this.#refetchStale()
    return () => {
      this.unmount()
    }
  }

  /** Stops following; a request that no other reader waits for is aborted, unless it is to go on. */
  unmount({ keepsRequest = false } = {}): InFlightRequest | undefined {
    const held = this.#held
    const { observers, uncached, waiting } = this.#runtime
    this.#subscriber = undefined
    this.#stopReading()
    observers.unobserve(this)
    uncached.collectSoon(this.#observed.key)
    if (process.env.NODE_ENV !== 'production') waiting?.leave(this)
    if (!keepsRequest) held?.releaseSoon()
    this.#held = undefined
    return held
  }

  /** Asks for the data now, and holds the request for as long as this is mounted. */
  fetch(after?: number): InFlightRequest {
    const request = startRequest(this.#runtime, this.#observed, { isRendering: true, after })
    this.#retain(request)
    return request
  }

  /** As `fetch`, unless there is something to show by now. */
  fetchIfWaiting(): void {
    if (this.isStillWaiting) this.#request()
  }

  #refetchStale(): void {
    const { gate } = this
    if (gate === undefined) this.#schedule(() => this.fetch())
    else this.#after(gate, () => isStaleReading(this.#derive()) && this.#refetchStale())
  }

  /** Asks once for data that was requested after a moment. */
  refetch(after: number): void {
    if (this.#problem() === undefined) this.#request(after)
  }

  notify(isDeferred: boolean): void {
    const wasWaiting = isWaiting(this.#shown.view)
    const reading = this.#derive()
    this.#watch(reading)
    const { view } = this.#shown
    if (isWaiting(view)) this.#wait(view, wasWaiting, isDeferred)
    else if (isExpired(reading.row)) this.refetch(reading.row?.expired as number)
    if (process.env.NODE_ENV !== 'production' && !isWaiting(view)) {
      this.#runtime.waiting?.leave(this)
    }
    // Even where the view is an old one: a render that was thrown away may have been the first to see it.
    this.#subscriber?.onView?.()
  }

  /** Whether the state still gives nothing to show; it was notified otherwise. */
  get isStillWaiting(): boolean {
    this.#derive()
    return isWaiting(this.#shown.view)
  }

  /** Whether it follows the store. */
  get isMounted(): boolean {
    return this.#subscriber !== undefined
  }

  /** Whether it follows the store, and may start requests. */
  get #fetches(): boolean {
    return this.#observed.fetches && this.isMounted
  }

  #derive(): EndpointRead {
    const reading = readShown(this.#runtime, this.#observed)
    const { row } = reading
    const observed = this.#observed
    const { refetches, problems } = this.#runtime
    const before = this.#shown
    // What is in flight matters only where a problem is shown.
    const isRequested = before.problem !== undefined && refetches.reasonFor(observed) !== undefined
    let view = deriveView(
      reading,
      observed,
      { isInFlight: isRequested, problem: this.#problem() },
      before,
    )
    if (view === before.view && row === before.row) return reading
    // A new view has the component render.
    const isNoticed = this.#tracksFetching && isFetching(row) !== isFetching(before.row)
    if (isNoticed && !isWaiting(view)) view = { ...view }
    const known = problems.get(observed.key)?.error ?? before.problem
    const problem = view.kind === 'error' && view.error === known ? known : undefined
    const shown = { ...before, view, row, problem }
    this.#shown = isWaiting(view) ? shown : { ...shown, presented: view, hidden: undefined }
    if (view.kind === 'error') allowRetry(this.#runtime, observed.key, view.error, row)
    return reading
  }

  /** Why there is no data and no request. */
  #problem(): Error | undefined {
    const { disposal, problems } = this.#runtime
    return disposal?.error ?? this.gate?.error ?? problems.get(this.#observed.key)?.error
  }

  /** Why a manager lets it send no request now. */
  get gate(): Gate | undefined {
    return this.#runtime.managers.gate(this.#reader, 'reader')
  }

  /** A gate may have opened: what it showed an error for, or waits for, is requested. */
  wake(): void {
    this.#shown = { ...this.#shown, problem: undefined }
    const reading = this.#derive()
    if (isWaiting(this.#shown.view)) this.#request()
    else if (isStaleReading(reading)) this.#refetchStale()
  }

  #watch({ dependencies }: EndpointRead): void {
    this.#runtime.observers.observe(this, { requestKey: this.#observed.key, dependencies })
  }

  #retain(request: InFlightRequest): void {
    if (request === this.#held || !this.isMounted) return
    this.#held?.releaseSoon()
    request.retain()
    this.#held = request
    void request.outcome.finally(() => {
      if (this.#held !== request) return
      this.#held = undefined
      if (isWaiting(this.#shown.view)) this.notify(false)
    })
  }

  /** Something was shown that must not be shown any more, or there still is nothing. */
  #wait(view: Waiting, wasWaiting: boolean, isDeferred: boolean): void {
    if (wasWaiting || !isDeferred) {
      if (!wasWaiting) this.#subscriber?.onWait?.(view)
      this.#request()
      return
    }
    // First the state, then the promise of the mutation, then the hooks: a page may be left meanwhile.
    this.#later(0, view, () => {
      const { onWait } = this.#subscriber ?? {}
      if (onWait === undefined) return this.#request()
      onWait(view)
      // A component that renders the wait starts the request; for one that cannot render, the observer does.
      this.#later(RENDER_TIMEOUT, view, () => this.#request())
    })
  }

  #later(delay: number, view: Waiting, run: () => void): void {
    const { refetches, timers } = this.#runtime
    const done = refetches.defer(this.#observed.key)
    if (process.env.NODE_ENV !== 'production' && this.#fetches) this.#runtime.waiting?.enter(this)
    timers.after(delay, () => {
      done()
      if (this.isMounted && this.#shown.view === view) run()
    })
  }

  /** Joins a read in flight, or fetches in a microtask what is still needed then. */
  #request(after?: number): void {
    if (!this.#fetches) return
    if (process.env.NODE_ENV !== 'production' && after === undefined) {
      this.#runtime.waiting?.enter(this)
    }
    const request = this.#runtime.currentRead(this.#observed, { after })
    const gate = this.gate
    if (request !== undefined) this.#retain(request)
    else {
      const isNeeded = (): boolean => after !== undefined || isWaiting(this.#shown.view)
      if (gate === undefined) this.#schedule(() => isNeeded() && this.fetch(after))
      else this.#after(gate, () => isNeeded() && this.#request(after))
    }
  }

  /** Goes on when a gate opens. One with an error is opened by `wake`. */
  #after({ until }: Gate, goOn: () => unknown): void {
    if (until === undefined) return
    const { refetches, timers } = this.#runtime
    const done = refetches.defer(this.#observed.key)
    // In a macrotask, as a gate may give a promise again that has settled.
    const opened = (): void => {
      timers.after(0, () => {
        done()
        if (this.#fetches) goOn()
      })
    }
    void until.then(opened, opened)
  }

  /** Calls `fetch` in a microtask, or later where it was called too often; nothing where the reader is gone by then. */
  #schedule(fetch: () => unknown): void {
    this.#runtime.refetches.schedule(this.#observed, () => {
      if (this.isMounted) fetch()
    })
  }
}

function doNothing(): void {
  // Nothing was read yet.
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }
