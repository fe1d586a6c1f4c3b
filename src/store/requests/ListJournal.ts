import type { Brought, LaterChange } from '../../normalize/landing'
import { isLiteral } from '../../schema/schemaObject'
import type { Request } from './Request'

/** What landed, as far as it changed lists, or a mutation or a message brought it. */
interface ListChangesLanded {
  readonly landed: number
  readonly changes: readonly LaterChange[]
  readonly brought?: Brought | undefined
}

/**
 * What landed while requests were in flight whose responses may not contain it. It is empty nearly always; and it holds
 * functions, so it is no part of the state.
 */
export class ListJournal {
  /** In order of landing. */
  readonly #entries: ListChangesLanded[] = []

  get size(): number {
    return this.#entries.length
  }

  /** Records what landed, where a request is in flight that may bring a list. */
  add(inFlight: readonly Request[], landed: ListChangesLanded): void {
    const isNeeded = landed.changes.length > 0 || landed.brought !== undefined
    if (isNeeded && inFlight.some(mayBringLists)) this.#entries.push(landed)
  }

  /** Drops what landed before all requests in flight started. */
  prune(inFlight: readonly Request[]): void {
    const oldest = inFlight.find(mayBringLists)?.started ?? Infinity
    const kept = this.#entries.findIndex(({ landed }) => landed > oldest)
    this.#entries.splice(0, kept < 0 ? Infinity : kept)
  }

  /** The changes since a request started, in order of landing. */
  changesSince(started: number): readonly LaterChange[] {
    return this.#since(started).flatMap(({ changes }) => changes)
  }

  /** What mutations and messages brought since a request started. */
  broughtSince(started: number): readonly Brought[] {
    return this.#since(started).flatMap(({ brought = [] }) => brought)
  }

  #since(started: number): readonly ListChangesLanded[] {
    let first = this.#entries.length
    while (first > 0 && (this.#entries[first - 1] as ListChangesLanded).landed > started) first -= 1
    return this.#entries.slice(first)
  }
}

/** Downloads and streams bring none. */
function mayBringLists({ endpoint }: Request): boolean {
  return !isLiteral(endpoint.schema)
}
