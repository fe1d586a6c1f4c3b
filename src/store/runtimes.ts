import type { Dispatch } from 'redux'
import { codedMessage } from '../util/messages'
import { getOrCreate } from '../util/collections'
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

/** The runtimes that a store has, by `reducerPath`. */
export function runtimesOf({ getState }: StoreApi): Map<string, Runtime> {
  return getOrCreate(runtimesOfStores, getState, () => new Map<string, Runtime>())
}

/** The runtime of a `reducerPath` in a store. */
export function findRuntime(store: StoreApi, reducerPath: string): Runtime {
  const runtimes = runtimesOf(store)
  const known = runtimes.get(reducerPath)
  // After a disposal, another middleware may have been added.
  if (known === undefined || known.disposal !== undefined) wakeMiddleware(store)
  return runtimes.get(reducerPath) ?? failForMiddleware()
}

/** The runtime of a store that has only one. */
export function findOnlyRuntime(store: StoreApi): Runtime {
  if (runtimesOf(store).size === 0) wakeMiddleware(store)
  const runtimes = [...runtimesOf(store).values()]
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
