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

/** The runtimes that a store has, by `reducerPath`. */
export function runtimesOf({ getState }: StoreApi): Map<string, Runtime> {
  return getOrCreate(runtimesOfStores, getState, () => new Map<string, Runtime>())
}

/** The runtime of a `reducerPath` in a store. */
export function findRuntime(store: StoreApi, reducerPath: string): Runtime {
  const runtimes = runtimesOf(store)
  const known = runtimes.get(reducerPath)
  // After a disposal, another middleware may have been added.
  if (known === undefined || known.disposal !== undefined) wake(store)
  return runtimes.get(reducerPath) ?? failForMiddleware()
}

/** The runtime of a store that has only one. */
export function findOnlyRuntime(store: StoreApi): Runtime {
  const runtimes = runtimesOf(store)
  if (runtimes.size === 0) wake(store)
  if (runtimes.size > 1) failForSeveral([...runtimes.keys()].join(', '))
  const [only] = runtimes.values()
  return only ?? failForMiddleware()
}

/** A dynamic middleware sets up what was added to it at the next action. */
function wake({ dispatch }: StoreApi): void {
  dispatch?.({ type: 'rtk-rest/wake' })
}

/** Ends all that a store has started: managers, requests in flight, timers. */
export function disposeRuntime(runtime: Runtime): void {
  const { ends } = runtime.timers
  for (const end of ends) runSafely(end)
  ends.clear()
  const error = new DisposedError()
  runtime.disposal = { error }
  for (const request of runtime.inFlight.all) request.abort(error)
  runtime.managers.dispose()
  runtime.observers.wake(() => true)
  runtime.asking.clear()
}

function failForSeveral(paths: string): never {
  throw new Error(
    codedMessage(
      'several-instances',
      process.env.NODE_ENV === 'production' ||
        `This store has several rest instances (${paths}); hooks cannot tell which one is meant. Use those of \`const { useSuspense } = createRestHooks({ rest })\`, from the react entry.`,
      paths,
    ),
  )
}

function failForMiddleware(): never {
  throw new Error(
    codedMessage(
      'missing-middleware',
      process.env.NODE_ENV === 'production' ||
        'The store has no rest middleware. Add this line to configureStore: middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware). If it is there, two copies of rtk-rest are loaded: bundle the package once, and import it either as a module or with require, not both.',
    ),
  )
}
