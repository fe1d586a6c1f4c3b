import { nanoid } from '@reduxjs/toolkit'
import type { RestAction } from './actions'

/** The actions of one store: which it made, and which of those come back as they were. */
export class OwnActions {
  /** What the ids of the store's requests and actions begin with. */
  readonly #id = nanoid(10)
  readonly #sent = new WeakSet<RestAction>()
  /** The fields of payloads that were sent, and their names: where a copy has them, nobody has to look through all rows again. */
  readonly #fields = new WeakMap<object, string>()
  #idCount = 0

  /** An id for a request, or for another action of the store. */
  nextId(): string {
    this.#idCount += 1
    return `${this.#id}-${this.#idCount}`
  }

  note(action: RestAction): void {
    this.#sent.add(action)
    const { payload } = action as { readonly payload?: Readonly<Record<string, unknown>> }
    if (payload === undefined) return
    for (const name of Object.keys(payload)) {
      const value = payload[name]
      if (typeof value === 'object' && value !== null) this.#fields.set(value, name)
    }
  }

  /** Whether an action is the very one that the store sent. */
  has(action: RestAction): boolean {
    return this.#sent.has(action)
  }

  /** Whether an action has an id of the store, however late or copied it comes. */
  isNamed({ meta }: RestAction): boolean {
    // An action from elsewhere may have anything as its id.
    const id: unknown = meta.kind === 'request' ? meta.requestId : meta.actionId
    return typeof id === 'string' && id.startsWith(this.#id)
  }

  /** Whether the store sent this as that field of a payload. */
  isKnown(name: string, value: unknown): boolean {
    return typeof value === 'object' && value !== null && this.#fields.get(value) === name
  }
}
