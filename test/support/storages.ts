import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { createStore, entries, get, set } from 'idb-keyval'
import type { ItemStorage } from 'rtk-rest/persistence'
import { expect, vi } from 'vitest'

/** A storage of texts, and what was called, in order. */
export interface Memory extends ItemStorage {
  readonly items: Map<string, string>
  readonly calls: string[]
}

/** Responds at once, as `localStorage` does, or a moment later, as `AsyncStorage`. */
export function memoryStorage(isAsync = false): Memory {
  const items = new Map<string, string>()
  const calls: string[] = []
  const later = async <Value>(value: Value): Promise<Value> => value
  const respond = isAsync ? later : <Value>(value: Value): Value => value
  return {
    items,
    calls,
    getItem(key) {
      calls.push('get')
      return respond(items.get(key) ?? null)
    },
    setItem(key, value) {
      calls.push('set')
      items.set(key, value)
      return respond(undefined)
    },
  }
}

/** An empty IndexedDB for one test. */
export function stubIndexedDb(): void {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBObjectStore', IDBObjectStore)
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
}

/** What a database of `persistence` has, by the JSON of its keys. */
export async function readDatabase(name: string): Promise<Readonly<Record<string, unknown>>> {
  const found = await entries<IDBValidKey, [unknown, unknown]>(createStore(name, 'rows'))
  return Object.fromEntries(
    found.map(([key, [own, value]]) => {
      expect(own).toEqual(key)
      return [JSON.stringify(key), value]
    }),
  )
}

/** The functions of `idb-keyval`, as an app hands them in. */
export function idbKeyval(): ItemStorage {
  return { getItem: get, setItem: set }
}
