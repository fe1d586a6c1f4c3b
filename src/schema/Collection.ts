import { isObject } from '../util/isObject'
import type { Seam } from '../util/seam'
import { ArraySchema } from './ArraySchema'
import { CollectionEdit, type EditedCollection, type MergeMembers } from './CollectionEdit'
import {
  type ArgumentNames,
  argumentsFilter,
  isNamed,
  plainArgs,
  type RowFilter,
} from './collectionFilter'
import {
  type CollectionForm,
  listForm,
  mapForm,
  type Members,
  prependMembers,
  refsOf,
} from './collectionForm'
import { CollectionMove } from './CollectionMove'
import { collectionPk, type CollectionKey } from './collectionPk'
import type {
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  RowMeta,
  RowSchema,
  Schema,
} from './contract'
import { isKind } from './kinds'
import { compareOrder } from './order'
import { warnOfSharedRow } from './sharedRow'
import type { Denormalize, InputOf, Normalize, Shape } from './types'
import { Values } from './Values'

/** How a collection names its rows, and which of them an added member joins. */
export interface CollectionOptions<Args extends readonly Seam[] = Seam[]> {
  /** The row a list is kept in, from the endpoint's arguments. Default: a copy of the first argument. */
  readonly argsKey?: (...args: Args) => CollectionKey
  /** The row of a list that is nested in an entity, from that entity and the field's name. */
  readonly nestKey?: (parent: Seam, key: string) => CollectionKey
  /** Arguments that sort or cut a list but do not say what belongs in it. Default: names that start with `order`. */
  readonly nonFilterArgumentKeys?: ArgumentNames
  /** For a call's arguments, the test that tells which rows an added member joins. Not asked beside `nonFilterArgumentKeys`. */
  readonly createCollectionFilter?: (...args: Seam[]) => RowFilter
}

/** What a collection can be made of: `[User]`, a `schema.Array`, or `Values`. */
export type CollectionSchema = readonly [Schema] | ArraySchema<Seam, Seam> | Values<Seam, Seam>

/** What readers see of one member. */
export type MemberOf<S> =
  Denormalize<S> extends readonly (infer Member)[] ? Member : Denormalize<S>[keyof Denormalize<S>]

type IsMap<S> = Denormalize<S> extends readonly unknown[] ? false : true
type StoredMember<S> = Normalize<S> extends readonly (infer Stored)[] ? Stored : string
type EditOf<S> = CollectionEdit<MemberOf<S>, StoredMember<S>>
type ListEdit<S> = IsMap<S> extends true ? undefined : EditOf<S>
type MapEdit<S> = IsMap<S> extends true ? CollectionEdit<Denormalize<S>, Normalize<S>> : undefined

/**
 * A list or map that can change: kept as a row of its own, so that every view of it follows, members of a list unique.
 *
 * @example
 * new RestEndpoint({ path: '/users', schema: new Collection([User]) })
 * new Collection(new Values(Currency))
 * new Collection([new Union({ user: User, group: Group }, 'type')])
 */
export class Collection<
  const S extends CollectionSchema = CollectionSchema,
  Args extends readonly Seam[] = readonly Seam[],
> implements RowSchema {
  declare readonly shape?: Shape<Denormalize<S>, Args, string, InputOf<S>>
  readonly hasOwnKey = true
  readonly hasParts = true
  readonly isList = true
  /** The schema of each member. */
  readonly member: object
  readonly form: CollectionForm
  readonly options: CollectionOptions

  constructor(schema: S, options: CollectionOptions<Args> = {}) {
    this.member = memberOf(schema)
    this.form = schema instanceof Values ? mapForm : listForm
    this.options = options as CollectionOptions
  }

  /** The table's name: `[User]`, `{User}` for a map, `[User;Group]` for several entities. */
  get key(): string {
    return this.form.tableName((this.member as RowSchema).key)
  }

  get cacheWith(): object {
    return this.member
  }

  /** The schema of a response that is added at the end of every matching list. */
  get push(): ListEdit<S> {
    return editIf(!this.form.isMap, this, this.form.append)
  }

  /** The schema of a response that is put in front of every matching list. */
  get unshift(): ListEdit<S> {
    return editIf(!this.form.isMap, this, prependMembers)
  }

  /** The schema of a response whose members are put into every matching map, under their keys. */
  get assign(): MapEdit<S> {
    return editIf(this.form.isMap, this, this.form.append)
  }

  /** The schema of a response whose members are taken out of every matching list or map. */
  get remove(): EditOf<S> {
    const remove = (existing: Members, gone: Members): Members =>
      this.form.remove(existing, refsOf(gone))
    return new CollectionEdit(this, remove, { isRemoval: true })
  }

  /** The schema of a response whose members leave the lists that they no longer belong to, and join those they do now. */
  get move(): CollectionMove<MemberOf<S>, StoredMember<S>> {
    return new CollectionMove(this, this.form.append)
  }

  /** As `push`, joined as `merge` says; it is called for each row, and must give the same for the same. */
  addWith(merge: MergeMembers, createCollectionFilter?: (...args: Seam[]) => RowFilter): EditOf<S> {
    return new CollectionEdit(this, uniqueMerge(this.form, merge), {
      createFilter: createCollectionFilter,
    })
  }

  /** As `move`, joined as `merge` says: `users.moveWith(unshift)` puts in front. */
  moveWith(merge: MergeMembers): CollectionMove<MemberOf<S>, StoredMember<S>> {
    return new CollectionMove(this, uniqueMerge(this.form, merge))
  }

  /** The primary key of a row: its key object as JSON with sorted names, `{}` for a list without arguments. */
  pk(parent: unknown, key: string, args: readonly unknown[], enclosing?: object): string {
    const { nestKey, argsKey } = this.options
    if (enclosing !== undefined && nestKey !== undefined)
      return collectionPk(nestKey(parent, key), 'nestKey')
    const plain = plainArgs(args)
    if (argsKey !== undefined) return collectionPk(argsKey(...plain))
    return collectionPk(isObject(plain[0]) ? plain[0] : {})
  }

  /** Whether an argument says nothing about what belongs in a list. Override it, or give the option of this name. */
  nonFilterArgumentKeys(name: string): boolean {
    const { nonFilterArgumentKeys } = this.options
    return nonFilterArgumentKeys === undefined
      ? name.startsWith('order')
      : isNamed(nonFilterArgumentKeys, name)
  }

  /** The test that tells which rows a member added by a call with these arguments joins. */
  createCollectionFilter(...args: readonly unknown[]): RowFilter {
    const { createCollectionFilter, nonFilterArgumentKeys } = this.options
    return createCollectionFilter === undefined || nonFilterArgumentKeys !== undefined
      ? argumentsFilter(args, (name) => this.nonFilterArgumentKeys(name))
      : createCollectionFilter(...plainArgs(args))
  }

  /** As `createCollectionFilter`, asked by a row's primary key: whether a change by such a call concerns the row. */
  concerns(args: readonly unknown[]): (rowPk: string) => boolean {
    const filter = this.createCollectionFilter(...args)
    return (rowPk) => filter(JSON.parse(rowPk) as CollectionKey)
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string {
    const { enclosing } = delegate
    const pk = this.pk(parent, key, delegate.args, enclosing)
    const members = this.form.read(input, this.member, { parent, key }, delegate)
    if (process.env.NODE_ENV !== 'production' && enclosing !== undefined) {
      if (this.options.nestKey === undefined) warnOfSharedRow(this, key, pk, members, delegate)
    }
    delegate.merge(this, pk, members)
    return pk
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (typeof input === 'string') return delegate.row(this, input)
    if (typeof input !== 'object' || input === null) return input
    return this.denormalizeRow(this.instantiate(input), input, delegate)
  }

  instantiate(data: object): object {
    return this.form.instantiate(data as Members)
  }

  denormalizeRow(instance: object, data: object, delegate: DenormalizeDelegate): unknown {
    return this.form.fill(instance, data as Members, this.member, delegate)
  }

  queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined {
    const pk = args[0] === null ? undefined : pkOfArgs(this, args)
    return pk !== undefined && delegate.hasRow(this.key, pk) ? pk : undefined
  }

  merge(_existing: object, incoming: object): object {
    return incoming
  }

  mergeWithStore(before: RowMeta, now: RowMeta, existing: object, incoming: object): object {
    return compareOrder(now, before) < 0 ? existing : this.merge(existing, incoming)
  }

  mergeMetaWithStore(before: RowMeta, now: RowMeta): RowMeta {
    return compareOrder(now, before) < 0 ? before : now
  }
}

/** What a list has and a map has not, or the other way round. */
function editIf(
  isThere: boolean,
  collection: EditedCollection,
  merge: (existing: Members, incoming: Members) => Members,
): Seam {
  return isThere ? new CollectionEdit(collection, merge) : undefined
}

/** A merge of one's own, whose result has each member once. */
function uniqueMerge(form: CollectionForm, merge: MergeMembers) {
  return (existing: Members, incoming: Members): Members =>
    form.unique(merge(existing, incoming) as Members)
}

/** Arguments are not always what an `argsKey` was written for. */
function pkOfArgs(
  collection: Pick<Collection, 'pk'>,
  args: readonly unknown[],
): string | undefined {
  try {
    return collection.pk(undefined, '', args)
  } catch {
    return undefined
  }
}

function memberOf(schema: unknown): object {
  const isShort = Array.isArray(schema) && schema.length === 1
  const isLong = schema instanceof ArraySchema || schema instanceof Values
  const member: unknown = isShort ? schema[0] : isLong ? schema.member : undefined
  if (process.env.NODE_ENV !== 'production') checkMember(member)
  return member as object
}

function checkMember(member: unknown): void {
  if (isKind(member) && 'key' in member && !(member instanceof Collection)) return
  throw new TypeError(
    'new Collection() takes a list of one entity schema: new Collection([User]). Instead of the list it can be a schema.Array or Values, and instead of the entity a Union.',
  )
}
