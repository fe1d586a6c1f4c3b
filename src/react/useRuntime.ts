import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import type { Runtime } from '../store/Runtime'
import { findOnlyRuntime, findRuntime } from '../store/runtimes'

/** What the hooks of `createRestHooks` are bound to. */
export interface Binding {
  readonly reducerPath: string
  readonly useStore: typeof useStore
}

/** That of the hook that is being called. Hooks are synchronous, and nothing that they call is a component. */
let binding: Binding | undefined

/** Calls a hook that is bound, also where it suspends or throws an error. */
export function callBound<Result>(to: Binding, hook: () => Result): Result {
  const before = binding
  binding = to
  try {
    return hook()
  } finally {
    binding = before
  }
}

const followed = new WeakSet<Runtime>()

/** The store of the nearest `Provider`, of the context that the hook is bound to. */
export function useBoundStore(): ReturnType<typeof useStore> {
  return (binding?.useStore ?? useStore)()
}

/** The runtime of that store. Throws one error that names the line to add. */
export function useRuntime(): Runtime {
  const store = useBoundStore()
  const runtime = binding ? findRuntime(store, binding.reducerPath) : findOnlyRuntime(store)
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
