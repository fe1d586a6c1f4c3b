import type { StoredEntry } from './persistedState'

/** Where a state is kept. Each call may fail at once, or later. */
export interface Keeper {
  /** Whether rows are written one by one; otherwise, each write has all of them. */
  readonly isByRow: boolean
  /** What is there. */
  read(): Promise<readonly StoredEntry[]>
  /** @param isWhole what else is there is removed */
  write(entries: readonly StoredEntry[], isWhole: boolean): unknown
  /** Removes all that is there. */
  clear(): unknown
}
