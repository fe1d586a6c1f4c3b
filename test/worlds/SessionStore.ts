import { configureStore } from '@reduxjs/toolkit'
import { createRest, type Controller } from 'rtk-rest'
import { PollingManager } from 'rtk-rest/polling'
import { type Presence, refetchOn } from 'rtk-rest/refetch'
import { findRuntime } from '../../src/store/runtimes'
import { getRow } from '../../src/store/state/table'

export type Store = ReturnType<typeof createSessionStore>

/** Whether somebody looks at the app, as a session decides. */
export class Attention implements Presence {
  #isVisible = false
  readonly #listeners = new Set<() => void>()

  isOnline(): boolean {
    return true
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  listen(onChange: () => void): () => void {
    this.#listeners.add(onChange)
    return () => void this.#listeners.delete(onChange)
  }

  set(isVisible: boolean): void {
    this.#isVisible = isVisible
    for (const notify of this.#listeners) notify()
  }
}

/** The store of one session. */
export function createSessionStore(fetchFn: typeof fetch) {
  const polling = new Attention()
  const focus = new Attention()
  const rest = createRest({
    fetchFn,
    managers: [new PollingManager({ presence: polling }), refetchOn({ presence: focus })],
  })
  const store = configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ serializableCheck: false, immutableCheck: false }).concat(
        rest.middleware,
      ),
    devTools: false,
  })
  const controller: Controller = rest.getController(store)
  // The one place where the worlds look inside the library: nothing else says who still has to ask, and of what.
  const runtime = findRuntime(store, 'rest')
  const { inFlight, asking, observers } = runtime
  return {
    rest,
    store,
    controller,
    polling,
    focus,
    /** How many requests are in flight. */
    get inFlight(): number {
      return inFlight.size
    },
    /** Whether a reader is still to ask, after a pause. */
    get isAsking(): boolean {
      return [...observers.all].some((it) => asking.has(it as never))
    },
    /** Whether a task is doubtful that no reader fetches. */
    isDoubtful(key: string): boolean {
      return getRow(runtime.state.entities['Task'], key)?.meta.doubtful !== undefined
    },
  }
}
