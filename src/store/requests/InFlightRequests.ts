import type { Order } from '../../schema/contract'
import { getOrCreate } from '../../util/getOrCreate'
import { lastOf } from '../../util/lastOf'
import type { Flight } from './InFlightRequest'

/** The requests of a store that may still be answered. */
export class InFlightRequests {
  /** By id, in order of start. */
  readonly #all = new Map<string, Flight>()
  /** The reads of each request key, in order of start. */
  readonly #reads = new Map<string, Flight[]>()

  add(flight: Flight): void {
    this.#all.set(flight.requestId, flight)
    if (!flight.isMutation) getOrCreate(this.#reads, flight.requestKey, () => []).push(flight)
  }

  remove(flight: Flight): void {
    if (!this.#all.delete(flight.requestId) || flight.isMutation) return
    const others = this.#othersOf(flight)
    if (others.length === 0) this.#reads.delete(flight.requestKey)
    else this.#reads.set(flight.requestKey, others)
  }

  /** Whether a request of this store is in flight. */
  has(requestId: string): boolean {
    return this.#all.has(requestId)
  }

  /** The request of an id, while it is in flight. */
  get(requestId: string): Flight | undefined {
    return this.#all.get(requestId)
  }

  /** The newest read in flight of a request key. */
  read(requestKey: string): Flight | undefined {
    return lastOf(this.#reads.get(requestKey))
  }

  /** The newest other read in flight of the same request key. */
  otherRead(flight: Flight): Flight | undefined {
    return flight.isMutation ? undefined : lastOf(this.#othersOf(flight))
  }

  get reads(): readonly Flight[] {
    return [...this.#all.values()].filter(({ isMutation }) => !isMutation)
  }

  get mutations(): readonly Flight[] {
    return [...this.#all.values()].filter(({ isMutation }) => isMutation)
  }

  get size(): number {
    return this.#all.size
  }

  /** Whether others are in flight besides one that lands now; a write by hand was never in flight. */
  hasOthers(isByHand: boolean): boolean {
    return this.#all.size > (isByHand ? 0 : 1)
  }

  /** When the oldest of them started. */
  get oldest(): Order | undefined {
    for (const { order } of this.#all.values()) return order
    return undefined
  }

  #othersOf(flight: Flight): Flight[] {
    return (this.#reads.get(flight.requestKey) ?? []).filter((it) => it !== flight)
  }
}
