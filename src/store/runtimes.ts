import type { Runtime } from './Runtime'

/** What middlewares, thunks and finished stores share of a store, and so what tells stores apart. */
type GetState = () => unknown

const runtimesOfStores = new WeakMap<GetState, Map<string, Runtime>>()

/** Registers the runtime of a store, found again by the store's `getState`. */
export function registerRuntime(getState: GetState, runtime: Runtime): void {
  const runtimes = runtimesOfStores.get(getState) ?? new Map<string, Runtime>()
  runtimesOfStores.set(getState, runtimes.set(runtime.settings.reducerPath, runtime))
}

/** The runtime of a `reducerPath` in a store. */
export function findRuntime(getState: GetState, reducerPath: string): Runtime {
  return runtimesOfStores.get(getState)?.get(reducerPath) ?? failForMiddleware()
}

/** The runtime of a store that has only one. */
export function findOnlyRuntime(getState: GetState): Runtime {
  const runtimes = [...(runtimesOfStores.get(getState)?.values() ?? [])]
  if (runtimes.length > 1) {
    const paths = runtimes.map((it) => it.settings.reducerPath).join(', ')
    throw new Error(
      `This store has several rest instances (${paths}); hooks cannot tell which one is meant.`,
    )
  }
  return runtimes[0] ?? failForMiddleware()
}

function failForMiddleware(): never {
  throw new Error(
    'The store has no rest middleware. Add this line to configureStore: middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware).',
  )
}
