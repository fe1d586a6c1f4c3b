import type { Manager } from '../../store/Manager'
import { LONGEST_TIMER } from '../../store/Timers'
import { describeValue } from '../../util/messages'
import { indexedDb } from './indexedDb'
import { type ItemStorage, oneValue } from './oneValue'
import { type PersistenceApi, Persister } from './Persister'
import type { PersistedKey, PersistedState } from './persistedState'

/** The options of `persistence`. */
export interface PersistenceOptions {
  /** Names what is stored: the database of IndexedDB, or the item of `storage`. */
  readonly key: string
  /**
   * Keeps the state as one text, which each write replaces; a function is called where there is a page to store for. Default: a
   * database of IndexedDB, where each row is written by itself.
   */
  readonly storage?: ItemStorage | (() => ItemStorage)
  /** The form of the app's data: what another version has stored is dropped, or given to `migrate`. Default: 0. */
  readonly version?: string | number
  /** Nothing is restored before it: on a page that a server rendered, the end of its hydration. Default: at once. */
  readonly after?: PromiseLike<unknown>
  /** A change is written after so many ms, together with those that follow, or when the page hides. Default: 1,000. */
  readonly throttle?: number
  /** Tells whether a row, or the response of a call, is stored. Default: each is. */
  readonly include?: (key: PersistedKey) => boolean
  /** Makes the state of this version of what another one has stored; `undefined` drops it. */
  readonly migrate?: (state: PersistedState, version: string | number) => PersistedState | undefined
}

const DEFAULT_THROTTLE = 1_000

/**
 * Stores what the server has said, and restores it when the app starts: rows, lists and responses, as old as they were. Readers
 * wait for it; then what is fresh is shown without a request, and what is stale is shown and requested. `rest.reset()` empties
 * the storage. On a server it does nothing.
 * @throws TypeError in development for options of another form
 * @throws RangeError in development for a `throttle` that no timer can have
 *
 * @example
 * const rest = createRest({ managers: [persistence({ key: 'my-app' })] })
 */
export function persistence(options: PersistenceOptions): Manager<PersistenceApi> {
  if (process.env.NODE_ENV !== 'production') checkOptions(options)
  const { key, storage, version = 0, throttle = DEFAULT_THROTTLE, migrate, after } = options
  const { include = () => true } = options
  return {
    name: 'persistence',
    apiNames: ['rehydrated'],
    init(store) {
      if (typeof window === 'undefined') return { api: { rehydrated: () => Promise.resolve() } }
      const open = typeof storage === 'function' ? storage : () => storage as ItemStorage
      const keeper = storage === undefined ? indexedDb(key) : oneValue(key, open)
      return new Persister(store, keeper, {
        key,
        version,
        throttle: throttle || DEFAULT_THROTTLE,
        includes: include,
        migrate,
        after,
      })
    },
  }
}

function checkOptions({ key, storage, throttle = DEFAULT_THROTTLE }: PersistenceOptions): void {
  if (typeof key !== 'string' || key === '') {
    throw new TypeError(
      `persistence({ key }): found ${describeValue(key)}. A key is a text that names what is stored, such as 'my-app'.`,
    )
  }
  if (!(throttle > 0 && throttle <= LONGEST_TIMER)) {
    throw new RangeError(
      `persistence({ throttle }): found ${throttle}. It is a number of ms above 0, at most ${LONGEST_TIMER}.`,
    )
  }
  if (storage === undefined || typeof storage === 'function') return
  const missing = (['getItem', 'setItem'] as const).find(
    (name) => typeof storage?.[name] !== 'function',
  )
  if (missing === undefined) return
  throw new TypeError(
    `persistence({ storage }): found ${describeValue(storage)} without \`${missing}\`. A storage has getItem and setItem, as localStorage has; leave it out for IndexedDB. That of idb-keyval is { getItem: get, setItem: set }.`,
  )
}
