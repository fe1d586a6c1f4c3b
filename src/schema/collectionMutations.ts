import { lastOf } from '../util/collections'
import type { AnyType } from '../util/anyType'
import { pick } from '../util/record'
import { asRecord, type CollectionKey, matchesPk, type RowFilter } from './collectionKey'
import { type CollectionLayout, type JoinMembers, type Members, refsOf } from './collectionLayout'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  ListChange,
  ListChanges,
  NormalizeDelegate,
  RowSchema,
  SchemaKind,
} from './contract'
import { entityOf } from './Discriminator'
import { distinctRefs, identityOf, type MemberRef, pkOfRef } from './entityRef'
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
    const { collection } = this
    const { member, layout } = collection
    const byKey = layout.readByKey?.(input, member, { parent, key }, delegate)
    const isList = Array.isArray(input)
    const values: readonly unknown[] = isList ? Array.from(input as unknown[]) : [input]
    const visit = (value: unknown, index: number): unknown =>
      delegate.visitMember(member, value, parent, key, isList ? index : undefined)
    const members = byKey ?? layout.toMembers(values.map(visit).filter(isMember))
    delegate.changeLists(collection, this.changes(members, input, delegate))
    return isList || byKey !== undefined ? members : refsOf(members)[0]
  }

  affected(args: readonly unknown[], delegate: AffectedDelegate): void {
    ;(this.collection.member as SchemaKind).affected?.(args, delegate)
    delegate.lists(this.collection.key)
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    return this.collection.layout.show(input, this.collection.member, delegate)
  }

  protected changes(members: Members, _: unknown, { args }: NormalizeDelegate): ListChanges {
    const matches = this.matchesArgs(args)
    const change = this.join ? this.change([], members) : this.change(refsOf(members))
    return { ...change, changeOf: (rowPk) => (matches(rowPk) ? change : undefined) }
  }

  /** The change of a list that some members leave and others join. */
  protected change(leaving: readonly MemberRef[], joining: Members = []): ListChange {
    const { layout } = this.collection
    const joins = refsOf(joining).map(identityOf)
    return {
      joins,
      leaves: leaving.map(identityOf),
      apply: (existing) => {
        const members = existing as Members
        const rest = leaving.length === 0 ? members : layout.remove(members, leaving)
        return joins.length === 0 ? rest : (this.join?.(rest, joining) ?? rest)
      },
    }
  }
}

function isMember(ref: unknown): ref is MemberRef {
  return ref !== undefined
}

/**
 * The schema of a response whose entities leave the lists that they do not belong to, and join those that they belong to:
 * `move` and `moveWith(…)` of a collection. Their rows after the response decide, and the arguments where these lack a field.
 */
export class CollectionMove<Value = unknown, Stored = unknown> extends CollectionEdit<
  Value,
  Stored
> {
  constructor(collection: EditedCollection, join: JoinMembers) {
    super(collection, (existing, moved) => {
      const absent = distinctRefs(refsOf(moved), refsOf(existing))
      return absent.length === 0 ? existing : join(existing, collection.layout.toMembers(absent))
    })
  }

  protected override changes(
    members: Members,
    input: unknown,
    delegate: NormalizeDelegate,
  ): ListChanges {
    const refs = refsOf(members)
    const brought = Object.assign({}, ...[input].flat()) as object
    const tests = refs.map((ref) => this.#belongsTo(ref, brought, delegate))
    const changeOf = (rowPk: string): ListChange | undefined => {
      const list = JSON.parse(rowPk) as CollectionKey
      const belong = tests.map((belongsTo) => belongsTo(list))
      const joining = refs.filter((_, at) => belong[at] === true)
      const leaving = refs.filter((_, at) => belong[at] === false)
      return joining.length + leaving.length === 0
        ? undefined
        : this.change(leaving, this.collection.layout.toMembers(joining))
    }
    const moved = refs.map(identityOf)
    return { joins: moved, leaves: moved, changeOf }
  }

  /**
   * Whether an entity belongs to a list; `undefined` where that is not known, as the list filters by something else.
   * @param brought has the fields of the response; the body decides for what it lacks
   */
  #belongsTo(
    ref: MemberRef,
    brought: object,
    delegate: NormalizeDelegate,
  ): (list: CollectionKey) => boolean | undefined {
    const { collection } = this
    const { key = '' } = entityOf(collection.member, ref) ?? {}
    const pk = pkOfRef(ref)
    const params = asRecord(delegate.args[0])
    const filterOf = (data: object): RowFilter =>
      collection.createCollectionFilter({ ...params, ...data }, data)
    const body = asRecord(lastOf(delegate.args))
    const sent = Object.keys(body).filter((name) => !Object.hasOwn(brought, name))
    const data = { ...delegate.rowAfter(key, pk)?.data, ...pick(body, sent) }
    const belongs = filterOf(data)
    const stored = delegate.storedRow(key, pk)?.data
    const belonged = stored && filterOf(stored)
    return (list) => {
      const names = Object.keys(list).filter((name) => !collection.nonFilterArgumentKeys(name))
      const isKnown = names.length > 0 && names.every((name) => name in data || name in params)
      return belongs(list) || (isKnown || belonged?.(list) === true ? false : undefined)
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
