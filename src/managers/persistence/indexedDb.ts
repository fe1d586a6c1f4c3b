import { createStore, promisifyRequest } from 'idb-keyval'
import { lastOf } from '../../util/collections'
import type { EntriesFor, Keeper } from './Keeper'
import { headIn, isEntry, type StoredEntry } from './persistedState'

/** So many rows are read at once: a page that has a hundred thousand is drawn meanwhile. */
const SLICE = 2_000

/** Keeps a state in a database of IndexedDB, row by row. */
export function indexedDb(name: string): Keeper {
  const transact = createStore(name, 'rows')
  const open = <Result>(mode: IDBTransactionMode, run: (rows: IDBObjectStore) => Promise<Result>) =>
    transact(mode, (rows) => {
      const { db } = rows.transaction
      // Another tab deletes it: this one goes on without.
      db.onversionchange = () => db.close()
      return run(rows)
    })
  return {
    isByRow: true,
    read: () => open('readonly', readRows),
    write: (isWhole, entriesFor) =>
      open('readwrite', (rows) => writeRows(rows, isWhole, entriesFor)),
  }
}

/** One transaction, so that nothing is missing that another tab writes meanwhile. */
async function readRows(rows: IDBObjectStore): Promise<readonly StoredEntry[]> {
  const found: StoredEntry[] = []
  const total = await promisifyRequest(rows.count())
  while (found.length < total) {
    const last = lastOf(found)
    const range = last && IDBKeyRange.lowerBound(last[0], true)
    const slice: readonly unknown[] = await promisifyRequest(rows.getAll(range, SLICE))
    if (slice.length === 0 || !slice.every(isEntry)) throw new Error('it holds something else')
    found.push(...slice)
  }
  return found
}

/** One transaction. A value has its key as well, so that one request reads both. */
async function writeRows(
  rows: IDBObjectStore,
  isWhole: boolean,
  entriesFor: EntriesFor,
): Promise<unknown> {
  const entries = entriesFor(headIn([await promisifyRequest(rows.get([]))]), false)
  if (entries.length === 0) return undefined
  if (isWhole) rows.clear()
  for (const entry of entries) {
    const [key, value] = entry
    if (value === undefined) rows.delete(key as unknown as string[])
    else rows.put(entry, key as unknown as string[])
  }
  // A page that goes does not wait until the browser finds that nothing follows.
  rows.transaction.commit?.()
  return promisifyRequest(rows.transaction)
}
