import { attempt } from '../../util/checks'
import type { Keeper } from './Keeper'
import { headIn, type StoredEntry } from './persistedState'

/**
 * Keeps texts by key: `localStorage`, `sessionStorage`, React Native's `AsyncStorage`; or `{ getItem: get, setItem: set }`
 * of `idb-keyval`. Each function may return a promise.
 */
export interface ItemStorage {
  /** Gets a text; nothing where there is none. */
  getItem(key: string): MaybePromise<string | null | undefined>
  /** Replaces a text. */
  setItem(key: string, value: string): unknown
}

type MaybePromise<Value> = Value | PromiseLike<Value>

/** Keeps a state as one text: a line with the head, and one with the rows. */
export function oneValue(key: string, open: () => ItemStorage): Keeper {
  /** The first line, as this tab has read or written it. */
  let known: string | undefined
  return {
    isByRow: false,
    async read() {
      const text = (await open().getItem(key)) || '[]'
      const lines = text.split('\n')
      known = lines[0]
      return lines.flatMap((line) => JSON.parse(line) as StoredEntry[])
    },
    write(_, entriesFor) {
      const storage = open()
      const write = (text: string | null | undefined): unknown => {
        const found = text?.split('\n', 1)[0]
        const head = headIn(attempt(() => JSON.parse(found ?? '') as unknown))
        const [first, ...rows] = entriesFor(head, found !== known)
        if (first === undefined) return undefined
        known = JSON.stringify([first])
        return storage.setItem(key, `${known}\n${JSON.stringify(rows)}`)
      }
      const found = storage.getItem(key)
      // At once where that is possible, as the page may be on its way out.
      return found instanceof Object ? found.then(write) : write(found)
    },
  }
}
