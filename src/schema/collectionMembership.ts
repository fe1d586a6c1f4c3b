import { attempt } from '../util/checks'
import { lastOf } from '../util/collections'
import { pick } from '../util/record'
import { isSame } from '../util/replaceEqualDeep'
import {
  asRecord,
  type CollectionKey,
  type Filtered,
  FILTERS,
  type RowFilter,
} from './collectionKey'
import type { NormalizeDelegate, RowSchema } from './contract'
import { entityOf } from './Discriminator'
import { type MemberRef, pkOfRef } from './entityRef'

/** A collection, as far as membership depends on it. */
export interface FilteredCollection extends RowSchema, Filtered {
  /** The schema of each member. */
  readonly member: object
}

/** The response to a call. */
export interface CallResponse {
  readonly input: unknown
  readonly delegate: NormalizeDelegate
  /** Lists that filter by no field which the call may have changed stay as they are. */
  readonly isUpdate?: boolean
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Decides whether an entity belongs to a list: by the fields of the response, of the body, of the row as it was, or by the
 * parameters of the call.
 * @returns `undefined` where that cannot be decided, and `null` for a list that stays as it is
 */
export function membershipOf(
  collection: FilteredCollection,
  ref: MemberRef,
  { input, delegate, isUpdate = false }: CallResponse,
): (list: CollectionKey) => boolean | undefined | null {
  const { args } = delegate
  const entity = entityOf(collection.member, ref)
  const pk = pkOfRef(ref)
  const key = entity?.key ?? ''
  const params = asRecord(args[0])
  const body = asRecord(lastOf(args))
  const stored = delegate.storedRow(key, pk)
  const before = asRecord(stored?.data)
  const brought = Object.assign({}, ...[input].flat()) as Fields
  const sent = Object.keys(body).filter((name) => !Object.hasOwn(brought, name))
  const after: Fields = { ...delegate.rowAfter(key, pk)?.data, ...pick(body, sent) }
  const filterOf = (data: Fields): RowFilter | undefined =>
    collection.createCollectionFilter({ ...params, ...data }, data)
  const belongsTo = filterOf(after)
  if (belongsTo) return byOwnFilter(belongsTo, stored && filterOf(before), isUpdate)
  // A list of what belongs to something else is named by the primary key of that: `/users/:id/posts`.
  const isPk = (name: string, value: unknown): boolean =>
    attempt(() => entity?.pk({ [name]: value })) === pk
  const find = (name: string): unknown =>
    [after, params].find((it) => Object.hasOwn(it, name) && !isPk(name, it[name]))?.[name]
  const mayChange = (name: string): boolean =>
    find(name) !== undefined && (Object.hasOwn(body, name) || !isSame(before[name], after[name]))
  return (list) => {
    const names = namesIn(list, collection, FILTERS)
    if (isUpdate && !names.some(mayChange)) return null
    return decide(collection, list, names, find)
  }
}

/** A filter of the user's own may be about anything: what it says now counts where it said something else before. */
function byOwnFilter(
  belongsTo: RowFilter,
  belongedTo: RowFilter | undefined,
  isUpdate: boolean,
): (list: CollectionKey) => boolean | null {
  return (list) => {
    const belongs = belongsTo(list)
    const belonged = belongedTo?.(list) === true
    return (belongs ? isUpdate && belonged : !belonged) ? null : belongs
  }
}

function decide(
  collection: FilteredCollection,
  list: CollectionKey,
  names: readonly string[],
  find: (name: string) => unknown,
): boolean | undefined {
  const results = names.map((name) => isIn(find(name), list[name]))
  if (results.includes(false)) return false
  const unknown = names[results.indexOf(undefined)]
  if (process.env.NODE_ENV !== 'production' && unknown !== undefined) warn(collection, unknown)
  return unknown === undefined || undefined
}

/** How many members a list has at most: any number where there is no limit, 0 where it is one of several pages, or not known. */
export function limitOf(list: CollectionKey, collection: Filtered): number {
  const limits = namesIn(list, collection, /^(limit|size|page|offset|cursor)$/i)
  return Math.min(...limits.map((name) => (/^[ls]/i.test(name) && Number(list[name])) || 0))
}

/** Whether the place of a member in a list cannot be decided. */
export function isSorted(list: CollectionKey, collection: Filtered): boolean {
  return namesIn(list, collection, /^(order|sort)(ing|_?(by|dir(ection)?|order))?$/i).length > 0
}

/** The arguments of a list that are named so, and not said to be none that matter. */
function namesIn(list: CollectionKey, collection: Filtered, pattern: RegExp): readonly string[] {
  return Object.keys(list).filter(
    (name) => pattern.test(name) && !collection.nonFilterArgumentKeys(name),
  )
}

type Scalar = string | number | boolean | null

/** Whether a field has a value, or one of several; `undefined` where the two cannot be compared. */
function isIn(field: unknown, value: unknown): boolean | undefined {
  if (Array.isArray(value)) return Array.isArray(field) ? undefined : isIn(value, field)
  if (Array.isArray(field)) return field.some((it) => isIn(it, value))
  return field === undefined || Object(field) === field
    ? undefined
    : `${field as Scalar}` === `${value as Scalar}`
}

const warned = new WeakSet<object>()

/** Once for the lists of one kind of entity. */
function warn(collection: FilteredCollection, name: string): void {
  if (warned.has(collection.member)) return
  warned.add(collection.member)
  console.warn(
    `The lists ${collection.key} with \`${name}\` are fetched again when an entity is created or changed: whether it belongs to them cannot be decided, as neither it nor the call has a field "${name}". If \`${name}\` does not filter, name it in \`nonFilterArgumentKeys\` of the Collection; if it does, decide in \`createCollectionFilter\`.`,
  )
}
