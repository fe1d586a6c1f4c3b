import { attempt, isObject } from '../util/checks'
import type { AnyType } from '../util/anyType'
import { ArraySchema } from './ArraySchema'
import {
  type ArgumentNames,
  checkKey,
  type CollectionKey,
  collectionPk,
  isNamed,
  plainArgs,
  type RowFilter,
  warnSharedCollectionRow,
} from './collectionKey'
import {
  type CollectionLayout,
  type JoinMembers,
  listLayout,
  type Members,
  prependMembers,
} from './collectionLayout'
import {
  CollectionEdit,
  CollectionMove,
  type CreateFilter,
  type EditedCollection,
  type MergeMembers,
} from './collectionMutations'
import type {
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  RowMeta,
  RowSchema,
  Schema,
} from './contract'
import { isSchemaObject } from './schemaObject'
import type { Denormalize, InputOf, Normalize, Shape } from './types'
import { Values } from './Values'

/** The options of a collection: how it names its rows, and which of them an added member joins. */
export interface CollectionOptions<Args extends readonly AnyType[] = AnyType[]> {
  /** The row a list is kept in, from the endpoint's arguments. Default: a copy of the first argument. */
  readonly argsKey?: (...args: Args) => CollectionKey
  /** The row of a list that is nested in an entity, from that entity and the field's name. */
  readonly nestKey?: (parent: AnyType, key: string) => CollectionKey
  /** Arguments that do not matter to what belongs in a list, and where. Default: none. */
  readonly nonFilterArgumentKeys?: ArgumentNames
  /** The filter of the lists that an entity belongs to, from the parameters and the body with the fields of the response. `nonFilterArgumentKeys` overrules it. */
  readonly createCollectionFilter?: (...args: AnyType[]) => RowFilter
}

/** What a collection can be made of: `[User]`, a `schema.Array`, or `Values`. */
export type CollectionSchema =
  readonly [Schema] | ArraySchema<AnyType, AnyType> | Values<AnyType, AnyType>

/** What readers see of one member. */
export type MemberOf<S> =
  Denormalize<S> extends readonly (infer Member)[] ? Member : Denormalize<S>[keyof Denormalize<S>]

type IsMap<S> = Denormalize<S> extends readonly unknown[] ? false : true
type StoredMember<S> = Normalize<S> extends readonly (infer Stored)[] ? Stored : string
type MemberEdit<S> = CollectionEdit<MemberOf<S>, StoredMember<S>>
type ListEdit<S> = IsMap<S> extends true ? undefined : MemberEdit<S>
type MapEdit<S> = IsMap<S> extends true ? CollectionEdit<Denormalize<S>, Normalize<S>> : undefined

/**
 * Describes a list or map that can change. It is stored as a row of its own, so every view of it updates. A list has each
 * member once.
 *
 * @example
 * const getUsers = new RestEndpoint({ path: '/users', schema: new Collection([User]) })
 * const rates = new Collection(new Values(Currency))
 * const members = new Collection([new Union({ user: User, group: Group }, 'type')])
 */
export class Collection<
  const S extends CollectionSchema = CollectionSchema,
  Args extends readonly AnyType[] = readonly AnyType[],
> implements RowSchema {
  declare readonly shape?: Shape<Denormalize<S>, Args, string, InputOf<S>>
  readonly hasOwnKey = true
  readonly hasParts = true
  readonly isList = true
  /** The schema of each member. */
  readonly member: object
  /** @internal */
  readonly layout: CollectionLayout
  /** The options that the collection was made with. */
  readonly options: CollectionOptions

  constructor(schema: S, options: CollectionOptions<Args> = {}) {
    const { member, layout = listLayout } = (
      Array.isArray(schema) ? { member: schema[0] } : Object(schema)
    ) as { readonly member: object; readonly layout?: CollectionLayout }
    if (process.env.NODE_ENV !== 'production') checkMember(schema, member)
    this.member = member
    this.layout = layout
    this.options = options as CollectionOptions
  }

  /** The table's name: `[User]`, `{User}` for a map, `[User;Group]` for several entities. */
  get key(): string {
    const { key } = this.member as RowSchema
    return this.layout.isMap ? `{${key}}` : `[${key}]`
  }

  get cacheWith(): object {
    return this.member
  }

  /** The schema of a response that is added at the end of every matching list. */
  get push(): ListEdit<S> {
    return editOf(this, this.layout.append, false)
  }

  /** The schema of a response that is put in front of every matching list. */
  get unshift(): ListEdit<S> {
    return editOf(this, prependMembers, false)
  }

  /** The schema of a response whose members are put into every matching map, under their keys. */
  get assign(): MapEdit<S> {
    return editOf(this, this.layout.append, true)
  }

  /** The schema of a response whose members are taken out of every matching list or map. */
  get remove(): MemberEdit<S> {
    return new CollectionEdit(this)
  }

  /** The schema of a response whose members leave the lists that they no longer belong to, and join those they do now. */
  get move(): CollectionMove<MemberOf<S>, StoredMember<S>> {
    return new CollectionMove(this, this.layout.append)
  }

  /** The schema of a response whose members leave and join the lists that filter by a field which it may have changed. */
  get update(): CollectionMove<MemberOf<S>, StoredMember<S>> {
    return new CollectionMove(this, this.layout.append, true)
  }

  /** Like `push`, joined by `merge`; it is called for each row, and must give the same for the same. */
  addWith(merge: MergeMembers, createFilter?: CreateFilter): MemberEdit<S> {
    return new CollectionEdit(this, distinctJoin(this, merge), createFilter)
  }

  /** Like `move`, joined by `merge`: `users.moveWith(unshift)` puts in front. */
  moveWith(merge: MergeMembers): CollectionMove<MemberOf<S>, StoredMember<S>> {
    return new CollectionMove(this, distinctJoin(this, merge))
  }

  /** The primary key of a row: its key object as JSON with sorted names, `{}` for a list without arguments. */
  pk(parent: unknown, key: string, args: readonly unknown[], parentEntity?: object): string {
    const { nestKey, argsKey = ownKey } = this.options
    const isNested = parentEntity !== undefined && nestKey !== undefined
    const found = isNested ? nestKey(parent, key) : argsKey(...plainArgs(args))
    if (process.env.NODE_ENV !== 'production') checkKey(found, isNested ? 'nestKey' : 'argsKey')
    return collectionPk(found)
  }

  /** Tells whether an argument neither filters nor sorts a list. Override it, or give the option of this name. */
  nonFilterArgumentKeys(name: string): boolean {
    const { nonFilterArgumentKeys: names } = this.options
    return names !== undefined && isNamed(names, name)
  }

  /** The filter of the rows that an entity belongs to, from parameters and body with the fields of the response. Default: by fields. */
  createCollectionFilter(...args: readonly unknown[]): RowFilter | undefined {
    const { createCollectionFilter, nonFilterArgumentKeys } = this.options
    return nonFilterArgumentKeys === undefined
      ? createCollectionFilter?.(...plainArgs(args))
      : undefined
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string {
    const { parentEntity } = delegate
    const pk = this.pk(parent, key, delegate.args, parentEntity)
    const members = this.layout.normalize(input, this.member, { parent, key }, delegate)
    if (process.env.NODE_ENV !== 'production' && parentEntity !== undefined) {
      if (this.options.nestKey === undefined) {
        warnSharedCollectionRow(this, key, pk, members, delegate)
      }
    }
    delegate.pendingRow(this, pk).merge(this, members)
    return pk
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (typeof input === 'string') return delegate.row(this, input)
    if (typeof input !== 'object' || input === null) return input
    return this.denormalizeRow(this.instantiate(input), input, delegate)
  }

  instantiate(data: object): object {
    return this.layout.instantiate(data as Members)
  }

  denormalizeRow(instance: object, data: object, delegate: DenormalizeDelegate): unknown {
    return this.layout.fill(instance, data as Members, this.member, delegate)
  }

  queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined {
    if (args[0] === null) return undefined
    return attempt(() => {
      const pk = this.pk(undefined, '', args)
      return delegate.hasRow(this.key, pk) ? pk : undefined
    })
  }

  merge(_existing: object, incoming: object): object {
    return incoming
  }

  mergeWithStore(before: RowMeta, now: RowMeta, existing: object, incoming: object): object {
    return now.fetchedAt < before.fetchedAt ? existing : this.merge(existing, incoming)
  }

  mergeMetaWithStore(before: RowMeta, now: RowMeta): RowMeta {
    return now.fetchedAt < before.fetchedAt ? before : now
  }
}

/** The key object of a list without an `argsKey`. */
function ownKey(...[params]: readonly unknown[]): CollectionKey {
  return isObject(params) ? params : {}
}

/** What a list has and a map has not, or the other way round. */
function editOf(collection: EditedCollection, join: JoinMembers, isOfMaps: boolean): AnyType {
  return collection.layout.isMap === isOfMaps ? new CollectionEdit(collection, join) : undefined
}

/** A merge of the user's own, whose result has each member once. */
function distinctJoin({ layout }: EditedCollection, merge: MergeMembers): JoinMembers {
  return (existing, incoming) => layout.toMembers(merge(existing, incoming) as Members)
}

function checkMember(schema: unknown, member: unknown): void {
  const isShort = Array.isArray(schema) && schema.length === 1
  const isList = isShort || schema instanceof ArraySchema || schema instanceof Values
  if (isList && isSchemaObject(member) && 'key' in member && !(member instanceof Collection)) return
  throw new TypeError(
    'new Collection() takes a list of one entity schema: new Collection([User]). Instead of the list it can be a schema.Array or Values, and instead of the entity a Union.',
  )
}
