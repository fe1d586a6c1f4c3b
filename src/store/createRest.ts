import type { Middleware, Reducer } from 'redux'
import type { RunContext } from '../endpoint/contract'
import { type ActionCreators, createActions } from './state/actions'
import { checkTimes } from './state/expiry'
import { type Controller, controllerOf } from './Controller'
import { createDevToolsOptions, type RestDevToolsOptions } from './devToolsOptions'
import { createMatchers, type Matchers } from './matchers'
import { checkManagers, type Manager } from './Manager'
import { PollingManager } from './managers/PollingManager'
import { createMiddleware } from './middleware'
import { createReducer } from './state/reducer'
import { disposeRuntime, findRuntime } from './runtimes'
import type { RestSettings } from './Runtime'
import {
  createPathSelectors,
  createSelectors,
  type RootWith,
  type Selectors,
} from './select/selectors'
import { findRestState, readableState, selectRestState } from './state/readableState'
import { createInitialState, type RestState } from './state/state'
import { createThunks, type Thunks } from './thunks'

/** Configures `createRest`. */
export interface RestConfig<Path extends string = string> {
  /** Where our state is in the root state, and what our action types start with. Default: `rest`. */
  readonly reducerPath?: Path
  /** How long data is fresh, in ms, unless its endpoint sets it. Default: 60,000. */
  readonly dataExpiryLength?: number
  /** How long an error keeps new mounts from trying again, in ms, unless the endpoint sets it. Default: 1,000. */
  readonly errorExpiryLength?: number
  /** Used instead of the global `fetch`. */
  readonly fetchFn?: typeof fetch
  /** What works for each store besides the `PollingManager`, which a polling manager of your own replaces. */
  readonly managers?: readonly Manager[]
}

/** `createRest` returns it: a slice with a middleware, thunk creators and selectors. */
export interface Rest<Path extends string = string> extends Matchers, Thunks {
  /** The same as `reducerPath`. */
  readonly name: Path
  /** Where our state is in the root state: `rest`, or the option of this name. */
  readonly reducerPath: Path
  /** The reducer, for `configureStore({ reducer: { [rest.reducerPath]: rest.reducer } })`. */
  readonly reducer: Reducer<RestState>
  /** The middleware, which each store needs. */
  readonly middleware: Middleware
  /** The action creators, for tests and tools; apps dispatch the thunks. */
  readonly actions: ActionCreators
  /** The selectors, for a root state with ours under `reducerPath`. */
  readonly selectors: Selectors<RootWith<Path>>
  /** The selectors for another root state, in which `selectState` finds ours. */
  getSelectors<Root = RestState>(selectState?: (root: Root) => RestState): Selectors<Root>
  /** Our part of a root state. */
  selectSlice(state: RootWith<Path>): RestState
  /** A state without data. */
  getInitialState(): RestState
  /**
   * Adds the reducer to one made by `combineSlices`. Gives the instance with selectors that read a state without our part as
   * an empty one, since such a reducer has its state from the next action on.
   */
  injectInto(injectable: Injectable<Path>, config?: InjectConfig): InjectedRest<Path>
  /** The options that make states and actions readable: `configureStore({ devTools: rest.devToolsOptions() })`. */
  devToolsOptions(): RestDevToolsOptions
  /** The same with types for what requests are given: `rest.withTypes<{ state: RootState; extra: Extra }>()`. */
  withTypes<Types extends ContextTypes>(): TypedRest<Path, Types>
  /** The controller of a store, or of what a middleware is given. */
  getController(store: { getState(): RootWith<Path> }): Controller
  /** Ends all work of a store: managers, requests in flight, timers. For tests and hot reloading. */
  dispose(store: { getState(): RootWith<Path> }): void
}

/** What `combineSlices` gives. */
export interface Injectable<Path extends string> {
  /** Adds a reducer under its `reducerPath`. */
  inject(
    slice: { readonly reducerPath: Path; readonly reducer: Reducer<RestState> },
    config?: InjectConfig,
  ): unknown
}

/** As for RTK's `slice.injectInto`. */
export interface InjectConfig {
  /** Replaces a reducer that is there already. Default: false. */
  readonly overrideExisting?: boolean
}

/** What `injectInto` gives. */
export interface InjectedRest<Path extends string = string> extends Omit<
  Rest<Path>,
  'selectors' | 'selectSlice' | 'getController' | 'dispose'
> {
  /** The selectors, for a root state that may lack ours. */
  readonly selectors: Selectors<Partial<RootWith<Path>>>
  /** Our part of a root state; an empty one where it is absent. */
  selectSlice(state: Partial<RootWith<Path>>): RestState
  /** The controller of a store, or of what a middleware is given. */
  getController(store: { getState(): Partial<RootWith<Path>> }): Controller
  /** Ends all work of a store: managers, requests in flight, timers. */
  dispose(store: { getState(): Partial<RootWith<Path>> }): void
}

/** The types of an app: of its root state, and of the thunk middleware's extra argument. */
export interface ContextTypes {
  /** The root state. */
  readonly state?: unknown
  /** The `extraArgument` of the thunk middleware. */
  readonly extra?: unknown
}

/** What a request is given, in the types of an app. */
export type TypedContext<Types extends ContextTypes> = Omit<RunContext, 'getState' | 'extra'> & {
  /** Absent where an endpoint is called without a store. */
  readonly getState?: (() => Types['state']) | undefined
  /** The `extraArgument` of the thunk middleware. */
  readonly extra?: Types['extra'] | undefined
}

/** `createRest`'s with the types of an app. */
export interface TypedRest<Path extends string, Types extends ContextTypes> extends Rest<Path> {
  /** The context that `getHeaders` and its like are given, typed; the object itself. */
  contextOf(context: RunContext): TypedContext<Types>
}

/**
 * Makes the REST layer of a store: a reducer, a middleware, thunks and selectors. One instance can serve several stores, such as
 * one for each request of a server.
 * @throws TypeError, in development, for a `reducerPath` with "/" and for managers without `init`
 * @throws RangeError, in development, for expiry lengths that are no numbers of ms
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
  const { dataExpiryLength = 60_000, errorExpiryLength = 1_000, fetchFn, managers = [] } = config
  const reducerPath = config.reducerPath ?? ('rest' as Path)
  checkConfig({ reducerPath, dataExpiryLength, errorExpiryLength })
  checkManagers(managers)
  const settings: RestSettings = { reducerPath, dataExpiryLength, errorExpiryLength, fetchFn }
  const rest: Rest<Path> = {
    name: reducerPath,
    reducerPath,
    reducer: createReducer(reducerPath),
    middleware: createMiddleware(settings, withPolling(managers)),
    actions: createActions(reducerPath),
    selectors: createPathSelectors(reducerPath),
    getSelectors: (selectState = itself) =>
      createSelectors((root: Parameters<typeof selectState>[0]) =>
        readableState(selectState(root), reducerPath),
      ),
    selectSlice: (state) => selectRestState(state, reducerPath),
    getInitialState: createInitialState,
    injectInto: (injectable, injectConfig) => {
      injectable.inject({ reducerPath, reducer: rest.reducer }, injectConfig)
      const absentState = (settings.absentState ??= createInitialState())
      const selectSlice = (root: Partial<RootWith<Path>>): RestState =>
        findRestState(root, reducerPath) ?? absentState
      return { ...rest, selectSlice, selectors: createSelectors(selectSlice) }
    },
    ...createMatchers(reducerPath),
    ...createThunks(reducerPath),
    devToolsOptions: () => createDevToolsOptions(reducerPath),
    withTypes: () => ({ ...rest, contextOf: (context) => context }),
    getController: (store) => controllerOf(findRuntime(store, reducerPath)),
    dispose: (store) => disposeRuntime(findRuntime(store, reducerPath)),
  }
  return rest
}

function checkConfig(config: RestConfig & { readonly reducerPath: string }): void {
  if (process.env.NODE_ENV === 'production') return
  checkTimes(config)
  const { reducerPath } = config
  if (reducerPath !== '' && !reducerPath.includes('/')) return
  throw new TypeError(`A reducerPath is a name without "/", found "${reducerPath}".`)
}

function itself(state: unknown): RestState {
  return state as RestState
}

/** Polling is on by default, and done by one manager alone. */
function withPolling(managers: readonly Manager[]): readonly Manager[] {
  const hasOwn = managers.some((it) => it instanceof PollingManager)
  return hasOwn ? managers : [new PollingManager(), ...managers]
}
