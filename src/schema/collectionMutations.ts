import type { AnyType } from '../util/anyType'
import { argumentsFilter, type CollectionKey, type RowFilter } from './collectionKey'
import { type CollectionLayout, type JoinMembers, type Members, refsOf } from './collectionLayout'
import {
  type FilteredCollection,
  isSorted,
  limitOf,
  membershipOf,
  type CallResponse,
} from './collectionMembership'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  ListChange,
  NormalizeDelegate,
  SchemaKind,
} from './contract'
import { distinctRefs, identityOf, type MemberRef } from './entityRef'
import type { Shape } from './types'

/** A collection, as far as its changes use it. */
export interface EditedCollection extends FilteredCollection {
  /** @internal */
  readonly layout: CollectionLayout
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

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const { member, layout } = this.collection
    const byKey = layout.readByKey?.(input, member, { parent, key }, delegate)
    const isList = Array.isArray(input)
    const values: readonly unknown[] = isList ? Array.from(input as unknown[]) : [input]
    const visit = (value: unknown, index: number): unknown =>
      delegate.visitMember(member, value, parent, key, isList ? index : undefined)
    const members = byKey ?? layout.toMembers(values.map(visit).filter(isMember))
    this.changeLists(members, { input, delegate })
    return isList || byKey !== undefined ? members : refsOf(members)[0]
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    ;(this.collection.member as SchemaKind).affected?.(args, delegate)
    delegate.lists(this.collection.key)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return this.collection.layout.show(input, this.collection.member, delegate)
  }

  /** What is added joins the lists that it belongs to; what is removed leaves those that the arguments name. */
  protected changeLists(members: Members, response: CallResponse): void {
    const { collection, join } = this
    const { delegate } = response
    const { args } = delegate
    const filter =
      this.#createFilter?.(...args) ?? (join ? undefined : argumentsFilter(collection, args))
    if (filter === undefined) return this.changeByMembership(members, response)
    const change = join ? this.#change([], members) : this.#change(refsOf(members), [])
    const changeOf = (rowPk: string): ListChange | undefined =>
      filter(JSON.parse(rowPk) as CollectionKey) ? change : undefined
    delegate.changeLists(collection, { ...change, changeOf })
  }

  /** @internal What is deleted leaves lists with a limit, and pages, in which what follows moves up. */
  noteDeleted(ref: MemberRef, delegate: NormalizeDelegate): void {
    if (delegate.isExpected) return
    const { collection } = this
    const changeOf = (rowPk: string): ListChange | undefined => {
      const list = JSON.parse(rowPk) as CollectionKey
      const isCut = limitOf(list, collection) < Infinity
      return isCut ? this.#change([ref], [], { list }) : undefined
    }
    delegate.changeLists(collection, { joins: [], leaves: [identityOf(ref)], changeOf })
  }

  /** @param canLeave members leave the lists that they do not belong to */
  protected changeByMembership(members: Members, response: CallResponse, canLeave = false): void {
    const { collection } = this
    const refs = refsOf(members)
    const tests = refs.map((ref) => membershipOf(collection, ref, response))
    const changeOf = (rowPk: string): ListChange | undefined => {
      const list = JSON.parse(rowPk) as CollectionKey
      const found = tests.map((test) => test(list))
      const those = (belongs: boolean | undefined): readonly MemberRef[] =>
        refs.filter((_, at) => found[at] === belongs)
      const leaving = canLeave ? those(false) : []
      const joining = those(true)
      const unknown = those(undefined)
      return leaving.length + joining.length + unknown.length === 0
        ? undefined
        : this.#change(leaving, only(members, joining), { list, unknown })
    }
    const all = refs.map(identityOf)
    response.delegate.changeLists(collection, {
      joins: all,
      leaves: canLeave ? all : [],
      changeOf,
    })
  }

  /** The change of a list that some members leave and others join, and to which yet others may belong. */
  #change(
    leaving: readonly MemberRef[],
    joining: Members,
    { list = {}, unknown = [] }: Partial<Doubt> = {},
  ): ListChange {
    const { collection } = this
    const refs = refsOf(joining)
    const limit = limitOf(list, collection)
    const hasOrder = isSorted(list, collection)
    return {
      joins: refs.map(identityOf),
      leaves: leaving.map(identityOf),
      apply: (existing) => {
        const members = existing as Members
        const rest = leaving.length === 0 ? members : collection.layout.remove(members, leaving)
        const isJoined = refs.length > 0 && refsOf(rest).length + refs.length <= limit
        return isJoined ? (this.join?.(rest, joining) ?? rest) : rest
      },
      isUnsure(existing) {
        const members = refsOf(existing as Members)
        const isFull = members.length + refs.length > limit
        const isAbsent = (some: readonly MemberRef[]): boolean =>
          some.length > 0 && distinctRefs(some, members).length > 0
        return (
          isAbsent(unknown) ||
          ((hasOrder || isFull) && isAbsent(refs)) ||
          (members.length >= limit && leaving.some((it) => limit === 0 || !isAbsent([it])))
        )
      },
    }
  }
}

/** What cannot be decided of a list. */
interface Doubt {
  readonly list: CollectionKey
  /** Members that may belong to it. */
  readonly unknown: readonly MemberRef[]
}

function isMember(ref: unknown): ref is MemberRef {
  return ref !== undefined
}

/** Some of the members, under their keys where they have any. */
function only(members: Members, refs: readonly MemberRef[]): Members {
  return Array.isArray(members)
    ? refs
    : Object.fromEntries(Object.entries(members).filter(([, ref]) => refs.includes(ref)))
}

/**
 * The schema of a response whose entities leave the lists that they do not belong to, and join those that they belong to:
 * `move`, `moveWith(…)` and `update` of a collection.
 */
export class CollectionMove<Value = unknown, Stored = unknown> extends CollectionEdit<
  Value,
  Stored
> {
  readonly #isUpdate: boolean

  /** @param isUpdate only lists that filter by a changed field change, and not before the server has responded */
  constructor(collection: EditedCollection, join: JoinMembers, isUpdate = false) {
    super(collection, (existing, moved) => {
      const absent = distinctRefs(refsOf(moved), refsOf(existing))
      return absent.length === 0 ? existing : join(existing, collection.layout.toMembers(absent))
    })
    this.#isUpdate = isUpdate
  }

  protected override changeLists(members: Members, response: CallResponse): void {
    const isUpdate = this.#isUpdate
    if (!isUpdate || !response.delegate.isExpected) {
      this.changeByMembership(members, { ...response, isUpdate }, true)
    }
  }
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
