import type { Order } from '../schema/contract'
import { compareOrder } from '../schema/order'
import type { ResetAction, RejectedAction } from './state/actions'
import { reviveError } from './state/errors'

/** The reset of a logout, and the error that led to it. */
export interface LoggedOut {
  readonly order: Order
  readonly error: Error
}

/** What a store remembers of logouts, so that what was on the page does not ask again with no user. */
export class Logout {
  /** The refusal that is being handled; a reset now is that of a logout. */
  cause: RejectedAction | undefined
  readonly #lastReset: () => Order
  #last: LoggedOut | undefined

  constructor(lastReset: () => Order) {
    this.#lastReset = lastReset
  }

  /** The last reset, where it was that of a logout. */
  get current(): LoggedOut | undefined {
    const last = this.#last
    const isLast = last !== undefined && compareOrder(last.order, this.#lastReset()) === 0
    return isLast ? last : undefined
  }

  /** Remembers a reset, before the store takes it and tells its subscribers. */
  note({ meta }: ResetAction): void {
    this.#last = this.cause && { order: meta, error: reviveError(this.cause.error) }
  }
}
