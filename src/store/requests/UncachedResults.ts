import type { ActionCreators, PlainMeta, RestAction } from '../state/actions'
import type { RestState } from '../state/state'
import { getRow } from '../state/table'
import type { Timers } from '../Timers'

interface Store {
  readonly timers: Timers
  isRead(key: string): boolean
  readonly state: RestState
  readonly actions: ActionCreators
  plainMeta(kind: 'write'): PlainMeta<'write'>
  send(action: RestAction): void
}

/** Responses that are never fresh: each goes with the last reader that shows it, or waits to do so. */
export class UncachedResults {
  readonly #store: Store
  readonly #keys = new Set<string>()

  constructor(store: Store) {
    this.#store = store
  }

  /** A response came. */
  note(key: string, expiryLength: number): void {
    if (expiryLength > 0) this.#keys.delete(key)
    else {
      this.#keys.add(key)
      this.collectSoon(key)
    }
  }

  /** A response may not be needed any more. In a macrotask: readers that mount within the same task, as in StrictMode, still find the response. */
  collectSoon(key: string): void {
    if (!this.#keys.has(key)) return
    const { timers } = this.#store
    timers.after(0, () => {
      if (!this.#store.isRead(key) && this.#keys.delete(key)) this.collect(key)
    })
  }

  /** Drops the row of a call. */
  collect(key: string): void {
    const { state, actions } = this.#store
    if (getRow(state.requests, key) === undefined) return
    const meta = { ...this.#store.plainMeta('write'), label: 'gc' }
    this.#store.send(actions.write({ removed: { requests: [key] } }, meta))
  }
}
