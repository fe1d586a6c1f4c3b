import { clear, createStore, promisifyRequest } from 'idb-keyval'
import { lastOf } from '../../util/collections'
import type { Keeper } from './Keeper'
import type { StoredEntry } from './persistedState'

/** So many rows are read at once: a page that has a hundred thousand is drawn meanwhile. */
const SLICE = 2_000

/** Keeps a state in a database of IndexedDB, row by row. */
export function indexedDb(name: string): Keeper {
  const transact = createStore(name, 'rows')
  return {
    isByRow: true,
    async read() {
      const found: StoredEntry[] = []
      for (;;) {
        const last = lastOf(found)
        const range = last && IDBKeyRange.lowerBound(last[0], true)
        const slice = await transact('readonly', (rows) =>
          promisifyRequest(rows.getAll(range, SLICE)),
        )
        if (slice.length === 0) return found
        found.push(...(slice as StoredEntry[]))
      }
    },
    write: (entries, isWhole) => transact('readwrite', (rows) => writeRows(rows, entries, isWhole)),
    clear: () => clear(transact),
  }
}

/** One transaction. A value has its key as well, so that one request reads both. */
function writeRows(
  rows: IDBObjectStore,
  entries: readonly StoredEntry[],
  isWhole: boolean,
): Promise<unknown> {
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
