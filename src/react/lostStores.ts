import type { View } from '../store/observe/deriveView'
import type { Runtime } from '../store/Runtime'
import { getOrCreate } from '../util/collections'

// Development only. React drops the state of a component that suspends before it is mounted, and a store in that state.

/** The stores of which a reader was mounted. */
const used = new WeakSet<Runtime>()

/** The stores whose readers waited for a call, until it ended. */
const waited = new Map<string, Set<Runtime>>()

const warned = new Set<string>()

/** So many stores wait in vain before a warning: a few do as well where tests leave what waits. */
const MOST = 5

/** A reader of a store is mounted. */
export function noteMounted(runtime: Runtime): void {
  used.add(runtime)
}

/** Warns once where stores waited for a call, and no reader was mounted when it ended, but another store waits. */
export function noteWait(runtime: Runtime, key: string, promise: Promise<View | undefined>): void {
  if (typeof document === 'undefined' || used.has(runtime) || warned.has(key)) return
  const stores = getOrCreate(waited, key, () => new Set<Runtime>())
  const lost = [...stores].filter((it) => it !== runtime && !used.has(it))
  // A component that throws an error is not mounted either.
  void promise.then((view) => view && !view.error && stores.add(runtime))
  if (lost.length < MOST) return
  warned.add(key)
  console.warn(
    `${key} was requested by ${lost.length} stores that React has dropped, and is again. React forgets the state of a component that suspends before it is mounted: if a component makes the store, put a boundary below its Provider, such as AsyncBoundary.`,
  )
}
