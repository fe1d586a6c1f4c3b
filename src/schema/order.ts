import type { Order } from './contract'

/** Below zero where `one` is older than `other`, above where it is newer, zero where they are of one request. */
export function compareOrder(one: Order, other: Order): number {
  return one.fetchedAt - other.fetchedAt || one.seq - other.seq
}
