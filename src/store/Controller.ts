import type { Operations } from './Operations'
import type { Snapshot, StateReader } from './select/StateReader'
import type { RestState } from './state/state'

/**
 * Reads and writes the data of one store; its members can be destructured. `useController()` and `rest.getController(store)`
 * return it, always the same one for a store.
 */
export interface Controller
  extends Operations<'bound'>, Pick<StateReader, 'get' | 'getResponse' | 'getError'> {
  /** The content of one state, by default the current one; it stays what it was when the store moves on. */
  snapshot(state?: RestState, fetchedAt?: number): Snapshot
  /** Our part of the store's state. */
  getState(): RestState
  /** Resolves when no read is in flight any more, also if some of them failed. For servers and tests. */
  allSettled(): Promise<void>
}
