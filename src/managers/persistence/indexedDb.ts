import { clear, createStore, entries, promisifyRequest } from 'idb-keyval'
import type { Keeper } from './Keeper'
import type { Entry } from './persistedState'

/** Keeps a state in a database of IndexedDB, row by row. */
export function indexedDb(name: string): Keeper {
  const transact = createStore(name, 'rows')
  return {
    isByRow: true,
    async read() {
      const found = await entries(transact)
      return found.length === 0 ? undefined : (found as unknown as readonly Entry[])
    },
    write: (changes, isWhole) => transact('readwrite', (rows) => writeRows(rows, changes, isWhole)),
    clear: () => clear(transact),
  }
}

/** One transaction. */
function writeRows(
  rows: IDBObjectStore,
  changes: readonly Entry[],
  isWhole: boolean,
): Promise<unknown> {
  if (isWhole) rows.clear()
  for (const [key, value] of changes) {
    if (value === undefined) rows.delete([...key])
    else rows.put(value, [...key])
  }
  // A page that goes does not wait until the browser finds that nothing follows.
  rows.transaction.commit?.()
  return promisifyRequest(rows.transaction)
}
