import type { Runtime } from '../Runtime'
import { isExpired } from '../state/requestRows'
import { isWaiting, type Observed, type View } from './deriveView'
import { EndpointObserver } from './EndpointObserver'
import type { SuspendedReader } from './SuspendedReaders'

/** A promise that resolves when a reader that suspends has something to show; its request is started, or joined. */
export function waitForView(
  runtime: Runtime,
  observer: EndpointObserver,
): Promise<View | undefined> {
  return (observer.waited = promiseOf(runtime, observer))
}

function promiseOf(runtime: Runtime, observer: EndpointObserver): Promise<View | undefined> {
  // The observer requests the data when it may, and the component renders again then.
  const until = observer.gate?.until ?? pauseOf(runtime, observer)
  if (observer.isMounted && until !== undefined) return until.then(() => observer.value)
  if (observer.isMounted) return observer.fetch().view(() => observer.value)
  const { suspended } = runtime
  const { observed } = observer
  const found = suspended.find(observed)
  const reader = found?.observer.isMounted === true ? found : readWhileSuspended(runtime, observed)
  suspended.keep(reader)
  return reader.promise
}

/** Ends when data may be requested that was requested too often; `undefined` where it may be now. */
function pauseOf(
  { refetches, timers }: Runtime,
  { observed }: EndpointObserver,
): Promise<void> | undefined {
  const pause = refetches.pauseBefore(observed.key)
  if (pause === 0 || refetches.reasonFor(observed) === 'request') return undefined
  return new Promise((resolve) => timers.after(pause, resolve))
}

/** A reader for components that are suspended before they were ever on the page. */
function readWhileSuspended(runtime: Runtime, observed: Observed): SuspendedReader {
  const observer = new EndpointObserver(runtime, observed)
  let resolveView: ((view: View | undefined) => void) | undefined
  let promise: Promise<View | undefined> | undefined
  const reader: SuspendedReader = {
    readAt: Infinity,
    observer,
    get promise() {
      if (!isWaiting(observer.shown.view)) return Promise.resolve(observer.value)
      return (promise ??= new Promise((resolve) => (resolveView = resolve)))
    },
    end() {
      const request = observer.unmount({ keepsRequest: true })
      void Promise.resolve(request?.outcome).then(() => resolveView?.(observer.value))
    },
  }
  // Components that are still there request what they need when they render.
  const leave = (): void => runtime.suspended.endIfLeft(reader)
  observer.mount({
    onView() {
      const { view, row } = observer.shown
      if (isWaiting(view)) return
      if (resolveView === undefined && isExpired(row)) return leave()
      // An error is shown at least once, or it would be requested for ever where React is slow.
      reader.readAt = view.error ? Infinity : Date.now()
      resolveView?.(observer.value)
      promise = resolveView = undefined
    },
    onWait: leave,
  })
  return reader
}
