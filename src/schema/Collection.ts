import { attempt } from '../util/checks'
import { getOrCreate } from '../util/collections'
import { getOwn } from '../util/record'
import type { EditedCollection } from './storedLists'
import type { AnyType } from '../util/anyType'
import { ArraySchema } from './ArraySchema'
import { checkFilters, type FilterRule, type Filters } from './collectionFilters'
import {
  checkKey,
  type CollectionKey,
  collectionPk,
  keyOfArgs,
  plainArgs,
  warnSharedRow,
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
  CollectionWrite,
  type CreateFilter,
  type MergeMembers,
} from './collectionMutations'
import { renamedIn } from './renamedMember'
import type {
  DenormalizeDelegate,
  ListChanges,
  NormalizeDelegate,
  QueryDelegate,
  RowMeta,
  RowSchema,
  Schema,
} from './contract'
import { ADDRESS, listPk, noteAddress, readersOf, warnUnread } from './listName'
import { noteWithin } from './entityWithin'
import { noteList } from './listsOf'
import type { MemberRef } from './entityRef'
import { isSchemaObject } from './schemaObject'
import type { Denormalize, InputOf, Normalize, Shape } from './types'
import { Values } from './Values'
import { witnessedFilters } from './witnesses'

/** The options of a collection: which arguments name its lists, and which entities are on each of them. */
export interface CollectionOptions<Args extends readonly AnyType[] = AnyType[], Member = AnyType> {
  /** The arguments that name a list, from those of the endpoint. Default: all of them. */
  readonly argsKey?: (...args: Args) => CollectionKey
  /** The name of a list in a field of an entity, from that entity and the field's name. */
  readonly nestKey?: (parent: AnyType, key: string) => CollectionKey
  /** The entities that are on a list. Default: those whose fields equal its arguments, as far as its members show that. */
  readonly filters?: Filters<Member> | undefined
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

  constructor(schema: S, options: CollectionOptions<Args, MemberOf<S>> = {}) {
    const { member, layout = listLayout } = (
      Array.isArray(schema) ? { member: schema[0] } : Object(schema)
    ) as { readonly member: object; readonly layout?: CollectionLayout }
    if (process.env.NODE_ENV !== 'production') {
      checkMember(schema, member)
      checkFilters(options.filters)
    }
    this.member = member
    this.layout = layout
    this.options = options as CollectionOptions
    noteList(this)
  }

  /**
   * The path template of the endpoint that reads its lists, which their keys begin with; `undefined` where an entity holds them.
   * @throws TypeError in development where several endpoints read it
   */
  get address(): string | undefined {
    if (this.options.nestKey !== undefined) return undefined
    const [reader, other] = readersOf(this)
    if (process.env.NODE_ENV !== 'production' && reader && other) {
      throw new TypeError(
        `The Collection ${this.key} belongs to ${reader.name} and ${other.name}, which have different lists. Use the one that is meant: ${reader.name}.schema, or ${other.name}.schema.`,
      )
    }
    return reader?.[ADDRESS]
  }

  /** @internal The collection as it was made. */
  get base(): this {
    return this
  }

  /** @internal Whether its lists come in pages. */
  get isPaged(): boolean {
    return false
  }

  /** @internal This collection, with the lists of an endpoint. */
  withAddress(address: string, isPaged = false): this {
    const { base } = this
    if (this.options.nestKey !== undefined) return base
    const known = getOrCreate(addressed, base, () => new Map<string, object>())
    return getOrCreate(known, `${isPaged} ${address}`, () => {
      const members = {
        address: { value: address },
        base: { value: base },
        isPaged: { value: isPaged },
      }
      const collection = Object.create(base, members) as this
      noteAddress(collection, address)
      return collection
    }) as this
  }

  /** @internal Of several lists, those of the one endpoint that a call is about. */
  meant(delegate: NormalizeDelegate): this {
    if (Object.hasOwn(this, 'address')) return this
    const readers = readersOf(this).filter((it) => delegate.isAbout(it[ADDRESS]))
    return readers.length === 1 && readers[0] ? this.withAddress(readers[0][ADDRESS]) : this
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

  /** The schema of a response whose members leave and join the lists that filter by a field which it has changed. */
  get update(): CollectionMove<MemberOf<S>, StoredMember<S>> {
    return new CollectionMove(this, this.layout.append, true)
  }

  /** @internal Decides again about entities that a response has changed, or deleted. */
  noteWritten(refs: readonly MemberRef[], delegate: NormalizeDelegate): void {
    new CollectionWrite(this, this.layout.append).noteWritten(refs, delegate)
  }

  /** @internal Decides again where lists filter by a field of an entity within their members. */
  noteWithin(entity: object, pk: string, delegate: NormalizeDelegate, hasNewKey: boolean): void {
    noteWithin(this, entity, pk, delegate, hasNewKey)
  }

  /** Like `push`, joined by `merge`; it is called for each row, and must give the same for the same. */
  addWith(merge: MergeMembers, createFilter?: CreateFilter): MemberEdit<S> {
    return new CollectionEdit(this, distinctJoin(this, merge), createFilter)
  }

  /** Like `move`, joined by `merge`: `users.moveWith(unshift)` puts in front. */
  moveWith(merge: MergeMembers): CollectionMove<MemberOf<S>, StoredMember<S>> {
    return new CollectionMove(this, distinctJoin(this, merge))
  }

  /** The primary key of a list: its address, and its arguments as JSON with sorted names. */
  pk(parent: unknown, key: string, args: readonly unknown[], parentEntity?: object): string {
    const { nestKey, argsKey } = this.options
    if (parentEntity !== undefined && nestKey !== undefined) {
      const found = nestKey(parent, key)
      if (process.env.NODE_ENV !== 'production') checkKey(found, 'nestKey')
      return collectionPk(found)
    }
    const found = (argsKey ?? keyOfArgs)(...plainArgs(args))
    if (process.env.NODE_ENV !== 'production' && argsKey) checkKey(found, 'argsKey')
    const json = collectionPk(found)
    return parentEntity === undefined ? listPk(this.address, json) : json
  }

  /** The rule of an argument in `filters`; `undefined` where none is given. */
  ruleOf(name: string): FilterRule<never> | undefined {
    const { filters } = this.options
    return typeof filters === 'function' ? undefined : getOwn(filters, name)
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string {
    const { parentEntity } = delegate
    const meant = parentEntity === undefined ? this.meant(delegate) : this
    if (meant !== this) return meant.normalize(input, parent, key, delegate)
    const pk = this.pk(parent, key, delegate.listArgs, parentEntity)
    const members = this.layout.normalize(input, this.member, { parent, key }, delegate)
    if (process.env.NODE_ENV !== 'production') warnSharedRow(this, pk, members, delegate)
    const row = delegate.pendingRow(this, pk)
    row.findFilters = () => witnessedFilters(this, pk, members, delegate)
    row.merge(this, members)
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

  renamed({ key }: RowSchema, from: string, to: string): ListChanges | undefined {
    return renamedIn(this, key, from, to)
  }

  queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined {
    if (args[0] === null) return undefined
    // Where an endpoint is made later, the list has another name.
    const pks = this.address === undefined ? (delegate.pks(this.key) ?? []) : []
    return attempt(() => {
      const pk = this.pk(undefined, '', args)
      if (delegate.hasRow(this.key, pk)) return pk
      if (process.env.NODE_ENV !== 'production') warnUnread(this, pks)
      return undefined
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

/** Collections with the lists of endpoints. */
const addressed = new WeakMap<object, Map<string, object>>()

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
