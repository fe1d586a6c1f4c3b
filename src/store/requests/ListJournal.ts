import { areOpposite, type Landing, type TableChange } from '../../normalize/landing'
import type { MemberChanges } from '../../schema/contract'
import { isLiteral } from '../../schema/schemaObject'
import { getOrCreate } from '../../util/collections'
import type { InFlightRequest } from './InFlightRequest'

interface LandedChange extends TableChange {
  readonly landed: number
  /** It met an opposite change of the same member. */
  readonly isOpposed: boolean
}

/** The result of a page besides its members, such as where the next page starts; by the key of the list. */
interface LandedPage {
  readonly landed: number
  readonly key: string
  readonly result: unknown
}

/** What landed, as far as it changed lists. */
export interface ListChangesLanded {
  readonly started: number
  readonly landed: number
  readonly changes: readonly TableChange[]
  readonly page?: Omit<LandedPage, 'landed'> | undefined
}

/**
 * What changed lists while requests were in flight whose responses may not contain it. It is empty nearly always; and it holds
 * functions, so it is no part of the state.
 */
export class ListJournal {
  /** In order of landing. */
  #changes: LandedChange[] = []
  #pages: LandedPage[] = []
  /** By table and by the members that they put in or take out. */
  #byMember = new Map<string, LandedChange[]>()

  get size(): number {
    return this.#changes.length + this.#pages.length
  }

  /** Records what landed, where a request is in flight that may bring a list. */
  add(inFlight: readonly InFlightRequest[], landing: ListChangesLanded): void {
    const { started, landed, changes, page } = landing
    if ((changes.length === 0 && page === undefined) || !inFlight.some(mayBringLists)) return
    for (const change of changes) {
      const landedChange = {
        ...change,
        landed,
        isOpposed: this.#opposite(started, change).length > 0,
      }
      this.#changes.push(landedChange)
      this.#note(landedChange)
    }
    if (page !== undefined) this.#pages.push({ ...page, landed })
  }

  /** Drops what landed before all requests in flight started. */
  prune(inFlight: readonly InFlightRequest[]): void {
    if (this.size === 0) return
    const oldest = inFlight.find(mayBringLists)?.call.started ?? Infinity
    const kept = since(this.#changes, oldest)
    this.#pages = since(this.#pages, oldest)
    if (kept.length === this.#changes.length) return
    this.#changes = kept
    this.#byMember = new Map()
    for (const it of kept) this.#note(it)
  }

  #note(change: LandedChange): void {
    for (const key of membersOf(change)) getOrCreate(this.#byMember, key, () => []).push(change)
  }

  /** The changes since a moment that take out members which another one puts in, or the reverse. */
  #opposite(
    moment: number,
    change: MemberChanges & { readonly schemaKey: string },
  ): readonly LandedChange[] {
    const met = membersOf(change).flatMap((key) => since(this.#byMember.get(key) ?? [], moment))
    return [...new Set(met)].filter((it) => areOpposite(change, it))
  }

  /** What landed since a request started, as its landing asks for it. */
  landing(started: number): Pick<Landing, 'laterChanges' | 'isOpposed'> {
    const later = since(this.#changes, started)
    return {
      laterChanges: (schemaKey, pk) =>
        later.flatMap((it) => {
          const change = it.schemaKey === schemaKey ? it.changeOf(pk) : undefined
          return change ? [{ change, doubtful: it.isOpposed ? it.landed : undefined }] : []
        }),
      isOpposed: (schemaKey, pk, change) =>
        later.length > 0 &&
        this.#opposite(started, { schemaKey, ...change }).some((it) => {
          const other = it.changeOf(pk)
          return other !== undefined && areOpposite(change, other)
        }),
    }
  }

  /** The results of pages of a list since a request started, in order of landing. */
  pageResults(key: string, started: number): readonly unknown[] {
    return since(this.#pages, started).flatMap((it) => (it.key === key ? [it.result] : []))
  }
}

/** What landed after a moment. */
function since<Item extends { readonly landed: number }>(items: Item[], moment: number): Item[] {
  let first = items.length
  while (first > 0 && (items[first - 1] as Item).landed > moment) first -= 1
  return first === 0 ? items : items.slice(first)
}

function membersOf({
  schemaKey,
  joins,
  leaves,
}: MemberChanges & { readonly schemaKey: string }): readonly string[] {
  return [...joins, ...leaves].map((it) => `${schemaKey} ${it}`)
}

/** Downloads and streams bring none. */
function mayBringLists({ call }: InFlightRequest): boolean {
  return !isLiteral(call.endpoint.schema)
}
