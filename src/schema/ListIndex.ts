import { addTo, getOrCreate, type Groups, removeFrom } from '../util/collections'
import { getOwn } from '../util/record'
import { type Members, refsOf } from './collectionLayout'
import type { EntityRow, GroupOfLists, IndexedList, IndexOfLists, ListFilters } from './contract'
import { identityOf, type MemberRef } from './entityRef'
import { type ListName, readListPk } from './listName'

type Filter = NonNullable<GroupOfLists['filter']>

class ListGroup implements GroupOfLists {
  readonly address: string | undefined
  readonly names: readonly string[]
  readonly filters: ListFilters
  readonly filter: GroupOfLists['filter']
  readonly lists = new Map<string, IndexedList>()
  readonly #byValue: Groups<unknown, string> = new Map()
  readonly #byMember: Groups<string, string> = new Map()

  constructor({ address, args }: ListName, filters: ListFilters) {
    this.address = address
    this.names = Object.keys(args)
    this.filters = filters
    // A list in an entity is one of what belongs to it.
    const fieldOf = (name: string): string | null =>
      getOwn(filters, name) ?? (address === undefined ? name : null)
    const found = this.names.map((name) => ({ name, field: fieldOf(name) }))
    this.filter = found.find((it): it is Filter => it.field !== null)
  }

  *near(texts: Iterable<string>, refs: readonly MemberRef[]): Iterable<IndexedList> {
    const pks = [
      ...[undefined, ...texts].map((it) => this.#byValue.get(it)),
      ...refs.map((it) => this.#byMember.get(identityOf(it))),
    ]
    const distinct = new Set(pks.flatMap((it = new Set()) => [...it]))
    for (const pk of distinct) yield this.lists.get(pk) as IndexedList
  }

  set(pk: string, list: IndexedList | undefined): void {
    const before = this.lists.get(pk)
    if (list) this.lists.set(pk, list)
    else this.lists.delete(pk)
    const { filter } = this
    if (filter === undefined) return
    const known = list ?? before
    const value = known?.args[filter.name]
    const key = typeof value === 'string' ? value : undefined
    if (list) addTo(this.#byValue, key, pk)
    else removeFrom(this.#byValue, key, pk)
    const [gone, come] = differing(refsIn(before), refsIn(list))
    for (const it of gone) removeFrom(this.#byMember, identityOf(it), pk)
    for (const it of come) addTo(this.#byMember, identityOf(it), pk)
  }
}

/** The lists of a table in groups: of a group, those that a change concerns are found at once. */
export class ListIndex implements IndexOfLists {
  readonly #groups = new Map<string, ListGroup>()
  readonly #groupOf = new Map<string, ListGroup>()

  constructor(rows: Iterable<readonly [pk: string, row: EntityRow]> = []) {
    for (const [pk, row] of rows) this.set(pk, row)
  }

  get groups(): Iterable<GroupOfLists> {
    return this.#groups.values()
  }

  *lists(isMeant: (group: GroupOfLists) => boolean = () => true): Iterable<IndexedList> {
    for (const group of this.#groups.values()) if (isMeant(group)) yield* group.lists.values()
  }

  /** @param row `undefined` for one that is gone */
  set(pk: string, row: EntityRow | undefined): void {
    const before = this.#groupOf.get(pk)
    const group = row === undefined || row.invalid ? undefined : this.#groupFor(pk, row)
    if (before !== group) before?.set(pk, undefined)
    this.#groupOf.delete(pk)
    if (row === undefined || group === undefined) return
    group.set(pk, { pk, row, args: readListPk(pk).args })
    this.#groupOf.set(pk, group)
  }

  #groupFor(pk: string, { meta: { filters = NO_FILTERS } }: EntityRow): ListGroup {
    const before = this.#groupOf.get(pk)
    if (before?.filters === filters) return before
    const name = readListPk(pk)
    const key = JSON.stringify([name.address, Object.keys(name.args), filters])
    return getOrCreate(this.#groups, key, () => new ListGroup(name, filters))
  }
}

const NO_FILTERS: ListFilters = {}

function refsIn(list: IndexedList | undefined): readonly MemberRef[] {
  return list === undefined ? [] : refsOf(list.row.data as Members)
}

/** What one of two lists has besides its common beginning and its common end. */
function differing(
  some: readonly MemberRef[],
  others: readonly MemberRef[],
): readonly [readonly MemberRef[], readonly MemberRef[]] {
  const shorter = Math.min(some.length, others.length)
  let start = 0
  while (start < shorter && some[start] === others[start]) start += 1
  let end = 0
  while (end < shorter - start && some[some.length - 1 - end] === others[others.length - 1 - end]) {
    end += 1
  }
  return [some.slice(start, some.length - end), others.slice(start, others.length - end)]
}
