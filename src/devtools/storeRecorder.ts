import type { Action } from 'redux'
import type { ManagedRequest, Manager, ManagerStore, Reader } from '../store/Manager'
import { runtimeOf } from '../store/managerStore'
import type { Runtime } from '../store/Runtime'
import { asRestAction, momentOf, type RestAction } from '../store/state/actions'
import type { RestState } from '../store/state/state'

/** What is heard of a store. */
export type StoreEvent =
  | {
      readonly kind: 'action'
      readonly action: Action
      /** The same one, where it is one of this library. */
      readonly ours: RestAction | undefined
      readonly before: RestState | undefined
      readonly after: RestState | undefined
    }
  /** A request was in flight when recording started. */
  | { readonly kind: 'request'; readonly id: string; readonly key: string }
  /** A sensitive request, of which no action says anything. */
  | { readonly kind: 'sensitive'; readonly id: string; readonly endpoint: string }
  | { readonly kind: 'sensitiveEnd'; readonly id: string; readonly error?: unknown }
  | { readonly kind: 'poll' | 'pollEnd'; readonly reader: Reader }

/** Hears an event, with the moment of it in ms of `performance.now()`. It does not throw. */
export type Listener = (event: StoreEvent, at: number) => void

/** What the panel works on. */
export interface RecorderApi {
  readonly runtime: Runtime
  readonly store: ManagerStore
  /** Hears all from now on, until the returned function is called. */
  record(listener: Listener): () => void
  /** Has requests and responses wait until the returned function is called. */
  pause(): () => void
}

/** Records what goes through a store, as long as something listens. It sends nothing. */
export const storeRecorder: Manager<RecorderApi> = {
  name: 'devtools',
  apiNames: ['runtime', 'store', 'record', 'pause'],
  init(store) {
    const recording = new Recording(store)
    return { ...recording.hooks, api: recording.api }
  },
}

/** More than this are never in progress at once. */
const MAX_BEFORE = 100

/** What is recorded of one store. */
class Recording {
  readonly api: RecorderApi
  readonly #runtime: Runtime
  readonly #store: ManagerStore
  readonly #listeners = new Set<Listener>()
  /** The states before the actions that are in progress, by the moments of these. */
  readonly #before = new Map<number, RestState>()
  /** The state after the last action. */
  #last: RestState | undefined
  #paused: { readonly until: Promise<void> } | undefined

  constructor(store: ManagerStore) {
    const runtime = runtimeOf(store)
    this.#store = store
    this.#runtime = runtime
    this.api = {
      runtime,
      store,
      record: (listener) => this.#record(listener),
      pause: () => this.#pause(),
    }
  }

  readonly hooks = {
    commit: (action: RestAction, state: RestState): RestAction => {
      if (this.#before.size >= MAX_BEFORE) this.#before.clear()
      if (this.#listeners.size > 0) this.#before.set(momentOf(action), state)
      return action
    },
    action: (action: Action): void => {
      if (this.#listeners.size > 0) this.#note(action)
    },
    reader: (reader: Reader): (() => void) => {
      if (isPolled(reader)) this.#emit({ kind: 'poll', reader })
      return () => {
        if (isPolled(reader)) this.#emit({ kind: 'pollEnd', reader })
      }
    },
    gate: () => this.#paused,
    request: (call: ManagedRequest, run: () => Promise<unknown>): Promise<unknown> =>
      this.#run(call, run),
  }

  #record(listener: Listener): () => void {
    const at = performance.now()
    this.#last = this.#runtime.seen.read()
    for (const reader of this.#runtime.managers.readers.keys()) {
      if (isPolled(reader)) listener({ kind: 'poll', reader }, at)
    }
    for (const { requestId, key } of this.#store.inFlight) {
      listener({ kind: 'request', id: requestId, key }, at)
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #pause(): () => void {
    let open: (() => void) | undefined
    this.#paused = { until: new Promise<void>((resolve) => (open = resolve)) }
    return () => {
      this.#paused = undefined
      open?.()
      this.#store.wake()
    }
  }

  #note(action: Action): void {
    const ours = asRestAction(this.#runtime.settings.reducerPath, action)
    const moment = ours && momentOf(ours)
    const before = (moment !== undefined && this.#before.get(moment)) || this.#last
    if (moment !== undefined) this.#before.delete(moment)
    const after = (this.#last = this.#runtime.seen.read())
    this.#emit({ kind: 'action', action, ours, before, after })
  }

  /** While the page shows an earlier state, nothing is sent, and nothing lands. */
  async #run({ requestId: id, endpoint }: ManagedRequest, run: () => Promise<unknown>) {
    const isSensitive = endpoint.sensitive === true
    if (isSensitive) this.#emit({ kind: 'sensitive', id, endpoint: endpoint.name })
    try {
      if (this.#paused !== undefined) await this.#paused.until
      const value = await run()
      if (isSensitive) this.#emit({ kind: 'sensitiveEnd', id })
      return value
    } catch (error) {
      if (isSensitive) this.#emit({ kind: 'sensitiveEnd', id, error })
      throw error
    } finally {
      if (this.#paused !== undefined) await this.#paused.until
    }
  }

  #emit(event: StoreEvent): void {
    const at = performance.now()
    for (const listener of this.#listeners) listener(event, at)
  }
}

function isPolled({ isLive, endpoint }: Reader): boolean {
  return isLive && endpoint.pollFrequency !== undefined
}
