import type { Middleware, MiddlewareAPI } from 'redux'
import type { Rest, RestAction, RestState } from 'rtk-rest'
import type { ObserverApi } from './observer'
import { Recorder } from './Recorder'
import type { GroupView, RecentRow } from './types'

/** What of `createRest` the panel uses. */
export type ObservedRest = Pick<
  Rest<string, ObserverApi>,
  'reducerPath' | 'selectSlice' | 'getController' | 'getApi'
>

/** What may be set of the panel. */
export interface ModelOptions {
  /** Whether an action of rtk-rest is left out of the log, as those of a poll may be that is always there. */
  readonly ignores?: (action: RestAction) => boolean
}

/** What is shown, at one moment. */
export interface Shown {
  readonly groups: readonly GroupView[]
  readonly recent: ReadonlyMap<string, readonly RecentRow[]>
  /** `undefined` without the reducer in the store. */
  readonly state: RestState | undefined
  /** The line of the store that is missing. */
  readonly missing: string | undefined
}

/** Records what goes through a store, and notifies the panel at most once in each frame. */
export class Model {
  readonly recorder: Recorder
  readonly #rest: ObservedRest
  readonly #options: ModelOptions
  readonly #listeners = new Set<() => void>()
  #api: MiddlewareAPI | undefined
  #shown: Shown | undefined
  #isScheduled = false
  #restUntil = 0
  #isObserving = false

  constructor(rest: ObservedRest, options: ModelOptions = {}) {
    this.#rest = rest
    this.#options = options
    const clock = { now: () => performance.now(), setTimeout: globalThis.setTimeout }
    this.recorder = new Recorder(clock, this.#changed)
  }

  /** Notes each action after the reducers took it; leaves it as it is. */
  readonly middleware: Middleware = (api) => {
    this.#api = api
    return (next) => (action) => {
      const before = this.#state()
      this.#observe()
      const result = next(action)
      try {
        this.#note(action, before)
      } catch (error) {
        // A panel never keeps an app from its work.
        console.error('The panel cannot show an action.', error)
      }
      return result
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getShown = (): Shown => {
    this.#observe()
    this.#shown ??= {
      groups: this.recorder.log.views(),
      recent: this.recorder.log.recent(),
      state: this.#state(),
      missing: this.#missing(),
    }
    return this.#shown
  }

  #note(action: unknown, before: RestState | undefined): void {
    const { type, meta } = action as { type?: unknown; meta?: { kind?: unknown } }
    if (typeof type !== 'string') return
    const isRest = type.startsWith(`${this.#rest.reducerPath}/`) && typeof meta?.kind === 'string'
    if (!isRest) this.recorder.addOtherAction(type)
    else if (before !== undefined) this.#noteRest(action as RestAction, before)
  }

  #noteRest(action: RestAction, before: RestState): void {
    if (this.#options.ignores?.(action) === true) this.#changed()
    else this.recorder.addRestAction(action, before)
  }

  /** As soon as there is a middleware, since nothing is dispatched for a sensitive request. */
  #observe(): void {
    if (this.#isObserving || this.#api === undefined) return
    const { getState } = this.#api
    try {
      this.#rest.getApi({ getState }).observe({
        onPoll: (key, frequency) => this.recorder.addPoll(key, frequency),
        onSensitiveRequest: (id, endpoint) => this.recorder.addSensitiveRequest(id, endpoint),
      })
      this.#isObserving = true
    } catch {
      // The panel shows the line that is missing.
    }
  }

  #state(): RestState | undefined {
    const { reducerPath } = this.#rest
    const root = this.#api?.getState() as Readonly<Record<string, RestState>> | undefined
    return root?.[reducerPath] === undefined ? undefined : this.#rest.selectSlice(root)
  }

  #missing(): string | undefined {
    if (this.#api === undefined) return MIDDLEWARE_OF_PANEL
    if (this.#state() === undefined) return REDUCER
    const { getState } = this.#api
    try {
      // Without `dispatch`, so that nothing is dispatched to find it.
      this.#rest.getController({ getState })
      return undefined
    } catch {
      return MIDDLEWARE
    }
  }

  readonly #changed = (): void => {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const rest = this.#restUntil - performance.now()
    if (rest <= 0) requestAnimationFrame(this.#publish)
    else setTimeout(this.#publish, Math.max(rest, FRAME))
  }

  readonly #publish = (): void => {
    const started = performance.now()
    this.#isScheduled = false
    this.#shown = undefined
    for (const listener of this.#listeners) listener()
    // React renders in a microtask that comes before this one.
    queueMicrotask(() => {
      const now = performance.now()
      this.#restUntil = now + REST * (now - started)
    })
  }
}

/** How much longer the panel rests than it renders, so that most of the time is left for the app. */
const REST = 4

/** How long a frame takes, in ms. */
const FRAME = 17

const REDUCER = 'reducer: { [rest.reducerPath]: rest.reducer },'
const MIDDLEWARE =
  'middleware: (getDefaultMiddleware) =>\n  getDefaultMiddleware().concat(rest.middleware),'
const MIDDLEWARE_OF_PANEL =
  'middleware: (getDefaultMiddleware) =>\n  getDefaultMiddleware().concat(rest.middleware, whatHappens.middleware),'
