import {
  combineSlices,
  configureStore,
  createListenerMiddleware,
  createSlice,
} from '@reduxjs/toolkit'
import {
  type ArgsOf,
  type Controller,
  createRest,
  devToolsOptions,
  type EndpointContract,
  ExpiryStatus,
  type FetchedOf,
  type FetchPromise,
  type FulfilledAction,
  type Gate,
  type GatedBy,
  LogoutManager,
  type LogoutOptions,
  type ManagedRequest,
  type Manager,
  type ManagerHooks,
  type ManagerStore,
  matchEntityChange,
  matchFulfilled,
  matchMutation,
  matchPending,
  matchRead,
  type Reader,
  type RequestView,
  type Rest,
  type RestConfig,
  type RestState,
  type RestThunk,
  type RunOptions,
  type RunRequest,
  type Snapshot,
} from 'rtk-rest'
import { asDataClient, type DataClientController } from 'rtk-rest/data-client'
import type {
  ApiThunks,
  ArgsAnd,
  ContextTypes,
  DataOf,
  FetchedList,
  FetchOperation,
  Injectable,
  InjectConfig,
  InjectedRest,
  ListArgs,
  Matcher,
  MaybeFetched,
  OperationKind,
  Operations,
  ResponseMeta,
  DevToolsLimits,
  RestDevToolsOptions,
  RestSlice,
  Retained,
  Returned,
  RootWith,
  Selectors,
  SetArgs,
  SetValue,
  Thunks,
  TypedContext,
  TypedRest,
} from 'rtk-rest/types'
import { PollingManager, type PollingOptions, type Presence } from 'rtk-rest/polling'
import { useController } from 'rtk-rest/react'
import { controller, dispatch, rest, show, store, User, UserResource } from './app'

// #region Controller
export async function archive(controller: Controller, id: string) {
  await controller.fetch(UserResource.partialUpdate, { id }, { name: 'archived' })
  controller.expireAll(UserResource.getList)
  return controller.get(User, { id })
}
// #endregion

// #region ExpiryStatus
export const canShow = ({ expiryStatus }: ResponseMeta<unknown>) =>
  expiryStatus !== ExpiryStatus.Invalid
// #endregion

// #region PollingManager
const always: Presence = {
  isOnline: () => true,
  isVisible: () => true,
  listen: () => () => undefined,
}

/** Polls in hidden tabs too. */
export const pollingOptions: PollingOptions = { presence: always }

export const dashboard = createRest({ managers: [new PollingManager(pollingOptions)] })
// #endregion

// #region LogoutOptions
const options: LogoutOptions = {
  shouldLogout: ({ status }) => status === 401 || status === 419,
  handleLogout: (signedOut) => signedOut.reset(),
}

export const managers = [new LogoutManager(options)]
// #endregion

export const withLogout = () => {
  const goToLogin = () => show('/login')
  createRest({
    managers: [
      new LogoutManager({
        handleLogout(controller) {
          controller.reset()
          goToLogin()
        },
      }),
    ],
  })
}

const log: (text: string) => void = show

export const logged = () => {
  const console = { log }
  const logger: Manager = {
    name: 'logger',
    init: () => ({ action: ({ type }) => console.log(type) }),
  }
  return createRest({ managers: [logger] })
}

export const useReset = () => {
  const controller = asDataClient(useController())
  controller.resetEntireStore()
}

export const savingSlice = createSlice({
  name: 'saving',
  initialState: { isSaving: false },
  reducers: {},
  extraReducers(builder) {
    builder.addMatcher(matchPending(UserResource.update), (state) => {
      state.isSaving = true
    })
  },
})

export const plainStore = () => {
  const rest = createRest()
  const store = configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  return store
}

// #region RestConfig
const config: RestConfig<'api'> = {
  reducerPath: 'api',
  dataExpiryLength: 5 * 60_000,
  errorExpiryLength: 5_000,
}

export const { reducer, middleware } = createRest(config)
// #endregion

// #region Rest
/** Works for a store with any `reducerPath`. */
export const clear = ({ reset }: Rest) => reset()
// #endregion

// #region Thunks
export const refreshUsers = ({ expireAll, fetchIfStale }: Thunks) => {
  dispatch(expireAll(UserResource.getList))
  return dispatch(fetchIfStale(UserResource.getList)).unwrap()
}
// #endregion

// #region FetchOperation
const send: FetchOperation<'thunk'> = rest.fetch

export const add = (name: string) => dispatch(send(UserResource.getList.push, { name })).unwrap()
// #endregion

// #region Operations
export const loadAll = ({ fetch }: Operations<'bound'>) => fetch(UserResource.getList)
// #endregion

// #region OperationKind
export type Expire<Kind extends OperationKind> = Operations<Kind>['expire']

export const isDispatched = (result: Returned<'thunk', number>) => typeof result === 'function'
// #endregion

// #region FetchPromise
export function abortAfter<Value>(request: FetchPromise<Value>, ms: number): Promise<Value> {
  setTimeout(() => request.abort('too slow'), ms)
  return request.unwrap()
}
// #endregion

// #region MaybeFetched
export const isRequested = ({ request }: MaybeFetched<unknown>) => request !== undefined
// #endregion

// #region FetchedOf
export async function fetchAndLog<E extends EndpointContract>(
  endpoint: E,
  ...args: ArgsOf<E>
): Promise<FetchedOf<E>> {
  const data = await controller.fetch(endpoint, ...args)
  show(endpoint.name, data)
  return data
}
// #endregion

// #region FetchedList
export const addMany = (
  ...args: ListArgs<typeof UserResource.getList.push>
): Promise<FetchedList<typeof UserResource.getList.push>> =>
  controller.fetch(UserResource.getList.push, ...args)
// #endregion

// #region DataOf
export const readShown = (): DataOf<typeof UserResource.get> | undefined =>
  rest.selectors.selectData(store.getState(), UserResource.get, { id: '1' })
// #endregion

// #region ArgsAnd
export const setUser = (...args: ArgsAnd<ArgsOf<typeof UserResource.get>, object>) =>
  controller.setResponse(UserResource.get, ...args)
// #endregion

// #region SetValue
export const older: SetValue<typeof User> = (user: User) => ({ age: user.age + 1 })
// #endregion

// #region SetArgs
export const ofAda: SetArgs<typeof User> = [{ id: '1' }]
// #endregion

// #region Selectors
export const countPending = <Root>(state: Root, { selectAll, selectIsPending }: Selectors<Root>) =>
  selectAll(state, User).filter(({ id }) => selectIsPending(state, User, id)).length
// #endregion

// #region RequestView
export const stateText = ({ isLoading, isFetching, error }: RequestView) => {
  if (error) return error.message
  return isLoading ? 'Loading …' : isFetching ? 'Updating …' : ''
}
// #endregion

// #region RootWith
export const tables = (state: RootWith<'rest'>) => Object.keys(state.rest.entities)
// #endregion

// #region Matcher
export const listener = createListenerMiddleware()

const isCreated: Matcher<FulfilledAction, { readonly name: string }> = matchFulfilled

listener.startListening({
  predicate: isCreated(UserResource.create),
  effect: (action) => show(action.type),
})
// #endregion

// #region matchEntityChange
export const countChanges = (actions: readonly unknown[]) =>
  actions.filter(matchEntityChange(User)).length
// #endregion

// #region matchMutation
export const lastOfKind = (actions: readonly unknown[]) => ({
  read: actions.findLast(matchRead(UserResource.get)),
  write: actions.findLast(matchMutation),
})
// #endregion

// #region DataClientController
const names: DataClientController = asDataClient(controller)

export const signOut = () => names.resetEntireStore()
// #endregion

// #region RestThunk
export const refresh = (): RestThunk<unknown> => rest.expireAll(UserResource.getList)
// #endregion

// #region Retained
export function watchUsers(): () => void {
  const reader: Retained = dispatch(rest.retain(UserResource.getList))
  return () => reader.release()
}
// #endregion

// #region Reader
const listen = ({ endpoint, args, key }: Reader, store: ManagerStore): (() => void) => {
  const socket = new WebSocket(`wss://api.example.com/live?call=${encodeURIComponent(key)}`)
  socket.addEventListener('message', () => {
    const reader = { endpoint, args, key, isLive: true }
    if (store.gate(reader, 'stream') === undefined) void store.refetch(reader)
  })
  return () => socket.close()
}

export const sockets: Manager = {
  name: 'sockets',
  init: (store): ManagerHooks => ({
    reader: (reader) => (reader.isLive ? listen(reader, store) : undefined),
  }),
}
// #endregion

// #region ManagedRequest
const isWrite = ({ isMutation }: ManagedRequest) => isMutation

const sendOnce = (run: RunRequest, more: RunOptions) => run(more)

/** Sends the same key with each try of a mutation. */
export const idempotent: Manager = {
  name: 'idempotent',
  init: () => ({
    request: (request, run) =>
      isWrite(request) ? sendOnce(run, { idempotencyKey: `app ${request.requestId}` }) : run(),
  }),
}

/** Ends all that is in flight. */
export const abortAll = ({ inFlight }: ManagerStore) => {
  inFlight.forEach((request) => request.abort('The window closes.'))
}
// #endregion

// #region Gate
const locked: Gate = { error: new Error('This screen is locked.') }

export const lock: Manager = {
  name: 'lock',
  init: () => ({
    gate: (_call, from: GatedBy) => (from === 'reader' ? locked : undefined),
  }),
}
// #endregion

// #region ApiThunks
interface ClockApi {
  now(): number
}

const clock: Manager<ClockApi> = {
  name: 'clock',
  apiNames: ['now'],
  init: (store) => ({ api: { now: () => store.now() } }),
}

const timed = createRest({ managers: [clock] })

export const readClock: ApiThunks<ClockApi>['now'] = timed.now
// #endregion

// #region RestSlice
export const pathOf = ({ reducerPath }: Pick<RestSlice<string, {}>, 'reducerPath'>) => reducerPath
// #endregion

// #region Snapshot
export const wasThere = (before: RestState, id: string) => {
  const snapshot: Snapshot = controller.snapshot(before)
  return snapshot.get(User, { id }) !== undefined
}
// #endregion

// #region TypedRest
interface Types extends ContextTypes {
  readonly state: { readonly session: { readonly token: string } }
}

export const typed: TypedRest<'rest', Types> = rest.withTypes<Types>()

export const tokenOf = ({ getState }: TypedContext<Types>) => getState?.().session.token
// #endregion

// #region InjectedRest
const root = combineSlices()
const injectable: Injectable<'rest'> = root
const injectConfig: InjectConfig = { overrideExisting: true }

export const injected: InjectedRest<'rest'> = rest.injectInto(injectable, injectConfig)
// #endregion

// #region RestDevToolsOptions
const limits: DevToolsLimits = { maxRows: 20 }
const devTools: RestDevToolsOptions = devToolsOptions(rest, limits)

export const debugged = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  devTools,
})
// #endregion
