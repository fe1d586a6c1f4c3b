import { visitRows } from '../normalize/CacheEntry'
import { getOwn } from '../util/record'
import { controllerOf } from './client'
import type { Manager, ManagerStore, Reader } from './Manager'
import { promiseOf } from './operations/fetch'
import { startRequest } from './requests/lifecycle'
import { normalizeNow } from './requests/toCommitPayload'
import type { Runtime } from './Runtime'
import { readEndpoint } from './select/readEndpoint'
import { keysIn } from './state/table'

const runtimes = new WeakMap<ManagerStore, Runtime>()

/** The store as one of its managers sees it. */
export function managerStoreOf(runtime: Runtime): ManagerStore {
  const store: ManagerStore = {
    ...controllerOf(runtime),
    get inFlight() {
      return runtime.inFlight.all.filter((it) => !it.isSensitive)
    },
    send: (action) => runtime.send(action),
    normalize: (schema, value, args = []) => normalizeNow(runtime, { schema, value, args }),
    write: (label, changes) => runtime.write(label, changes),
    now: () => runtime.clock.next(),
    use: <Api extends object>(manager: Manager<Api>) =>
      runtime.managers.use(manager) as Api | undefined,
    rowsOf: (reader) => rowsOf(runtime, reader),
    refetch: (reader) => promiseOf(runtime, startRequest(runtime, reader, { isSoft: true })),
    gate: (call, from) => runtime.managers.gate(call, from),
    wake: (test = () => true) => runtime.observers.wake(test),
  }
  runtimes.set(store, runtime)
  return store
}

/** What a manager of this library works on. */
export function runtimeOf(store: ManagerStore): Runtime {
  const runtime = runtimes.get(store)
  if (process.env.NODE_ENV !== 'production' && runtime === undefined) {
    throw new Error(
      'A manager is from another copy of rtk-rest than createRest. Bundle the package once, and import it either as a module or with require, not both. If a development server has just bundled a new import, reload the page.',
    )
  }
  return runtime as Runtime
}

/** Of a reader that is shown a whole table, all rows of that. */
function rowsOf({ state }: Runtime, { endpoint, key, args }: Reader): Iterable<[string, string]> {
  const found: [string, string][] = []
  const { dependencies } = readEndpoint(state, endpoint, key, args)
  visitRows(dependencies, {
    row(schemaKey, pk) {
      const table = getOwn(state.entities, schemaKey) ?? {}
      const pks = pk === undefined ? keysIn(table) : [pk]
      for (const it of pks) found.push([schemaKey, it])
    },
  })
  return found
}
