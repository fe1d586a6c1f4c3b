import { compareOrder, type Order } from '../schema/contract'
import type { RejectedAction, ResetAction } from './state/actions'
import { reviveError } from './state/errors'

/** The reset of a logout, and the error that led to it. */
export interface LoggedOut {
  readonly order: Order
  readonly error: Error
}

/** The last logout of a store: readers from before it do not refetch without a user. */
export class Logout {
  /** The refusal that is being handled; a reset now is that of a logout. */
  cause: RejectedAction | undefined
  readonly #store: { readonly state: { readonly lastReset: Order } }
  #last: LoggedOut | undefined

  constructor(store: { readonly state: { readonly lastReset: Order } }) {
    this.#store = store
  }

  /** The last reset, where it was that of a logout. */
  get current(): LoggedOut | undefined {
    const last = this.#last
    if (last === undefined) return undefined
    return compareOrder(last.order, this.#store.state.lastReset) === 0 ? last : undefined
  }

  /** Takes a reset, before the store takes it and notifies its subscribers. */
  note({ meta }: ResetAction): void {
    this.#last = this.cause && { order: meta, error: reviveError(this.cause.error) }
  }
}
