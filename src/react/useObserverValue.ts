import { useCallback, useSyncExternalStore } from 'react'

/** Something to show that changes, and that tells when it does. */
export interface Observable<Value, Block> {
  readonly value: Value
  /** Follows the store until the returned function is called. */
  mount(subscriber: { onView(): void; onBlock?(block: Block): void }): () => void
}

/** The one hook beneath all others: shows what an observer has, and renders when the observer is told of a change. */
export function useObserverValue<Value, Block = never>(
  observer: Observable<Value, Block> | undefined,
  idle: Value,
  onBlock?: (block: Block) => void,
): Value {
  const subscribe = useCallback(
    (onView: () => void) => observer?.mount({ onView, ...(onBlock && { onBlock }) }) ?? doNothing,
    [observer, onBlock],
  )
  const getValue = (): Value => (observer === undefined ? idle : observer.value)
  return useSyncExternalStore(subscribe, getValue, getValue)
}

function doNothing(): void {
  // Nothing was followed.
}
