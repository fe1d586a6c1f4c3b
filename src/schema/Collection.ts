import { isObject } from '../util/isObject'
import type { Seam } from '../util/seam'
import { collectionPk, type CollectionKey } from './collectionPk'
import type {
  DenormalizeDelegate,
  NormalizeDelegate,
  QueryDelegate,
  RowMeta,
  RowSchema,
  Schema,
  SchemaKind,
} from './contract'
import { isKind } from './kinds'
import { compareOrder } from './order'
import type { Denormalize, Shaped } from './types'

/** How a collection names its rows, and which of them an added member joins. */
export interface CollectionOptions {
  /** The row a list is kept in, from the endpoint's arguments. Default: a copy of the first argument. */
  readonly argsKey?: (...args: Seam[]) => CollectionKey
  /** The row of a list that is nested in an entity, from that entity and the field's name. */
  readonly nestKey?: (parent: Seam, key: string) => CollectionKey
  /** Arguments that sort or cut a list but do not say what belongs in it. Default: names that start with `order`. */
  readonly nonFilterArgumentKeys?: ((name: string) => boolean) | RegExp | readonly string[]
  /** For a call's arguments, the test that tells which rows an added member joins. */
  readonly createCollectionFilter?: (...args: Seam[]) => (row: CollectionKey) => boolean
}

/** A member schema's list, as the types see it. */
export type ListSchema = readonly [Schema]

type MemberOf<S> = S extends readonly [infer Member] ? Member : never

/**
 * A list that can grow: kept as a row of its own, so that every view of it follows, members unique by primary key.
 *
 * @example
 * new RestEndpoint({ path: '/users', schema: new Collection([User]) })
 */
export class Collection<const S extends ListSchema>
  implements RowSchema, Shaped<Denormalize<S>, readonly Seam[]>
{
  declare readonly shape?: { readonly value: Denormalize<S>; readonly args: readonly Seam[] }
  readonly hasOwnKey = true
  readonly hasParts = true
  readonly member: MemberOf<S>
  readonly options: CollectionOptions

  constructor(schema: S, options: CollectionOptions = {}) {
    if (!Array.isArray(schema) || schema.length !== 1 || !isKind(schema[0])) {
      throw new TypeError(
        'new Collection() takes a list of one entity schema: new Collection([User]).',
      )
    }
    this.member = schema[0] as MemberOf<S>
    this.options = options
  }

  /** The table's name: `[User]`. */
  get key(): string {
    return `[${(this.member as RowSchema).key}]`
  }

  get cacheWith(): object {
    return this.member as object
  }

  /** The schema of a response that is added at the end of every matching list. */
  get push(): AddedTo<S> {
    return new AddedTo(this, (existing, added) => [...existing, ...added])
  }

  /** The schema of a response that is put in front of every matching list. */
  get unshift(): AddedTo<S> {
    return new AddedTo(this, (existing, added) => [...added, ...existing])
  }

  /** The primary key of a row: its key object as JSON with sorted names, `{}` for a list without arguments. */
  pk(parent: unknown, key: string, args: readonly unknown[], enclosing?: object): string {
    const { nestKey, argsKey } = this.options
    if (enclosing !== undefined && nestKey !== undefined) return collectionPk(nestKey(parent, key))
    if (argsKey !== undefined) return collectionPk(argsKey(...args))
    return collectionPk(isObject(args[0]) ? { ...args[0] } : {})
  }

  /** The test that tells which rows a member added by a call with these arguments joins. */
  filterFor(args: readonly unknown[]): (row: CollectionKey) => boolean {
    const { createCollectionFilter } = this.options
    if (createCollectionFilter !== undefined) return createCollectionFilter(...args)
    const [params, body] = args.map(asRecord)
    return (row) =>
      Object.entries(row).every(
        ([name, value]) =>
          this.isNonFilter(name) || says(params, name, value) || says(body, name, value),
      )
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): string | undefined {
    const pk = this.pk(parent, key, delegate.args, delegate.enclosing)
    delegate.merge(this, pk, this.members(input, parent, key, delegate))
    return pk
  }

  /** The unique primary keys of a list of members, each of them stored. */
  members(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string[] {
    if (!Array.isArray(input)) return delegate.fail('a list', input)
    const pks = new Set<string>()
    for (let index = 0; index < input.length; index++) {
      pks.add(delegate.visitMember(index, this.member, input[index], parent, key) as string)
    }
    return [...pks]
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (Array.isArray(input)) return this.build(input, delegate)
    return typeof input === 'string' ? delegate.row(this, input) : input
  }

  begin(): unknown[] {
    return []
  }

  build(data: object, delegate: DenormalizeDelegate): unknown {
    return delegate.list(this.member, data as readonly unknown[])
  }

  queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined {
    const pk = this.pk(undefined, '', args)
    return delegate.hasRow(this.key, pk) ? pk : undefined
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

  private isNonFilter(name: string): boolean {
    const { nonFilterArgumentKeys } = this.options
    if (nonFilterArgumentKeys === undefined) return name.startsWith('order')
    if (typeof nonFilterArgumentKeys === 'function') return nonFilterArgumentKeys(name)
    return nonFilterArgumentKeys instanceof RegExp
      ? name.search(nonFilterArgumentKeys) >= 0
      : nonFilterArgumentKeys.includes(name)
  }
}

/** What `push` and `unshift` of a collection are: they add to rows that exist, and make none. */
export class AddedTo<S extends ListSchema>
  implements SchemaKind, Shaped<Denormalize<MemberOf<S>>, readonly Seam[]>
{
  declare readonly shape?: {
    readonly value: Denormalize<MemberOf<S>>
    readonly args: readonly Seam[]
  }
  readonly collection: Collection<S>
  readonly join: (existing: readonly string[], added: readonly string[]) => readonly string[]

  constructor(
    collection: Collection<S>,
    join: (existing: readonly string[], added: readonly string[]) => readonly string[],
  ) {
    this.collection = collection
    this.join = join
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): string | readonly string[] | undefined {
    const isList = Array.isArray(input)
    const added = isList
      ? this.collection.members(input, parent, key, delegate)
      : [delegate.visitMember(undefined, this.collection.member, input, parent, key) as string]
    this.addToRows(added, delegate)
    return isList ? added : added[0]
  }

  denormalize(input: unknown, delegate: DenormalizeDelegate): unknown {
    if (Array.isArray(input)) return this.collection.build(input, delegate)
    return delegate.visit(this.collection.member, input)
  }

  queryKey(): undefined {
    return undefined
  }

  private addToRows(added: readonly string[], delegate: NormalizeDelegate): void {
    const joins = this.collection.filterFor(delegate.args)
    for (const pk of delegate.pks(this.collection.key)) {
      if (!joins(JSON.parse(pk) as CollectionKey)) continue
      delegate.edit(this.collection, pk, (existing) => {
        const present = existing as readonly string[]
        const absent = added.filter((member) => !present.includes(member))
        return absent.length === 0 ? present : this.join(present, absent)
      })
    }
  }
}

function asRecord(arg: unknown): Record<string, unknown> {
  if (arg instanceof FormData) return Object.fromEntries(arg)
  return isObject(arg) ? arg : {}
}

function says(object: Record<string, unknown> | undefined, name: string, value: unknown): boolean {
  return object !== undefined && Object.hasOwn(object, name) && String(object[name]) === value
}
