import type { View } from '../store/observe/deriveView'
import type { Runtime } from '../store/Runtime'

// Development only. React drops the state of a component that suspends before it is mounted, and a store in that state.

/** The stores of which a reader was mounted. */
const used = new WeakSet<Runtime>()

interface Lost {
  /** The last store whose readers waited for a call until it ended, and were not mounted then. */
  readonly runtime: Runtime
  /** So many stores did so one after the other. */
  readonly count: number
}

/** By the keys of calls. */
const losses = new Map<string, Lost>()

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
  // A component that throws an error is not mounted either.
  void promise.then((view) => view && !view.error && noteEnd(runtime, key))
  const lost = lostBefore(runtime, key)
  if (lost < MOST) return
  warned.add(key)
  console.warn(
    `${key} was requested by ${lost} stores that React has dropped, and is again. React forgets the state of a component that suspends before it is mounted: if a component makes the store, put a boundary below its Provider, such as AsyncBoundary.`,
  )
}

function noteEnd(runtime: Runtime, key: string): void {
  if (losses.get(key)?.runtime === runtime) return
  losses.set(key, { runtime, count: lostBefore(runtime, key) + 1 })
}

/** How many stores React has dropped before this one; a store that is used ends the row. */
function lostBefore(runtime: Runtime, key: string): number {
  const last = losses.get(key)
  return last && last.runtime !== runtime && !used.has(last.runtime) ? last.count : 0
}
