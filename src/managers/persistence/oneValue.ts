import type { Keeper } from './Keeper'
import type { StoredEntry } from './persistedState'

/**
 * Keeps texts by key: `localStorage`, `sessionStorage`, React Native's `AsyncStorage`; or `{ getItem: get, setItem: set,
 * removeItem: del }` of `idb-keyval`. Each function may return a promise.
 */
export interface ItemStorage {
  /** Gets a text; nothing where there is none. */
  getItem(key: string): MaybePromise<string | null | undefined>
  /** Replaces a text. */
  setItem(key: string, value: string): unknown
  /** Removes a text. */
  removeItem(key: string): unknown
}

type MaybePromise<Value> = Value | PromiseLike<Value>

/** Keeps a state as one text. */
export function oneValue(key: string, open: () => ItemStorage): Keeper {
  return {
    isByRow: false,
    read: async () => JSON.parse((await open().getItem(key)) ?? '[]') as readonly StoredEntry[],
    write: (entries) => open().setItem(key, JSON.stringify(entries)),
    clear: () => open().removeItem(key),
  }
}
