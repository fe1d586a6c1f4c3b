import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import type { Runtime } from '../store/Runtime'
import { findOnlyRuntime } from '../store/runtimes'

const followed = new WeakSet<Runtime>()

/** The runtime of the store of the nearest `Provider`. Throws one error that names the line to add. */
export function useRuntime(): Runtime {
  const store = useStore()
  const runtime = findOnlyRuntime(store)
  if (!followed.has(runtime)) {
    followed.add(runtime)
    // Of changes that no action brought, such as those of DevTools, readers are notified with the subscribers of the store.
    const stop = store.subscribe(() => {
      runtime.seen.look()
      runtime.observers.check()
    })
    runtime.timers.atEnd(() => {
      followed.delete(runtime)
      stop()
    })
  }
  return runtime
}

/** A value that changes, and notifies a subscriber when it does. */
export interface Observable<Value, Hidden> {
  readonly value: Value
  /** Follows the store until the returned function is called. */
  mount(subscriber: { onView(): void; onHide?(hidden: Hidden): void }): () => void
}

/** Returns the value of an observer, and renders again when it changes. */
export function useObserverValue<Value, Hidden = never>(
  observer: Observable<Value, Hidden> | undefined,
  idle: Value,
  onHide?: (hidden: Hidden) => void,
): Value {
  const subscribe = useCallback(
    (onView: () => void) => observer?.mount({ onView, ...(onHide && { onHide }) }) ?? doNothing,
    [observer, onHide],
  )
  const getValue = (): Value => (observer === undefined ? idle : observer.value)
  return useSyncExternalStore(subscribe, getValue, getValue)
}

function doNothing(): void {
  // Nothing was followed.
}
