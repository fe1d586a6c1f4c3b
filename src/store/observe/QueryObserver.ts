import type { Runtime } from '../Runtime'
import { inferResult } from '../select/readRows'
import type { RestState } from '../state/state'
import type { RowsRead } from '../state/StateCache'
import type { StoreObserver } from './ObserverIndex'

/** One reader of a schema's data, looked up by arguments alone; it never fetches. */
export class QueryObserver implements StoreObserver {
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
      this.#runtime.observers.unobserve(this)
    }
  }

  notify(): void {
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
    const { dependencies } = this.#look()
    this.#runtime.observers.observe(this, dependencies)
  }
}
