import { addTo, getOrCreate, type Groups, removeFrom } from '../../util/collections'
import { currentRead, isCurrent } from '../requests/currentRead'
import { deliver } from '../requests/delivered'
import { dropUnread } from '../requests/dropUnread'
import type { InFlightRequest } from '../requests/InFlightRequest'
import type { Runtime } from '../Runtime'
import type { View } from './deriveView'
import type { EndpointObserver } from './EndpointObserver'
import type { StoreObserver } from './ObserverIndex'
import { readShown } from './readShown'

/** The waits of a store, by the key of the call. */
const waitsOf = new WeakMap<Runtime, Groups<string, Wait>>()

/**
 * What a component that suspends waits for: one promise for each call, until its request ends, or is no longer the one to wait
 * for. The request is started, or joined.
 */
export function waitForView(
  runtime: Runtime,
  observer: EndpointObserver,
): Promise<View | undefined> {
  const waits = getOrCreate(waitsOf, runtime, () => new Map<string, Set<Wait>>())
  const { key, endpoint } = observer.observed
  const others = [...(waits.get(key) ?? [])]
  const found = others.find((it) => it.observer.observed.endpoint.schema === endpoint.schema)
  const wait = found ?? new Wait(runtime, observer, () => removeFrom(waits, key, wait))
  if (found === undefined) {
    // A request that cannot start leaves no wait behind.
    wait.start()
    addTo(waits, key, wait)
  }
  wait.join(observer)
  return (observer.waited = wait.promise)
}

/** The wait of components for one call. */
class Wait implements StoreObserver {
  readonly #runtime: Runtime
  /** That of the component that came first. */
  readonly observer: EndpointObserver
  readonly promise: Promise<View | undefined>
  #resolve!: (view: View | undefined) => void
  readonly #onEnd: () => void
  #request: InFlightRequest | undefined
  #isKept = false
  #isOver = false

  constructor(runtime: Runtime, observer: EndpointObserver, onEnd: () => void) {
    this.#runtime = runtime
    this.observer = observer
    this.#onEnd = onEnd
    this.promise = new Promise((resolve) => (this.#resolve = resolve))
  }

  start(): void {
    const { asking, timers } = this.#runtime
    const { observed, gate } = this.observer
    const end = (): void => this.#end()
    const pause = asking.pauseBefore(observed.key)
    const isHeldBack = currentRead(this.#runtime, observed) === undefined && pause > 0
    // In a macrotask, as a gate may give a promise again that has settled.
    const endLater = (): void => void timers.after(0, end)
    if (gate?.until !== undefined) void gate.until.then(endLater, endLater)
    else if (isHeldBack) timers.after(pause, end)
    else {
      this.#request = this.observer.request()
      void this.#request.outcome.then(end)
    }
    this.#watch()
  }

  /** React does not tell when a component is left that never was on the page, so that its request goes on to its end. */
  join(observer: EndpointObserver): void {
    if (this.#request === undefined) return
    if (observer.isMounted) observer.retain(this.#request)
    else if (!this.#isKept) {
      this.#isKept = true
      this.#request.retain()
    }
  }

  /** There may be something to show, or the request may have started too early for what happened since. */
  notify(): void {
    const request = this.#request
    const { asking } = this.#runtime
    const { observer } = this
    const isOutdated =
      request === undefined
        ? observer.gate === undefined && asking.pauseBefore(observer.observed.key) === 0
        : !isCurrent(this.#runtime, request)
    if (isOutdated || !observer.isWaiting) this.#end()
    else this.#watch()
  }

  #watch(): void {
    const { observed } = this.observer
    const { dependencies } = readShown(this.#runtime, observed)
    this.#runtime.observers.observe(this, { requestKey: observed.key, dependencies })
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    const { observer } = this
    this.#runtime.observers.unobserve(this)
    this.#onEnd()
    deliver(this.#runtime, observer.observed.key, () =>
      dropUnread(this.#runtime, observer.observed),
    )
    this.#resolve(observer.value)
  }
}
