import type { Runtime } from '../Runtime'
import type { StoreObserver } from './ObserverIndex'

const scheduled = new WeakSet<Runtime>()
const reported = new WeakSet<StoreObserver>()

/** Asserts in development, in a macrotask, that no reader waits for nothing, or was not notified of what is there. */
export function checkReaders(runtime: Runtime): void {
  if (scheduled.has(runtime) || runtime.observers.size === 0) return
  scheduled.add(runtime)
  runtime.timers.after(0, () => {
    scheduled.delete(runtime)
    // What no action brought, such as a jump in DevTools.
    runtime.observers.check()
    for (const reader of runtime.observers.all) {
      const { complaint } = reader
      if (complaint === undefined || reported.has(reader)) continue
      reported.add(reader)
      console.error(`${complaint}. This is a mistake of rtk-rest; please report it.`)
    }
  })
}
