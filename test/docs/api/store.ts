import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import {
  type ArgsAnd,
  type ArgsOf,
  type ContextTypes,
  type Controller,
  createRest,
  type DataOf,
  type EndpointContract,
  ExpiryStatus,
  type FetchedList,
  type FetchedOf,
  type FetchMethod,
  type FetchPromise,
  type FetchThunk,
  type Injectable,
  type InjectConfig,
  type InjectedRest,
  type ListArgs,
  LogoutManager,
  type LogoutOptions,
  type Manager,
  type Matcher,
  type Matchers,
  type MaybeFetched,
  PollingManager,
  type PollingOptions,
  type Presence,
  type RequestView,
  type ResponseMeta,
  type Rest,
  type RestConfig,
  type RestDevToolsOptions,
  type RestState,
  type RestThunk,
  type Retained,
  type RootWith,
  type Selectors,
  type SetValue,
  type Snapshot,
  type Subscription,
  type SubscriptionListener,
  type Thunks,
  type TypedContext,
  type TypedRest,
} from 'rtk-rest'
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
  handleLogout: (signedOut) => signedOut.resetEntireStore(),
}

export const managers = [new LogoutManager(options)]
// #endregion

export const withLogout = () => {
  const goToLogin = () => show('/login')
  createRest({
    managers: [
      new LogoutManager({
        handleLogout(controller) {
          controller.resetEntireStore()
          goToLogin()
        },
      }),
    ],
  })
}

const log: (text: string) => void = show

const logger: Manager = { init: (controller) => controller.onAction((action) => log(action.type)) }

export const logged = () => createRest({ managers: [logger] })

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

// #region FetchThunk
const send: FetchThunk = rest.fetch

export const add = (name: string) => dispatch(send(UserResource.getList.push, { name })).unwrap()
// #endregion

// #region FetchMethod
export const loadAll = (fetch: FetchMethod) => fetch(UserResource.getList)
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

// #region Matchers
export const countChanges = ({ matchEntityChange }: Matchers, actions: readonly unknown[]) =>
  actions.filter(matchEntityChange(User)).length
// #endregion

// #region Matcher
export const listener = createListenerMiddleware()

const isCreated: Matcher<{ readonly type: string }, { readonly name: string }> = rest.matchFulfilled

listener.startListening({
  predicate: (action) => isCreated(UserResource.create)(action),
  effect: (action) => show(action.type),
})
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

// #region Subscription
const onSubscription: SubscriptionListener = ({ endpoint, args, key }: Subscription) => {
  const socket = new WebSocket(`wss://api.example.com/live?call=${encodeURIComponent(key)}`)
  socket.addEventListener('message', () => void controller.fetch(endpoint, ...args))
  return () => socket.close()
}

export const sockets: Manager = { init: ({ onSubscription: listen }) => listen(onSubscription) }
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
const devTools: RestDevToolsOptions = rest.devToolsOptions()

export const debugged = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  devTools,
})
// #endregion
