import type { Dispatch } from 'redux'
import { codedMessage } from '../util/messages'
import { runSafely } from './report'
import { abortRequests } from './requests/lifecycle'
import type { Runtime } from './Runtime'
import { DisposedError } from './state/errors'

/** What middlewares, thunks and finished stores share of a store: it identifies the store. */
type GetState = () => unknown

/** A store, or what a middleware or a thunk is given of it. */
export interface StoreApi {
  readonly getState: GetState
  readonly dispatch?: Dispatch
}

const runtimesOfStores = new WeakMap<GetState, Map<string, Runtime>>()

/** Registers the runtime of a store, found again by the store's `getState`. */
export function registerRuntime({ getState }: StoreApi, runtime: Runtime): void {
  const runtimes = runtimesOfStores.get(getState) ?? new Map<string, Runtime>()
  runtimesOfStores.set(getState, runtimes.set(runtime.settings.reducerPath, runtime))
}

/** The runtime of a `reducerPath` that a store has already. */
export function registeredRuntime(
  { getState }: StoreApi,
  reducerPath: string,
): Runtime | undefined {
  return runtimesOfStores.get(getState)?.get(reducerPath)
}

/** The runtime of a `reducerPath` in a store. */
export function findRuntime(store: StoreApi, reducerPath: string): Runtime {
  let runtime = registeredRuntime(store, reducerPath)
  // After a disposal, another middleware may have been added.
  if (runtime === undefined || runtime.disposal !== undefined) {
    wakeMiddleware(store)
    runtime = registeredRuntime(store, reducerPath)
  }
  return runtime ?? failForMiddleware()
}

/** The runtime of a store that has only one. */
export function findOnlyRuntime(store: StoreApi): Runtime {
  if (!runtimesOfStores.has(store.getState)) wakeMiddleware(store)
  const runtimes = [...(runtimesOfStores.get(store.getState)?.values() ?? [])]
  if (runtimes.length > 1) {
    const paths = runtimes.map((it) => it.settings.reducerPath).join(', ')
    throw new Error(
      codedMessage(
        'several-instances',
        process.env.NODE_ENV === 'production' ||
          `This store has several rest instances (${paths}); hooks cannot tell which one is meant.`,
        paths,
      ),
    )
  }
  return runtimes[0] ?? failForMiddleware()
}

/** A dynamic middleware sets up what was added to it with the next action, which a thunk is not for it. */
function wakeMiddleware({ dispatch }: StoreApi): void {
  dispatch?.({ type: 'rtk-rest/wake' })
}

/** Ends all that a store has started: managers, requests in flight, timers. */
export function disposeRuntime(runtime: Runtime): void {
  for (const cleanup of runtime.cleanups) runSafely(cleanup)
  runtime.cleanups.clear()
  const error = new DisposedError()
  runtime.disposal = { error }
  abortRequests(runtime, error, () => true)
  runtime.observers.notifyAll()
  runtime.timers.clear()
  // What timers were to end.
  runtime.freshness.clear()
  runtime.refetches.clear()
}

function failForMiddleware(): never {
  throw new Error(
    codedMessage(
      'missing-middleware',
      process.env.NODE_ENV === 'production' ||
        'The store has no rest middleware. Add this line to configureStore: middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware).',
    ),
  )
}
