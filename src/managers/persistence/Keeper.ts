import type { Head, StoredEntry } from './persistedState'

/** Where a state is kept. Each call may fail at once, or later. */
export interface Keeper {
  /** Whether rows are written one by one; otherwise, each write has all of them. */
  readonly isByRow: boolean
  /** What is there. */
  read(): Promise<readonly StoredEntry[]>
  /**
   * Writes what belongs where this head is, in one transaction if the storage has any.
   * @param isWhole what else is there is removed
   */
  write(isWhole: boolean, entriesFor: EntriesFor): unknown
}

/**
 * Gives what a tab writes, which may be nothing.
 * @param head that is there; `undefined` where there is none
 * @param isForeign others have written since this tab read or wrote, and what they wrote is replaced
 */
export type EntriesFor = (
  head: Partial<Head> | undefined,
  isForeign: boolean,
) => readonly StoredEntry[]
