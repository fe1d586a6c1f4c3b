import type { Head, StoredEntry } from './persistedState'

/** Where a state is kept. Each call may fail at once, or later. */
export interface Keeper {
  /** Whether rows are written one by one; otherwise, each write has all of them. */
  readonly isByRow: boolean
  /** What is there. */
  read(): Promise<readonly StoredEntry[]>
  /**
   * Writes where the head that is there allows it, in one transaction if the storage has any.
   * @param isWhole what else is there is removed
   * @param allows is given the head; `undefined` where there is none
   */
  write(entries: readonly StoredEntry[], isWhole: boolean, allows: Allows): unknown
}

/** Tells whether a tab may write where this head is. */
export type Allows = (head: Partial<Head> | undefined) => boolean
