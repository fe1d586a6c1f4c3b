import type { Runtime } from '../Runtime'
import { inferResult } from '../select/readRows'
import type { RestState } from '../state/state'
import type { RowsRead } from '../trail'
import type { Watcher } from './Watchers'

/** One reader of a schema's data, looked up by arguments alone; it never fetches. */
export class QueryObserver implements Watcher {
  readonly #runtime: Runtime
  readonly #schema: unknown
  readonly #args: readonly unknown[]
  readonly #name: string
  #onChange: (() => void) | undefined
  #readState: RestState | undefined
  #read!: RowsRead

  constructor(runtime: Runtime, schema: unknown, args: readonly unknown[], name: string) {
    this.#runtime = runtime
    this.#schema = schema
    this.#args = args
    this.#name = name
  }

  get value(): unknown {
    return this.#look().value
  }

  /** Follows the store until the returned function is called. */
  mount({ onView }: { onView(): void }): () => void {
    this.#onChange = onView
    this.#watch()
    return () => {
      this.#onChange = undefined
      this.#runtime.watchers.unwatch(this)
    }
  }

  tell(): void {
    this.#watch()
    this.#onChange?.()
  }

  #look(): RowsRead {
    const state = this.#runtime.state
    if (state !== this.#readState) {
      this.#read = inferResult(state, this.#schema, this.#args, this.#name)
      this.#readState = state
    }
    return this.#read
  }

  #watch(): void {
    this.#runtime.watchers.watch(this, { requestKey: undefined, parts: this.#look().parts })
  }
}
