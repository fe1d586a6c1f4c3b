import { isObject } from '../util/checks'
import { lastOf } from '../util/collections'
import type { AnyType } from '../util/anyType'
import { pick } from '../util/record'
import { asRecord, type CollectionKey, matchesPk, type RowFilter } from './collectionKey'
import {
  type Added,
  type AddedMember,
  type CollectionLayout,
  type JoinMembers,
  type Members,
  type Place,
  refsOf,
} from './collectionLayout'
import {
  type AffectedDelegate,
  type DenormalizeDelegate,
  type EntityRow,
  type ListChange,
  type ListChanges,
  type NormalizeDelegate,
  type RowSchema,
  type SchemaKind,
} from './contract'
import { entityOf } from './Discriminator'
import { identityOf, type MemberRef, pkOfRef } from './entityRef'
import type { Shape } from './types'

/** A collection, as far as its changes use it. */
export interface EditedCollection extends RowSchema {
  /** The schema of each member. */
  readonly member: object
  /** @internal */
  readonly layout: CollectionLayout
  /** The filter of the rows that a call with these arguments changes. */
  createCollectionFilter(...args: readonly unknown[]): RowFilter
  /** Whether an argument does not decide what belongs in a list. */
  nonFilterArgumentKeys(name: string): boolean
}

/** Joins the members of a row with those that came. Called again on other rows: it must depend on nothing else. */
export type MergeMembers = (existing: AnyType, incoming: AnyType) => AnyType

/** Makes the filter of the lists that a call changes, from the arguments of the call. */
export type CreateFilter = (...args: AnyType[]) => RowFilter

/**
 * The schema of a response that changes every list it matches, and creates none: `push`, `unshift`, `assign`, `remove` and
 * `addWith(…)` of a collection.
 */
export class CollectionEdit<Value = unknown, Stored = unknown> implements SchemaKind {
  declare readonly shape?: Shape<Value, readonly AnyType[], Stored>
  /** The collection whose lists change. */
  readonly collection: EditedCollection
  protected readonly join: JoinMembers | undefined
  readonly #createFilter: CreateFilter | undefined

  /** @param join adds the members to a list; without it they leave the lists */
  constructor(collection: EditedCollection, join?: JoinMembers, createFilter?: CreateFilter) {
    this.collection = collection
    this.join = join
    this.#createFilter = createFilter
  }

  /** The test of rows, by their primary keys, that a call with these arguments changes. */
  matchesArgs(args: readonly unknown[]): (rowPk: string) => boolean {
    return matchesPk(
      this.#createFilter?.(...args) ?? this.collection.createCollectionFilter(...args),
    )
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const place = { parent, key }
    const added = readAdded(this.collection, input, place, delegate)
    delegate.changeLists(this.collection, this.changes(added, place, delegate))
    return added.result
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    ;(this.collection.member as SchemaKind).affected?.(args, delegate)
    delegate.lists(this.collection.key, this.matchesArgs(args))
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return this.collection.layout.show(input, this.collection.member, delegate)
  }

  queryKey(): undefined {
    return undefined
  }

  protected changes({ members }: Added, _: Place, { args }: NormalizeDelegate): ListChanges {
    const matches = this.matchesArgs(args)
    const change = this.join ? this.change([], members) : this.change(refsOf(members))
    return { ...change, changeOf: (rowPk) => (matches(rowPk) ? change : undefined) }
  }

  /** The change of a list that some members leave and others join. */
  protected change(leaving: readonly MemberRef[], joining?: Members): ListChange {
    const { layout } = this.collection
    return {
      joins: refsOf(joining ?? []).map(identityOf),
      leaves: leaving.map(identityOf),
      apply: (existing) => {
        const members = existing as Members
        const rest = leaving.length === 0 ? members : layout.remove(members, leaving)
        return joining === undefined ? rest : (this.join?.(rest, joining) ?? rest)
      },
    }
  }
}

type Direction = 'joins' | 'leaves' | undefined

/**
 * The schema of a response that takes entities out of the lists that they no longer belong to, and adds them to those that
 * they belong to now: `move` and `moveWith(…)` of a collection. Which those are follows from what the store held of an
 * entity before, and from the arguments and the response of the call.
 */
export class CollectionMove<Value = unknown, Stored = unknown> extends CollectionEdit<
  Value,
  Stored
> {
  override affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    const pks = new Set<string>()
    const hasMember = (members: Members): boolean =>
      refsOf(members).some((ref) => pks.has(pkOfRef(ref)))
    super.affected(args, {
      row(schemaKey, pk) {
        pks.add(pk)
        delegate.row(schemaKey, pk)
      },
      lists(schemaKey, matches) {
        delegate.lists(
          schemaKey,
          (rowPk, members) => hasMember(members as Members) || matches(rowPk, members),
        )
      },
    })
  }

  protected override changes(
    { list }: Added,
    place: Place,
    delegate: NormalizeDelegate,
  ): ListChanges {
    const { key, layout } = this.collection
    const directions = list.map((added) => this.#directionOf(added, place, delegate))
    const changeOf = (rowPk: string): ListChange | undefined => {
      const row = JSON.parse(rowPk) as CollectionKey
      const isDoubtful = delegate.storedRow(key, rowPk)?.meta.doubtful !== undefined
      const taken = directions.map((directionIn) => directionIn(row, isDoubtful))
      const refsThat = (direction: Direction): MemberRef[] =>
        list.filter((_, at) => taken[at] === direction).map(({ ref }) => ref)
      const joining = refsThat('joins')
      const leaving = refsThat('leaves')
      if (leaving.length === 0 && joining.length === 0) return undefined
      return this.change(leaving, joining.length === 0 ? undefined : layout.toMembers(joining))
    }
    const refs = list.map(({ ref }) => identityOf(ref))
    return { joins: refs, leaves: refs, changeOf }
  }

  /** Where an entity goes, seen from a list. A doubtful list may lack members that belong to it. */
  #directionOf(
    { ref, value }: AddedMember,
    place: Place,
    delegate: NormalizeDelegate,
  ): (row: CollectionKey, isDoubtful: boolean) => Direction {
    const { collection } = this
    const { args } = delegate
    const entity = entityOf(collection.member, ref)
    const pk = pkOfRef(ref)
    const processed = isObject(value)
      ? entity?.process(value, place.parent, place.key, args)
      : undefined
    // What the row will be decides, as others may have written it meanwhile; and where it was when the call started, and is.
    const before = entity && dataOf(delegate.rowBefore(entity.key, pk))
    const stored = entity && dataOf(delegate.storedRow(entity.key, pk))
    const after = entity && delegate.rowAfter(entity.key, pk)?.data
    const isContested = entity !== undefined && delegate.isContested(entity.key, pk)
    const params = asRecord(args[0])
    const written = after && processed ? pick(after, Object.keys(processed)) : processed
    const now = { ...after, ...asRecord(lastOf(args)), ...written }
    const known = { ...params, ...now }
    const filterOf = (data: object) =>
      collection.createCollectionFilter({ ...params, ...data }, data)
    const belonged = [before && filterOf(before), stored && filterOf(stored)]
    const belongs = collection.createCollectionFilter(known, { ...before, ...now })
    return (row, isDoubtful) => {
      const wasIn = belonged.every((it) => it?.(row) === true)
      if (belongs(row)) return wasIn && !isDoubtful && !isContested ? undefined : 'joins'
      return wasIn || this.#hasFiltersOf(row, known) ? 'leaves' : undefined
    }
  }

  /** Whether the call and its response have all that it takes to belong to a list. */
  #hasFiltersOf(row: CollectionKey, known: object): boolean {
    const names = Object.keys(row).filter((name) => !this.collection.nonFilterArgumentKeys(name))
    return names.length > 0 && names.every((name) => Object.hasOwn(known, name))
  }
}

/** What is doubtful may be on no list. */
function dataOf(row: EntityRow | undefined): object | undefined {
  return row?.invalid === true || row?.meta.doubtful !== undefined ? undefined : row?.data
}

/** Stores what a change of a collection brings: one member, a list of them or, for a map, members by key. */
function readAdded(
  { member, layout }: EditedCollection,
  input: unknown,
  place: Place,
  delegate: NormalizeDelegate,
): Added {
  const { parent, key } = place
  const byKey = layout.readByKey?.(input, member, place, delegate)
  if (byKey !== undefined) return byKey
  const isList = Array.isArray(input)
  const values: readonly unknown[] = isList ? Array.from(input as unknown[]) : [input]
  const list = values.flatMap((value, index): AddedMember[] => {
    const ref = delegate.visitMember(member, value, parent, key, isList ? index : undefined)
    return ref === undefined ? [] : [{ value, ref: ref as MemberRef }]
  })
  const members = layout.toMembers(list.map(({ ref }) => ref))
  return { result: isList ? members : list[0]?.ref, members, list }
}

/**
 * A merge for `addWith` and `moveWith` that puts what came in front.
 *
 * @example
 * const getTodo = endpoint.extend({ schema: todos.moveWith(unshift) })
 */
export function unshift<Member>(
  existing: readonly Member[],
  incoming: readonly Member[],
): Member[] {
  return [...incoming, ...existing]
}
