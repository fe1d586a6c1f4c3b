import type { Order } from '../../schema/contract'

/** Gives every start and every landing of a store its stamp: never earlier than the one before. */
export interface Clock {
  next(): Order
  /** The stamp before the next one. */
  now(): Order
}

/**
 * A clock of its own for each store: what other machines wrote into a state does not move it.
 * @param beforeNext is called before a stamp is drawn, and does what has to be older than the stamp
 */
export function createClock(beforeNext: () => void): Clock {
  let last: Order = { fetchedAt: 0, seq: 0 }
  const advance = (seq: number): Order =>
    (last = { fetchedAt: Math.max(last.fetchedAt, Date.now()), seq })
  return {
    next() {
      beforeNext()
      return advance(last.seq + 1)
    },
    now: () => advance(last.seq),
  }
}
