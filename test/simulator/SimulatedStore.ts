import { configureStore, type Action, type Middleware, type UnknownAction } from '@reduxjs/toolkit'
import {
  createRest,
  type EndpointContract,
  type Manager,
  type RestAction,
  type RestState,
} from 'rtk-rest'

const REPLACE = 'simulator/replace'

/** What a store is made of. */
export interface StoreSetup {
  readonly fetchFn: typeof fetch
  /** How long data is fresh, in ms. */
  readonly dataExpiryLength: number
  readonly managers?: readonly Manager[]
  /** Hears what the store has taken, and the state before. */
  onAction?(action: RestAction, before: RestState): void
}

/** A store as DevTools and persistence libraries make one: its state can be replaced from outside. */
export class SimulatedStore {
  rest
  store
  controller
  /** What came to the reducer, in order. */
  actions: RestAction[] = []
  /** The same since the state was replaced or swept: an action contains changes of the state that it was made for. */
  recent: RestAction[] = []
  /** How many listen to the store. */
  subscribers = 0
  /** The states that there were, in order. */
  states: RestState[] = []
  readonly #setup: StoreSetup

  constructor(setup: StoreSetup) {
    this.#setup = setup
    this.rest = restOf(setup)
    this.store = this.#createStore()
    this.controller = this.rest.getController(this.store)
  }

  get state(): RestState {
    return this.store.getState().rest
  }

  /** Takes a response of the server that came in another way. */
  setResponse(
    endpoint: EndpointContract,
    argsAndResponse: [...args: unknown[], response: unknown],
  ): void {
    this.store.dispatch(this.rest.setResponse(endpoint, ...argsAndResponse))
  }

  /** Another store takes its place, as on a page that is loaded again. */
  reload(managers: readonly Manager[]): void {
    const { rest, store } = this
    this.actions = []
    this.recent = []
    this.states = []
    this.rest = restOf({ ...this.#setup, managers })
    this.store = this.#createStore()
    this.controller = this.rest.getController(this.store)
    rest.dispose(store)
  }

  /** Puts another state in place of the current one, as a jump in DevTools or an import does. */
  replace(state: RestState): void {
    this.recent = []
    this.store.dispatch({ type: REPLACE, state })
  }

  #createStore() {
    const { rest } = this
    const record: Middleware<object, { readonly rest: RestState }> =
      (api) => (next) => (action) => {
        const before = api.getState().rest
        const result = next(action)
        const isOurs = store === this.store
        if (isOurs && (action as UnknownAction).type.startsWith('rest/')) {
          this.#note(action as RestAction, before)
        }
        return result
      }
    const store = configureStore({
      reducer: {
        rest: (state: RestState | undefined, action: UnknownAction) =>
          action.type === REPLACE ? (action['state'] as RestState) : rest.reducer(state, action),
      },
      middleware: (getDefaultMiddleware) =>
        getDefaultMiddleware({ serializableCheck: false, immutableCheck: false }).concat(
          rest.middleware,
          record,
        ),
      devTools: false,
    })
    const { subscribe } = store
    store.subscribe = (listener) => {
      this.subscribers += 1
      const unsubscribe = subscribe(listener)
      return () => {
        this.subscribers -= 1
        unsubscribe()
      }
    }
    return store
  }

  #note(action: RestAction, before: RestState): void {
    this.actions.push(action)
    this.recent = isSweep(action) ? [] : [...this.recent, action]
    this.states.push(this.state)
    this.#setup.onAction?.(action, before)
  }

  /** What the same actions make of an empty store. */
  replayed(): RestState {
    const { reducer } = createRest()
    const start: RestState = reducer(undefined, { type: 'start' })
    return this.actions.reduce<RestState>(
      (state, action) => reducer(state, action as Action),
      start,
    )
  }
}

function restOf({ fetchFn, dataExpiryLength, managers = [] }: StoreSetup) {
  return createRest({ fetchFn, dataExpiryLength, errorExpiryLength: 500, managers })
}

/** Whether an action removed what nothing used. */
export function isSweep({ meta }: RestAction): boolean {
  return meta.kind === 'write' && meta.label === 'gc'
}

const TIMES = new Set(['fetchedAt', 'landed', 'date', 'expiresAt', 'lastReset'])

/**
 * The same as plain JSON, with nothing that is remembered beside it.
 * @param ahead of the clock that made it, in ms
 */
export function copyOf<Value>(value: Value, ahead = 0): Value {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) =>
    typeof member === 'number' && TIMES.has(key) ? member + ahead : member,
  ) as Value
}
