import type { Runtime } from '../Runtime'
import type { Asker } from './Asking'
import { isWaiting, type ObserverView, type View } from './deriveView'
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

/** A reader, as far as it can be wrong. */
interface Reader extends Asker {
  readonly isMounted: boolean
  /** What it was found to show last. */
  readonly view: ObserverView
  /** What it shows, found anew. */
  readonly value: View | undefined
}

/** In development: what is wrong with a reader, if anything is. */
export function complaintOf({ asking }: Runtime, reader: Reader): string | undefined {
  const { endpoint, key, fetches } = reader.observed
  if (!reader.isMounted || !fetches || !isWaiting(reader.view)) return undefined
  // Rows that are merely fresh again are shown with its own response, for which a gate may be closed.
  if (reader.current !== undefined || reader.gate !== undefined) return undefined
  const name = `A reader of ${endpoint.name} (key "${key}")`
  void reader.value
  if (!isWaiting(reader.view)) return `${name} was not notified of data that is there`
  return asking.has(reader) ? undefined : `${name} waits for data that no request is to bring`
}
