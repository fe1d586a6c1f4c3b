import { useCallback, useSyncExternalStore } from 'react'

/** Something to show that changes, and that tells when it does. */
export interface Observable<Value> {
  readonly value: Value
  /** Follows the store until the returned function is called. */
  mount(onChange: () => void): () => void
}

/** The one hook beneath all others: shows what an observer has, and renders when the observer is told of a change. */
export function useObserved<Value>(observer: Observable<Value> | undefined, idle: Value): Value {
  const subscribe = useCallback(
    (onChange: () => void) => observer?.mount(onChange) ?? doNothing,
    [observer],
  )
  const getValue = (): Value => (observer === undefined ? idle : observer.value)
  return useSyncExternalStore(subscribe, getValue, getValue)
}

function doNothing(): void {
  // Nothing was followed.
}
