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
  return {
    isByRow: false,
    async read() {
      const text = (await open().getItem(key)) || '[]'
      return text.split('\n').flatMap((line) => JSON.parse(line) as StoredEntry[])
    },
    write([head, ...rows], _, allows) {
      const storage = open()
      const write = (text: string | null | undefined): unknown =>
        allows(headIn(attempt(() => JSON.parse(text?.split('\n')[0] ?? '') as unknown)))
          ? storage.setItem(key, `${JSON.stringify([head])}\n${JSON.stringify(rows)}`)
          : undefined
      const found = storage.getItem(key)
      // At once where that is possible, as the page may be on its way out.
      return found instanceof Object ? found.then(write) : write(found)
    },
  }
}
