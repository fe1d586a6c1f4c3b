import type { Middleware, Reducer } from 'redux'
import type { RunContext } from '../endpoint/contract'
import type { AnyType } from '../util/anyType'
import { controllerOf, createThunks, type Operation, OPERATIONS } from './client'
import { type ApiOf, checkManagers, type Manager } from './Manager'
import { createMiddleware } from './middleware'
import type { Controller } from './Operations'
import type { RestThunk, Thunks } from './Operations'
import type { RestSettings, Runtime } from './Runtime'
import { disposeRuntime, findRuntime } from './runtimes'
import {
  createPathSelectors,
  createSelectors,
  type RootWith,
  type Selectors,
} from './select/selectors'
import { type ActionCreators, createActions } from './state/actions'
import { checkTimes } from './state/expiry'
import { findRestState, readableState, selectRestState } from './state/readableState'
import { createReducer } from './state/reducer'
import { createInitialState, type RestState } from './state/state'

/** Configures `createRest`. */
export interface RestConfig<
  Path extends string = string,
  Managers extends readonly Manager<AnyType>[] = readonly Manager<AnyType>[],
> {
  /** Where our state is in the root state, and what our action types start with. Default: `rest`. */
  readonly reducerPath?: Path
  /** The time for which data is fresh, in ms, unless its endpoint sets it. Default: 60,000. */
  readonly dataExpiryLength?: number
  /** The time for which an error keeps new mounts from trying again, in ms, unless the endpoint sets it. Default: 1,000. */
  readonly errorExpiryLength?: number
  /** Used instead of the global `fetch`. */
  readonly fetchFn?: typeof fetch
  /** The managers that work for each store. One takes the place of a manager of the same name that an option or a hook brings. Default: none. */
  readonly managers?: Managers
}

/** A slice with a middleware, thunk creators and selectors. */
export interface RestSlice<Path extends string, Api extends object> extends Thunks {
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
  injectInto(injectable: Injectable<Path>, config?: InjectConfig): InjectedRest<Path, Api>
  /** The same with types for what requests are given: `rest.withTypes<{ state: RootState; extra: Extra }>()`. */
  withTypes<Types extends ContextTypes>(): TypedRest<Path, Types, Api>
  /** The controller of a store, or of what a middleware is given. */
  getController(store: { getState(): RootWith<Path> }): Controller
  /** The members that managers add, bound to a store. */
  getApi(store: { getState(): RootWith<Path> }): Api
  /** Ends all work of a store: managers, requests in flight, timers. For tests and hot reloading. */
  dispose(store: { getState(): RootWith<Path> }): void
}

/** The members that managers add, as thunk creators. */
export type ApiThunks<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => RestThunk<Result>
    : never
}

/** `createRest` returns it: the slice, and what its managers add. */
export type Rest<Path extends string = string, Api extends object = {}> = RestSlice<Path, Api> &
  ApiThunks<Api>

/** The result of `combineSlices`. */
export interface Injectable<Path extends string> {
  /** Adds a reducer under its `reducerPath`. */
  inject(
    slice: { readonly reducerPath: Path; readonly reducer: Reducer<RestState> },
    config?: InjectConfig,
  ): unknown
}

/** The options of `injectInto`, those of RTK's `slice.injectInto`. */
export interface InjectConfig {
  /** Replaces a reducer that is there already. Default: false. */
  readonly overrideExisting?: boolean
}

/** The result of `injectInto`. */
export type InjectedRest<Path extends string = string, Api extends object = {}> = Omit<
  RestSlice<Path, Api>,
  'selectors' | 'selectSlice' | 'getController' | 'getApi' | 'dispose'
> &
  ApiThunks<Api> & {
    /** The selectors, for a root state that may lack ours. */
    readonly selectors: Selectors<Partial<RootWith<Path>>>
    /** Our part of a root state; an empty one where it is absent. */
    selectSlice(state: Partial<RootWith<Path>>): RestState
    /** The controller of a store, or of what a middleware is given. */
    getController(store: { getState(): Partial<RootWith<Path>> }): Controller
    /** The members that managers add, bound to a store. */
    getApi(store: { getState(): Partial<RootWith<Path>> }): Api
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

/** The context of a request, in the types of an app. */
export type TypedContext<Types extends ContextTypes> = Omit<RunContext, 'getState' | 'extra'> & {
  /** Absent where an endpoint is called without a store. */
  readonly getState?: (() => Types['state']) | undefined
  /** The `extraArgument` of the thunk middleware. */
  readonly extra?: Types['extra'] | undefined
}

/** `createRest`'s with the types of an app. */
export type TypedRest<
  Path extends string,
  Types extends ContextTypes,
  Api extends object = {},
> = Rest<Path, Api> & {
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
export function createRest<
  const Path extends string = 'rest',
  const Managers extends readonly Manager<AnyType>[] = readonly Manager<AnyType>[],
>(config: RestConfig<Path, Managers> = {}): Rest<Path, ApiOf<Managers>> {
  const { dataExpiryLength = 60_000, errorExpiryLength = 1_000, fetchFn } = config
  const managers: readonly Manager<AnyType>[] = config.managers ?? []
  const reducerPath = config.reducerPath ?? ('rest' as Path)
  const times = { dataExpiryLength, errorExpiryLength }
  const settings: RestSettings = { reducerPath, ...times, fetchFn, managers }
  checkConfig(settings)
  const slice: RestSlice<Path, ApiOf<Managers>> = {
    ...(createThunks(reducerPath, OPERATIONS) as unknown as Thunks),
    name: reducerPath,
    reducerPath,
    reducer: createReducer(reducerPath),
    middleware: createMiddleware(settings),
    actions: createActions(reducerPath),
    selectors: createPathSelectors(reducerPath),
    getSelectors: (selectState = itself) =>
      createSelectors((root: Parameters<typeof selectState>[0]) =>
        readableState(selectState(root)),
      ),
    selectSlice: (state) => selectRestState(state, reducerPath),
    getInitialState: createInitialState,
    injectInto: (injectable, injectConfig) => {
      injectable.inject({ reducerPath, reducer: slice.reducer }, injectConfig)
      return { ...rest, ...selectorsWhereAbsent(settings, reducerPath) }
    },
    withTypes: <Types extends ContextTypes>() =>
      ({ ...rest, contextOf: (context) => context }) as TypedRest<Path, Types, ApiOf<Managers>>,
    getController: (store) => controllerOf(findRuntime(store, reducerPath)),
    getApi: (store) => apiOf(findRuntime(store, reducerPath), managers) as ApiOf<Managers>,
    dispose: (store) => disposeRuntime(findRuntime(store, reducerPath)),
  }
  const thunks = createThunks(reducerPath, apiOperations(managers))
  if (process.env.NODE_ENV !== 'production') checkApiNames(Object.keys(thunks), slice)
  const rest = { ...thunks, ...slice } as Rest<Path, ApiOf<Managers>>
  return rest
}

/** The selectors for root states in which a reducer that was injected has no state yet. */
function selectorsWhereAbsent<Path extends string>(settings: RestSettings, reducerPath: Path) {
  const absentState = (settings.absentState ??= createInitialState())
  const selectSlice = (root: Partial<RootWith<Path>>): RestState =>
    findRestState(root, reducerPath) ?? absentState
  return { selectSlice, selectors: createSelectors(selectSlice) }
}

/** What managers add, of one store. */
function apiOf(runtime: Runtime, managers: readonly Manager<AnyType>[]): object {
  return Object.assign({}, ...managers.map((manager) => runtime.managers.use(manager))) as object
}

/** What managers add, as operations on a store. */
function apiOperations(managers: readonly Manager<AnyType>[]): Readonly<Record<string, Operation>> {
  const names = managers.flatMap(({ apiNames = [] }) => apiNames)
  const operationOf =
    (name: string): Operation =>
    (runtime, ...args) =>
      (apiOf(runtime, managers) as Record<string, (...given: unknown[]) => unknown>)[name]?.(
        ...args,
      )
  return Object.fromEntries(names.map((name) => [name, operationOf(name)]))
}

function checkApiNames(names: readonly string[], slice: object): void {
  const taken = names.find((name) => name in slice)
  if (taken === undefined) return
  throw new TypeError(
    `createRest({ managers }): \`rest.${taken}\` is there already; give it another name in \`apiNames\` and \`api\`.`,
  )
}

function checkConfig(config: RestSettings): void {
  if (process.env.NODE_ENV === 'production') return
  checkTimes(config)
  checkManagers(config.managers)
  const { reducerPath } = config
  if (reducerPath !== '' && !reducerPath.includes('/')) return
  throw new TypeError(`A reducerPath is a name without "/", found "${reducerPath}".`)
}

function itself(state: unknown): RestState {
  return state as RestState
}
