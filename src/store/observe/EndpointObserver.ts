import { checkReadable } from '../checkEndpoint'
import type { Gate, Reader } from '../Manager'
import { currentRead } from '../requests/currentRead'
import { takeDelivered } from '../requests/delivered'
import { dropUnread } from '../requests/dropUnread'
import type { InFlightRequest } from '../requests/InFlightRequest'
import { startRequest } from '../requests/lifecycle'
import type { Runtime } from '../Runtime'
import type { EndpointRead } from '../select/readEndpoint'
import { plainMeta } from '../state/actions'
import { setRetry } from '../state/errors'
import { isExpired, isFetching } from '../state/requestRows'
import type { RequestRow } from '../state/state'
import type { Asker, Need } from './Asking'
import { checkReaders } from './checkReaders'
import {
  deriveView,
  isWaiting,
  LOADING,
  type Observed,
  type ObserverView,
  type View,
  type Waiting,
} from './deriveView'
import type { StoreObserver } from './ObserverIndex'
import { isAged, readShown } from './readShown'

/** What is notified of what an observer shows. */
export interface Subscriber {
  /** There may be another view. */
  onView?(): void
  /** The data must not be shown any more. */
  onWait?(waiting: Waiting): void
}

/** How long a component may take to render the wait, in ms, before the data is requested in its place. */
const RENDER_TIMEOUT = 100

/**
 * One reader of one call: derives what it shows, is notified by key, and asks for what is missing or stale. It knows no React;
 * hooks and `retain` are both built on it.
 */
export class EndpointObserver implements StoreObserver, Asker {
  readonly #runtime: Runtime
  /** As managers see it while it is mounted. */
  readonly #reader: Mutable<Reader>
  #stopReading: () => void = doNothing
  /** What a hook waited for last, which React wants to be given again where it goes on with a render. */
  waited: Promise<View | undefined> | undefined
  #observed: Observed
  #view: ObserverView = LOADING
  /** The last view that could be shown: a component goes on with it until it is to wait. */
  #presented: View | undefined
  /** What was shown and stale by its time when the reader came, and was not asked for yet. */
  #aged: { readonly row: RequestRow | undefined } | undefined
  /** The component renders when a request begins or ends, whatever is shown. */
  #tracksFetching = false
  #wasFetching = false
  #subscriber: Subscriber | undefined
  #held: InFlightRequest | undefined

  constructor(runtime: Runtime, observed: Observed) {
    const { endpoint, fetches } = observed
    if (process.env.NODE_ENV !== 'production' && fetches) checkReadable(endpoint)
    this.#runtime = runtime
    this.#observed = observed
    this.#reader = { ...observed, isLive: false }
    this.#derive()
  }

  /** What is shown; `undefined` while there never was anything to show. */
  get value(): View | undefined {
    this.#derive()
    return this.#presented
  }

  /** Whether a request of the call is in flight; its subscriber is notified from now on when that changes. */
  get isFetching(): boolean {
    this.#tracksFetching = true
    return isFetching(readShown(this.#runtime, this.#observed).row)
  }

  /** Whether there is nothing to show, for the first time or since a wait that a component was notified of. */
  mustWait(waiting: Waiting | undefined): boolean {
    this.#derive()
    return this.#presented === undefined || this.#view === waiting
  }

  /** Whether the state gives nothing to show. */
  get isWaiting(): boolean {
    this.#derive()
    return isWaiting(this.#view)
  }

  /** The call as it was made last. */
  get observed(): Observed {
    return this.#observed
  }

  /** Whether it follows the store. */
  get isMounted(): boolean {
    return this.#subscriber !== undefined
  }

  /** The call as it is made now; its key is always the same. */
  update(observed: Observed): void {
    this.#observed = observed
    Object.assign(this.#reader, observed)
  }

  /** Starts to follow the store; what is missing or stale is requested. */
  mount(subscriber: Subscriber = {}): () => void {
    this.#subscriber = subscriber
    this.#stopReading = this.#runtime.managers.read(this.#reader)
    const reading = this.#derive()
    this.#watch(reading)
    const isStale = !isWaiting(this.#view) && isAged(this.#runtime, this.#observed, reading)
    this.#aged = isStale ? { row: reading.row } : undefined
    takeDelivered(this.#runtime, this.#observed.key)
    // What was rendered may be gone by the time that it comes to the page.
    const view = this.#view
    if (isWaiting(view) && this.#presented !== undefined) subscriber.onWait?.(view)
    this.ask()
    if (process.env.NODE_ENV !== 'production') checkReaders(this.#runtime)
    return () => this.#unmount()
  }

  /** A request that no other reader waits for is aborted. */
  #unmount(): void {
    this.#subscriber = undefined
    this.#stopReading()
    this.#runtime.observers.unobserve(this)
    this.#held?.releaseSoon()
    this.#held = undefined
    dropUnread(this.#runtime, this.#observed)
  }

  /** Has what it needs requested. */
  ask(): void {
    if (this.isMounted && this.#observed.fetches) this.#runtime.asking.add(this)
  }

  /** What it has to ask for. */
  get need(): Need | undefined {
    if (!this.isMounted || this.#runtime.disposal !== undefined) return undefined
    const reading = this.#derive()
    if (isWaiting(this.#view)) return 'data'
    if (this.#isStale(reading)) return 'news'
    return reading.isDoubtful() ? 'certainty' : undefined
  }

  /** A reader never asks again because of the response that it just got. */
  #isStale(reading: EndpointRead): boolean {
    return (
      isExpired(reading.row) || (this.#aged !== undefined && isSame(this.#aged.row, reading.row))
    )
  }

  get current(): InFlightRequest | undefined {
    return currentRead(this.#runtime, this.#observed)
  }

  /** The read in flight, or a new one. */
  request(): InFlightRequest {
    return startRequest(this.#runtime, this.#observed, { isRendering: true })
  }

  /** Waits for a request, which goes on for as long as it is mounted. */
  retain(request: InFlightRequest): void {
    if (request === this.#held || !this.isMounted) return
    this.#held?.releaseSoon()
    request.retain()
    this.#held = request
    this.#aged = undefined
    const end = (): void => {
      if (this.#held !== request) return
      this.#held = undefined
      this.notify(false)
      this.ask()
    }
    void request.outcome.then(end, end)
  }

  notify(isDeferred: boolean): void {
    const wasWaiting = isWaiting(this.#view)
    const reading = this.#derive()
    this.#watch(reading)
    const view = this.#view
    if (isWaiting(view) && !wasWaiting) this.#wait(view, isDeferred)
    else if (isWaiting(view) || this.#isStale(reading)) this.ask()
    // Even where the view is an old one: a render that was thrown away may have been the first to see it.
    this.#subscriber?.onView?.()
  }

  /** A row of it became doubtful. */
  doubt(): void {
    this.ask()
  }

  /** Why a manager lets it send no request now. */
  get gate(): Gate | undefined {
    return this.#runtime.managers.gate(this.#reader, 'reader')
  }

  /** In development: what is wrong with it, if anything is. */
  get complaint(): string | undefined {
    if (!this.isMounted || !this.#observed.fetches || !isWaiting(this.#view)) return undefined
    const { endpoint, key } = this.#observed
    // Rows that are merely fresh again are shown with its own response.
    if (this.current !== undefined) return undefined
    const reader = `A reader of ${endpoint.name} (key "${key}")`
    if (!this.isWaiting) return `${reader} was not notified of data that is there`
    if (this.#runtime.asking.hasReason(this)) return undefined
    return `${reader} waits for data that no request is to bring`
  }

  #derive(): EndpointRead {
    const runtime = this.#runtime
    const observed = this.#observed
    const reading = readShown(runtime, observed)
    const before = this.#view
    const circumstances = {
      isTooOld: () => isAged(runtime, observed, reading),
      problem: () => runtime.disposal?.error ?? this.gate?.error,
    }
    let view = deriveView(reading, observed, circumstances, before)
    // A new view has the component render.
    const isNoticed = this.#tracksFetching && isFetching(reading.row) !== this.#wasFetching
    this.#wasFetching = isFetching(reading.row)
    if (isNoticed && view === before && !isWaiting(view)) view = { ...view }
    this.#view = view
    if (view === before || isWaiting(view)) return reading
    this.#presented = view
    if (view.kind === 'error') this.#allowRetry(view.error)
    return reading
  }

  /** A retry asks anew, however fresh the error is, unless something else is there by then. */
  #allowRetry(error: Error): void {
    setRetry(error, () => {
      const runtime = this.#runtime
      this.#derive()
      if (isWaiting(this.#view) || this.#view.error !== error) return
      runtime.send(runtime.actions.expire(this.#observed.key, plainMeta(runtime, 'expire')))
    })
  }

  #watch({ dependencies }: EndpointRead): void {
    this.#runtime.observers.observe(this, { requestKey: this.#observed.key, dependencies })
  }

  /** Something was shown that must not be shown any more. */
  #wait(view: Waiting, isDeferred: boolean): void {
    const { onWait } = this.#subscriber ?? {}
    if (!isDeferred) {
      onWait?.(view)
      return this.ask()
    }
    // First the state, then the promise of the mutation, then the hooks: a page may be left meanwhile.
    const { asking, timers } = this.#runtime
    if (onWait !== undefined) {
      timers.after(0, () => this.isMounted && this.#view === view && onWait(view))
    }
    // A component that renders the wait has the data requested; for one that cannot render, a timer does.
    if (this.#observed.fetches) asking.addLater(this, onWait === undefined ? 0 : RENDER_TIMEOUT)
  }
}

/** Whether two rows are of one response, or none. */
function isSame(one: RequestRow | undefined, other: RequestRow | undefined): boolean {
  return one === undefined || other === undefined
    ? one === other
    : one.fetchedAt === other.fetchedAt
}

function doNothing(): void {
  // Nothing was read yet.
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }
