import type { Dispatch } from 'redux'
import { codedMessage } from '../util/messages'
import { getOrCreate } from '../util/collections'
import { runSafely } from './report'
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

/** Asks for a middleware of this library, and has a dynamic middleware set up what was added to it. */
const WAKE = 'rtk-rest/wake'
const AWAKE = 'rtk-rest/awake'

/** The response of a middleware to the action that asks for one; `undefined` for all other actions. */
export function responseToWake(action: unknown): string | undefined {
  return (action as { readonly type?: unknown }).type === WAKE ? AWAKE : undefined
}

/** The runtimes that a store has, by `reducerPath`. */
export function runtimesOf({ getState }: StoreApi): Map<string, Runtime> {
  return getOrCreate(runtimesOfStores, getState, () => new Map<string, Runtime>())
}

/** The runtime of a `reducerPath` in a store. */
export function findRuntime(store: StoreApi, reducerPath: string): Runtime {
  const runtimes = runtimesOf(store)
  const known = runtimes.get(reducerPath)
  if (known !== undefined && known.disposal === undefined) return known
  // After a disposal, another middleware may have been added.
  const response = wake(store)
  return runtimes.get(reducerPath) ?? failForMiddleware(response)
}

/** The runtime of a store that has only one. */
export function findOnlyRuntime(store: StoreApi): Runtime {
  const response = runtimesOf(store).size === 0 ? wake(store) : undefined
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
  return runtimes[0] ?? failForMiddleware(response)
}

function wake({ dispatch }: StoreApi): unknown {
  return dispatch?.({ type: WAKE })
}

/** Ends all that a store has started: managers, requests in flight, timers. */
export function disposeRuntime(runtime: Runtime): void {
  for (const cleanup of runtime.cleanups) runSafely(cleanup)
  runtime.cleanups.clear()
  const error = new DisposedError()
  runtime.disposal = { error }
  for (const request of runtime.inFlight.all) request.abort(error)
  runtime.managers.dispose()
  runtime.observers.wake(() => true)
  runtime.timers.clear()
  runtime.asking.clear()
}

/** @param response what a middleware responded to the action that asked for one */
function failForMiddleware(response: unknown): never {
  if (response === AWAKE) {
    throw new Error(
      codedMessage(
        'second-copy',
        process.env.NODE_ENV === 'production' ||
          'Two copies of rtk-rest are loaded: the middleware of this store is from one, and what uses the store from the other. Bundle the package once, and import it either as a module or with require, not both.',
      ),
    )
  }
  throw new Error(
    codedMessage(
      'missing-middleware',
      process.env.NODE_ENV === 'production' ||
        'The store has no rest middleware. Add this line to configureStore: middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware).',
    ),
  )
}
