import type { Runtime } from '../Runtime'
import type { Suspension, View } from './deriveView'
import { EndpointObserver } from './EndpointObserver'
import { endSuspension } from './suspensions'

/** So long a component waits before it asks anew, in ms: one that was left does not. */
const LONGEST_WAIT = 60_000

/**
 * What a component that suspends waits for: one promise for each call, until there is something to show, or its request cannot
 * bring it any more. A reader of its own asks for that, as React does not tell when a component is left that is suspended.
 */
export function waitForView(
  runtime: Runtime,
  observer: EndpointObserver,
): Promise<View | undefined> {
  const found = runtime.suspensions.get(observer.observed.key)?.promise
  return (observer.waited = found ?? suspend(runtime, observer))
}

function suspend(runtime: Runtime, observer: EndpointObserver): Promise<View | undefined> {
  const { observed } = observer
  const reader = new EndpointObserver(runtime, { ...observed })
  let resolve!: (view: View | undefined) => void
  const promise = new Promise<View | undefined>((resolver) => (resolve = resolver))
  const suspension: Suspension = { since: Date.now(), promise }
  const end = (): void => {
    endSuspension(runtime, observed, suspension)
    stopTimer()
    stop()
    resolve(reader.value)
  }
  const stopTimer = runtime.timers.after(LONGEST_WAIT, end)
  const stop = reader.follow({ onView: () => reader.isOver && end() })
  runtime.suspensions.set(observed.key, suspension)
  try {
    runtime.asking.askNow(reader)
    if (observer.isMounted) {
      // It tells when it is left, and its request may be aborted then.
      runtime.asking.askNow(observer)
      reader.release()
    }
  } catch (error) {
    // A request that cannot start leaves no wait behind.
    end()
    throw error
  }
  return promise
}
