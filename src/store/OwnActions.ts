import { nanoid } from '@reduxjs/toolkit'
import type { RestAction } from './state/actions'

/** The actions of one store: which it made, and which of those come back as they were. */
export class OwnActions {
  /** What the ids of the store's requests and actions begin with. */
  readonly #id = nanoid(10)
  /** The actions that are on their way to the middleware: one, and those that subscribers send meanwhile. */
  readonly #sending: RestAction[] = []
  #idCount = 0

  /** An id for a request, or for another action of the store. */
  nextId(): string {
    this.#idCount += 1
    return `${this.#id}-${this.#idCount}`
  }

  /** Sends an action, which is known as the store's own for as long as that takes. */
  send(action: RestAction, dispatch: (action: RestAction) => void): void {
    this.#sending.push(action)
    try {
      dispatch(action)
    } finally {
      this.#sending.pop()
    }
  }

  /** Whether an action is the very one that the store is sending. */
  has(action: RestAction): boolean {
    return this.#sending.includes(action)
  }

  /** Whether an action has an id of the store, however late or copied it comes. */
  isNamed({ meta }: RestAction): boolean {
    // An action from elsewhere may have anything as its id.
    const id: unknown = meta.kind === 'request' ? meta.requestId : meta.actionId
    return typeof id === 'string' && id.startsWith(this.#id)
  }

  /** Whether an action that is being sent has this in its payload: a copy with the same rows need not be looked through. */
  isKnown(name: string, value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false
    return this.#sending.some((action) => {
      const { payload } = action as { readonly payload?: Readonly<Record<string, unknown>> }
      return payload?.[name] === value
    })
  }
}
