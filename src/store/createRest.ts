import type { Middleware, Reducer } from 'redux'
import { type ActionCreators, createActions } from './actions'
import { checkExpiryLengths } from './clock'
import { type Controller, controllerOf } from './Controller'
import { createMatchers, type Matchers } from './matchers'
import { createMiddleware } from './middleware'
import { createReducer } from './reducer'
import { findRuntime } from './runtimes'
import { selectRestState } from './Runtime'
import {
  createPathSelectors,
  createSelectors,
  type RootWith,
  type Selectors,
} from './select/selectors'
import { createInitialState, type RestState } from './state'
import { createFetch } from './thunks/fetch'
import { createInvalidate } from './thunks/invalidate'
import { createReset } from './thunks/reset'
import { createRetain } from './thunks/retain'
import { createSet } from './thunks/set'

/** What `createRest` takes. */
export interface RestConfig<Path extends string = string> {
  /** Where our state is in the root state, and what our action types start with. Default: `rest`. */
  readonly reducerPath?: Path
  /** How long data is fresh, in ms, where its endpoint does not say. Default: 60,000. */
  readonly dataExpiryLength?: number
  /** How long an error keeps new mounts from trying again, in ms, where the endpoint does not say. Default: 1,000. */
  readonly errorExpiryLength?: number
  /** Used instead of the global `fetch`. */
  readonly fetchFn?: typeof fetch
}

/** What `createRest` gives: a slice with a middleware, thunk creators and selectors. */
export interface Rest<Path extends string = string> extends Matchers {
  readonly name: Path
  readonly reducerPath: Path
  readonly reducer: Reducer<RestState>
  readonly middleware: Middleware
  readonly actions: ActionCreators
  readonly selectors: Selectors<RootWith<Path>>
  /** The selectors for another root state, in which `selectState` finds ours. */
  getSelectors<Root = RestState>(selectState?: (root: Root) => RestState): Selectors<Root>
  selectSlice(state: RootWith<Path>): RestState
  getInitialState(): RestState
  /** Adds the reducer to one made by `combineSlices`. */
  injectInto<Injectable extends { inject(slice: Rest<Path>): unknown }>(
    injectable: Injectable,
  ): ReturnType<Injectable['inject']>
  /** Sends a request: `dispatch(rest.fetch(UserResource.get, { id }))`. */
  readonly fetch: ReturnType<typeof createFetch>
  /** Writes data by hand: `dispatch(rest.set(User, { id }, { id, name }))`. */
  readonly set: ReturnType<typeof createSet>
  /** Marks a call's data as not to be shown any more; who shows it fetches it again. */
  readonly invalidate: ReturnType<typeof createInvalidate>
  /** Fetches if stale, and stays a reader until released. */
  readonly retain: ReturnType<typeof createRetain>
  /** Forgets everything; what is under way never lands. */
  readonly reset: ReturnType<typeof createReset>
  /** The controller of a store, or of what a middleware is given. */
  getController(store: { getState(): RootWith<Path> }): Controller
}

/**
 * Makes the REST layer of a store.
 *
 * @example
 * const rest = createRest()
 * const store = configureStore({
 *   reducer: { [rest.reducerPath]: rest.reducer },
 *   middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
 * })
 */
export function createRest<const Path extends string = 'rest'>(
  config: RestConfig<Path> = {},
): Rest<Path> {
  const { dataExpiryLength = 60_000, errorExpiryLength = 1_000, fetchFn } = config
  const reducerPath = config.reducerPath ?? ('rest' as Path)
  checkExpiryLengths({ dataExpiryLength, errorExpiryLength })
  if (reducerPath === '' || reducerPath.includes('/')) {
    throw new TypeError(`A reducerPath is a name without "/", found "${reducerPath}".`)
  }
  const rest: Rest<Path> = {
    name: reducerPath,
    reducerPath,
    reducer: createReducer(reducerPath),
    middleware: createMiddleware({ reducerPath, dataExpiryLength, errorExpiryLength, fetchFn }),
    actions: createActions(reducerPath),
    selectors: createPathSelectors(reducerPath),
    getSelectors: (selectState) => createSelectors(selectState ?? itself),
    selectSlice: (state) => selectRestState(state, reducerPath),
    getInitialState: createInitialState,
    injectInto: (injectable) =>
      injectable.inject(rest) as ReturnType<(typeof injectable)['inject']>,
    ...createMatchers(reducerPath),
    fetch: createFetch(reducerPath),
    set: createSet(reducerPath),
    invalidate: createInvalidate(reducerPath),
    retain: createRetain(reducerPath),
    reset: createReset(reducerPath),
    getController: (store) => controllerOf(findRuntime(store.getState, reducerPath)),
  }
  return rest
}

function itself(state: unknown): RestState {
  return state as RestState
}
