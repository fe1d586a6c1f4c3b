import type { Order } from '../../schema/contract'
import { getOrCreate, lastOf } from '../../util/collections'
import type { InFlightRequest } from './InFlightRequest'

/** The requests of a store whose responses are still to come. */
export class InFlightRequests {
  /** By id, in order of start. */
  readonly #all = new Map<string, InFlightRequest>()
  /** The reads of each request key, in order of start. */
  readonly #reads = new Map<string, InFlightRequest[]>()

  add(request: InFlightRequest): void {
    const { requestId, requestKey, isMutation } = request.call
    this.#all.set(requestId, request)
    if (!isMutation) getOrCreate(this.#reads, requestKey, () => []).push(request)
  }

  remove(request: InFlightRequest): void {
    const { requestId, requestKey } = request.call
    if (!this.#all.delete(requestId)) return
    const others = this.#othersOf(request)
    if (others.length === 0) this.#reads.delete(requestKey)
    else this.#reads.set(requestKey, others)
  }

  has(requestId: string): boolean {
    return this.#all.has(requestId)
  }

  get(requestId: string): InFlightRequest | undefined {
    return this.#all.get(requestId)
  }

  /** The newest read in flight of a request key. */
  read(requestKey: string): InFlightRequest | undefined {
    return lastOf(this.#reads.get(requestKey))
  }

  /** The newest other read in flight of the same request key. */
  otherRead(request: InFlightRequest): InFlightRequest | undefined {
    return request.call.isMutation ? undefined : lastOf(this.#othersOf(request))
  }

  /** All of them, in order of start. */
  get all(): readonly InFlightRequest[] {
    return [...this.#all.values()]
  }

  get reads(): readonly InFlightRequest[] {
    return this.all.filter(({ call }) => !call.isMutation)
  }

  get mutations(): readonly InFlightRequest[] {
    return this.all.filter(({ call }) => call.isMutation)
  }

  get size(): number {
    return this.#all.size
  }

  /** The one that started first. */
  get first(): InFlightRequest | undefined {
    for (const request of this.#all.values()) return request
    return undefined
  }

  /** When the oldest of them started. */
  get oldest(): Order | undefined {
    return this.first?.call.order
  }

  #othersOf(request: InFlightRequest): InFlightRequest[] {
    return (this.#reads.get(request.call.requestKey) ?? []).filter((it) => it !== request)
  }
}
