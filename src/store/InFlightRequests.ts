import type { Order } from '../schema/contract'
import type { Flight } from './Flight'

/** The requests of a store that may still be answered. */
export class InFlightRequests {
  /** In order of start. */
  readonly #all = new Set<Flight>()
  /** The newest read of each request key; an older one of the same key may be in flight besides. */
  readonly #reads = new Map<string, Flight>()

  add(flight: Flight): void {
    this.#all.add(flight)
    if (!flight.isMutation) this.#reads.set(flight.requestKey, flight)
  }

  remove(flight: Flight): void {
    this.#all.delete(flight)
    if (this.#reads.get(flight.requestKey) === flight) this.#reads.delete(flight.requestKey)
  }

  /** Whether a request of this store is in flight. */
  has(requestId: string): boolean {
    for (const flight of this.#all) if (flight.requestId === requestId) return true
    return false
  }

  /** The newest read in flight of a request key. */
  read(requestKey: string): Flight | undefined {
    return this.#reads.get(requestKey)
  }

  get reads(): readonly Flight[] {
    return [...this.#all].filter(({ isMutation }) => !isMutation)
  }

  get mutations(): readonly Flight[] {
    return [...this.#all].filter(({ isMutation }) => isMutation)
  }

  get size(): number {
    return this.#all.size
  }

  /** Whether others are in flight besides one that lands now; a write by hand was never in flight. */
  hasOthers(isSet: boolean): boolean {
    return this.#all.size > (isSet ? 0 : 1)
  }

  /** When the oldest of them started. */
  get oldest(): Order | undefined {
    for (const { order } of this.#all) return order
    return undefined
  }
}
