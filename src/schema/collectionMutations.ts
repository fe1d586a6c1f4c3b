import type { AnyType } from '../util/anyType'
import { isObject } from '../util/checks'
import { isSame } from '../util/replaceEqualDeep'
import { isSorted, kindOf, limitOf } from './argumentKinds'
import { asRecord, type RowFilter } from './collectionKey'
import { type JoinMembers, type Members, refsOf } from './collectionLayout'
import { type ListCall, type Verdict, verdictOf } from './collectionMembership'
import type {
  AffectedDelegate,
  DenormalizeDelegate,
  EntityRow,
  ListChange,
  NormalizeDelegate,
  SchemaKind,
} from './contract'
import { EntityChange } from './EntityChange'
import { entityOf } from './Discriminator'
import { distinctRefs, identityOf, type MemberRef, pkOfRef } from './entityRef'
import { cutLists, listsNear } from './listsNear'
import { type EditedCollection, type StoredList, storedLists } from './storedLists'
import type { Shape } from './types'

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
    this.changeLists(members, delegate, input)
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
  protected changeLists(members: Members, delegate: NormalizeDelegate, input: unknown): void {
    const { collection, join } = this
    const { args } = delegate
    const own = this.#createFilter?.(...args)
    if (own === undefined && join) return this.decide(members, delegate, input, 'add')
    const change = join ? this.#change([], members) : this.#change(refsOf(members), [])
    const listOf = storedLists(collection, delegate)
    const isOwn = this.#ownLists(delegate)
    // A collection that no endpoint reads may mean the lists of any.
    const doubted = collection.meant(delegate).address === undefined ? refsOf(members) : []
    const changeOf = (rowPk: string, row?: EntityRow): ListChange | undefined => {
      const list = listOf(rowPk, row)
      if (!(own ? own(list.args) : isNamed(list, args))) return undefined
      if (isOwn(list)) return change
      return doubted.length > 0 ? this.#change([], [], { list, doubted }) : undefined
    }
    delegate.changeLists(collection, { ...change, changeOf })
  }

  /**
   * What is deleted leaves lists with a limit, and pages, in which what follows moves up. A number beside them may have counted the
   * entity, whether or not they have it.
   */
  protected noteDeleted(refs: readonly MemberRef[], delegate: NormalizeDelegate): void {
    const { collection } = this
    const listOf = storedLists(collection, delegate)
    const changeOf = (rowPk: string, row?: EntityRow): ListChange | undefined => {
      const list = listOf(rowPk, row)
      const isCut = limitOf(list) < Infinity
      if (!isCut && list.collection.isPaged !== true) return undefined
      const change = { ...this.#change(isCut ? refs : [], [], { list }), countsAbsent: true }
      const members = refsOf((row?.data ?? []) as Members)
      // The server may have what follows, in further pages.
      const isEmptied = members.length > 0 && members.every(isHidden)
      return isEmptied ? { ...change, isUnsure: () => true } : change
    }
    const isHidden = (ref: MemberRef): boolean =>
      delegate.rowAfter(entityOf(collection.member, ref)?.key ?? '', pkOfRef(ref))?.invalid === true
    const change = { joins: [], leaves: refs.map(identityOf), changeOf }
    delegate.changeLists(collection, change, cutLists(delegate.lists(collection.key), collection))
  }

  /** Decides about each stored list whether the members belong to it; those that only join do not leave. */
  protected decide(
    members: Members,
    delegate: NormalizeDelegate,
    input: unknown,
    kind: ListCall['kind'],
    isElsewhere = false,
  ): void {
    const { collection } = this
    const refs = refsOf(members)
    const listOf = storedLists(collection, delegate)
    const changes = refs.map((ref) => new EntityChange(collection.member, ref, delegate, input))
    const isOfSchema = isElsewhere ? undefined : this.#ownLists(delegate)
    const isOwn = (list: StoredList, { isNew }: EntityChange): boolean =>
      isOfSchema?.(list) ?? (!isNew && delegate.isAbout(list.address))
    const changeOf = (rowPk: string, row?: EntityRow): ListChange | undefined => {
      const list = listOf(rowPk, row)
      const found = changes.map((change) => verdictOf(list, change, { isOwn, kind }))
      if (found.every((it) => it === undefined)) return undefined
      const those = (is: (verdict: Verdict) => boolean): readonly MemberRef[] =>
        refs.filter((_, at) => is(found[at] ?? {}))
      const leaving = kind === 'add' ? [] : those(({ belongs }) => belongs === false)
      // A server's own keys in a map are not known of a member that an update has it join.
      const isKeyless = kind === 'update' && collection.layout.isMap
      const joining = isKeyless ? [] : those(({ belongs }) => belongs === true)
      // Readers of a doubtful list ask, or will.
      const isAsked = delegate.isAlone && row?.meta.doubtful !== undefined
      if (isAsked && leaving.length + joining.length === 0) return undefined
      const unknown = those(
        ({ asks, belongs }) => asks === 'absent' || (isKeyless && belongs === true),
      )
      const doubted = those(({ asks }) => asks === 'always')
      return this.#change(leaving, only(members, joining), { list, unknown, doubted })
    }
    const all = refs.map(identityOf)
    const leaves = kind === 'add' ? [] : all
    const since = knownAt(collection, refs, delegate)
    const change = { joins: all, leaves, changeOf, knownAt: since }
    const among = listsNear(delegate.lists(collection.key), collection, changes)
    delegate.changeLists(collection, change, among)
  }

  /** Whether a list is one of those that the schema writes. */
  #ownLists(delegate: NormalizeDelegate): (list: StoredList) => boolean {
    const own = this.collection.meant(delegate).address
    return ({ address }) => address === undefined || address === own
  }

  /** The change of a list that some members leave and others join, and to which yet others may belong. */
  #change(
    leaving: readonly MemberRef[],
    joining: Members,
    { list, unknown = [], doubted = [] }: Partial<Doubt> = {},
  ): ListChange {
    const { collection } = this
    const refs = refsOf(joining)
    const limit = list ? limitOf(list) : Infinity
    const isPaged = list?.collection.isPaged
    const hasOrder = list !== undefined && isSorted(list)
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
          doubted.length > 0 ||
          isAbsent(unknown) ||
          ((hasOrder || isFull) && isAbsent(refs)) ||
          (members.length >= limit && leaving.some((it) => limit === 0 || !isAbsent([it]))) ||
          (isPaged === true && members.length > 0 && isAll(leaving, members))
        )
      },
    }
  }
}

function isAll(some: readonly MemberRef[], members: readonly MemberRef[]): boolean {
  return some.length >= members.length && distinctRefs(members, some).length === 0
}

/** Since when members are stored as a response has them; `undefined` where it changes one. */
function knownAt(
  { member }: EditedCollection,
  refs: readonly MemberRef[],
  delegate: NormalizeDelegate,
): number | undefined {
  let since = 0
  for (const ref of refs) {
    const [key, pk] = [entityOf(member, ref)?.key ?? '', pkOfRef(ref)]
    const stored = delegate.storedRow(key, pk)
    const next = delegate.rowAfter(key, pk) ?? stored
    if (stored?.invalid !== false || !isSame(stored.data, next?.data)) return undefined
    since = Math.max(since, stored.meta.since ?? stored.meta.landed)
  }
  return since
}

/** What cannot be decided of a list. */
interface Doubt {
  readonly list: StoredList
  /** Members that may belong to it. */
  readonly unknown: readonly MemberRef[]
  /** Members that may have joined or left it, or may have another place. */
  readonly doubted: readonly MemberRef[]
}

/** Whether the parameters or the body of a call have each argument of a list that filters. */
function isNamed(list: StoredList, args: readonly unknown[]): boolean {
  const [params, body] = args.map(asRecord)
  return Object.entries(list.args).every(([name, value]) => {
    if (typeof kindOf(list, name) === 'string') return true
    if (isObject(value)) return false
    return [params, body].some(
      (it = {}) => Object.hasOwn(it, name) && String(it[name]) === String(value),
    )
  })
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

  protected override changeLists(
    members: Members,
    delegate: NormalizeDelegate,
    input: unknown,
  ): void {
    if (this.#isUpdate && delegate.isExpected) return
    this.decide(members, delegate, input, this.#isUpdate ? 'update' : 'move')
  }
}

/** What a response that writes entities alone means for the lists that may hold them. */
export class CollectionWrite extends CollectionEdit {
  /** Decides again about entities that a response has changed, or deleted. */
  noteWritten(refs: readonly MemberRef[], delegate: NormalizeDelegate): void {
    const { member, layout } = this.collection
    const deleted: MemberRef[] = []
    const changed: MemberRef[] = []
    for (const ref of refs) {
      const row = delegate.rowAfter(entityOf(member, ref)?.key ?? '', pkOfRef(ref))
      if (row !== undefined) (row.invalid ? deleted : changed).push(ref)
    }
    if (deleted.length > 0) this.noteDeleted(deleted, delegate)
    if (changed.length > 0) {
      this.decide(layout.toMembers(changed), delegate, undefined, 'update', true)
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
