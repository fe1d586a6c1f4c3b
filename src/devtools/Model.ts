import { runtimesOf } from '../store/runtimes'
import type { RestAction } from '../store/state/actions'
import { findRestState } from '../store/state/readableState'
import type { RestState } from '../store/state/state'
import { Controls } from './Controls'
import type { Feed } from './Feed'
import { Recorder } from './Recorder'
import type { StoreEvent } from './storeRecorder'
import type { DevtoolsGroup, RecentRow } from './types'

/** What is shown, at one moment. */
export interface Shown {
  readonly groups: readonly DevtoolsGroup[]
  readonly recent: ReadonlyMap<string, readonly RecentRow[]>
  /** `undefined` without the reducer in the store. */
  readonly state: RestState | undefined
  readonly path: string
  /** What is missing, and the line to add. */
  readonly missing: string | undefined
  /** Of which moment the page shows the state, unless it shows the present. */
  readonly moment: string | undefined
}

const NOTHING: Shown = {
  groups: [],
  recent: new Map(),
  state: undefined,
  path: '',
  missing: undefined,
  moment: undefined,
}

/** Keeps what is recorded of a store, and notifies the panel at most once in each frame. */
export class Model {
  readonly recorder: Recorder
  readonly #feed: Feed
  readonly #ignores: ((action: RestAction) => boolean) | undefined
  readonly #listeners = new Set<() => void>()
  readonly #polls = new Map<object, () => void>()
  /** The moment of the event that is being taken: some came before the panel was loaded. */
  #at: number | undefined
  #shown: Shown = NOTHING
  #isOld = true
  #isScheduled = false
  #restUntil = 0
  #controls: Controls | undefined

  constructor(feed: Feed, ignores?: (action: RestAction) => boolean) {
    this.#feed = feed
    this.#ignores = ignores
    const now = () => this.#at ?? performance.now()
    this.recorder = new Recorder({ now, setTimeout: wait }, this.#changed)
  }

  /** Takes what was recorded at a moment. */
  readonly take = (event: StoreEvent, at: number): void => {
    this.#at = at
    try {
      this.#take(event)
    } catch (error) {
      // It never keeps an app from its work.
      console.error('The devtools cannot show an event.', error)
    } finally {
      this.#at = undefined
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getShown = (): Shown => {
    if (!this.#isOld) return this.#shown
    this.#isOld = false
    const shown: Shown = {
      groups: this.recorder.log.views(),
      recent: this.recorder.log.recent(),
      state: this.#state(),
      path: this.#path,
      missing: this.#missing(),
      moment: this.#controls?.time.moment,
    }
    // What changes no part of it renders nothing.
    if (!isSame(shown, this.#shown)) this.#shown = shown
    return this.#shown
  }

  /** Has the page show another state than the present one. */
  readonly jump = (state: RestState, moment: string): void => {
    this.#followFromJump(moment)
    this.controls?.time.jump(state, moment)
    this.#changed()
  }

  /** Has the page show the present again. */
  readonly goBack = (): void => {
    this.#followFromJump('back to now')
    this.controls?.time.goBack()
    this.#changed()
  }

  /** What the buttons do; `undefined` without the middleware in the store. */
  get controls(): Controls | undefined {
    const { api } = this.#feed
    if (api !== this.#controls?.api) this.#controls = api && new Controls(api)
    return this.#controls
  }

  /** Has the panel show what changed, in the next frame. */
  readonly notify = (): void => this.#changed()

  #followFromJump(to: string): void {
    this.recorder.followFrom({ name: `Jump: ${to}`, isTyping: false, isFollowUp: false })
  }

  #take(event: StoreEvent): void {
    const { recorder } = this
    switch (event.kind) {
      case 'action':
        return this.#takeAction(event)
      case 'request':
        return recorder.addRequest(event.id, event.key)
      case 'sensitive':
        return recorder.startSensitive(event.id, event.endpoint)
      case 'sensitiveEnd':
        return recorder.endSensitive(event.id, event.error)
      case 'poll': {
        const { key, endpoint } = event.reader
        const end = recorder.addPoll(key, endpoint.pollFrequency ?? Infinity)
        return void this.#polls.set(event.reader, end)
      }
      case 'pollEnd':
        this.#polls.get(event.reader)?.()
        return void this.#polls.delete(event.reader)
    }
  }

  #takeAction({ action, ours, before, after }: Extract<StoreEvent, { kind: 'action' }>): void {
    if (ours === undefined) return this.recorder.addOtherAction(action.type)
    this.#controls?.time.take(ours)
    const isLeftOut = ours.meta.kind === 'jump' || this.#ignores?.(ours) === true
    if (isLeftOut || before === undefined || after === undefined) return this.#changed()
    this.recorder.addRestAction(ours, { before, after })
  }

  get #path(): string {
    return this.#feed.path ?? this.#feed.api?.runtime.settings.reducerPath ?? 'rest'
  }

  #state(): RestState | undefined {
    return findRestState(this.#feed.store?.getState(), this.#path)
  }

  #missing(): string | undefined {
    const { store, path } = this.#feed
    if (store === undefined) return STORE
    if (path === undefined && runtimesOf(store).size > 1) return INSTANCE
    if (this.#state() === undefined) return REDUCER
    return this.controls === undefined ? MIDDLEWARE : undefined
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
    this.#isOld = true
    for (const listener of this.#listeners) listener()
    // React renders in a microtask that comes before this one.
    queueMicrotask(() => {
      const now = performance.now()
      this.#restUntil = now + REST * (now - started)
    })
  }
}

function isSame(one: Shown, other: Shown): boolean {
  return (Object.keys(one) as (keyof Shown)[]).every((name) => one[name] === other[name])
}

/** How much longer the panel rests than it renders, so that most of the time is left for the app. */
const REST = 4

/** How long a frame takes, in ms. */
const FRAME = 17

const STORE = '<RestDevtools store={store} />, or one within <Provider store={store}>'
const INSTANCE = '<RestDevtools rest={rest} />'
const REDUCER = 'reducer: { [rest.reducerPath]: rest.reducer },'
const MIDDLEWARE =
  'middleware: (getDefaultMiddleware) =>\n  getDefaultMiddleware().concat(rest.middleware),'

/** Called as a function of its own, as browsers demand. */
function wait(run: () => void, ms: number): void {
  setTimeout(run, ms)
}
