import type { EntityRow, MemberChanges, Order, RowMeta } from '../schema/contract'
import { compareOrder } from '../schema/order'
import { getOwn, setOwn } from '../util/own'
import { isSame } from '../util/reuse'
import type { FieldNames, RowOverlap, RowWrite } from './landing'

/** What a mutation is to a row that another one wrote meanwhile. */
export interface Overlapping {
  readonly started: Order
  /** The fields that its body names; `undefined` stands for all. */
  readonly names: FieldNames
  /** The row is one of the result itself. */
  readonly isOfResult: boolean
  /** The row is a list, which is written as a whole. */
  readonly isList: boolean
}

type Fields = Record<string, unknown>

/** Whether a read is older than what a row holds: by its start, or because a write landed after it. */
export function isOlderThan(meta: Order, stored: EntityRow, overlap?: RowOverlap): boolean {
  if (compareOrder(meta, stored.meta) < 0) return true
  return overlap !== undefined && (overlap.isDeleted || overlap.writes.length > 0)
}

/** A meta as merges compare it: a confirmed write counts from its landing, where its start would make it the older one. */
export function asNewer(meta: RowMeta, than: Order): RowMeta {
  return compareOrder(meta, than) >= 0 ? meta : { ...meta, ...meta.landed }
}

export function withDoubt(meta: RowMeta, isDoubtful: boolean): RowMeta {
  if (isDoubtful === (meta.doubtful === true)) return meta
  if (isDoubtful) return { ...meta, doubtful: true }
  const { doubtful: _, ...certain } = meta
  return certain
}

/** Whether two metas give the same answers to readers; when they landed is no concern of those. */
export function isSameMeta(one: RowMeta, other: RowMeta): boolean {
  return (
    compareOrder(one, other) === 0 &&
    one.date === other.date &&
    one.expiresAt === other.expiresAt &&
    one.doubtful === other.doubtful
  )
}

/** Whether a row stays doubtful after a response: it leaves fields as they were. */
export function keepsDoubt({ data, meta }: EntityRow, incoming: object): boolean {
  if (meta.doubtful !== true || Array.isArray(incoming)) return false
  return Object.keys(data).some((field) => !Object.hasOwn(incoming, field))
}

/** The fields that a mutation brings to a row that another one wrote meanwhile. */
export function fieldsBrought(
  incoming: object,
  { writes }: RowOverlap,
  { started, names, isOfResult, isList }: Overlapping,
): readonly string[] {
  const fields = Object.keys(incoming)
  const mutations = writes.filter(({ isSet }) => !isSet)
  const isLater = (write: RowWrite): boolean => compareOrder(write.started, started) > 0
  if (isList) return mutations.some(isLater) ? [] : fields
  const others = isOfResult ? mutations.filter(isLater) : mutations
  const isOthers = (field: string): boolean => others.some((write) => doesName(write, field))
  const own = isOfResult && names !== undefined ? fields.filter((it) => names.has(it)) : fields
  return own.filter((field) => !isOthers(field))
}

/** Whether a mutation and another write gave one field different values. */
export function disagrees(
  stored: object,
  incoming: object,
  write: RowWrite,
  { names, isOfResult, isList }: Overlapping,
): boolean {
  if (!isOfResult && !isList) return false
  if (isList) return !isSame(stored, incoming)
  return Object.keys(incoming).some(
    (field) =>
      (names === undefined || names.has(field)) &&
      doesName(write, field) &&
      !isSameField(stored, incoming, field),
  )
}

/** Whether data has all that a response brought. */
export function hasSameFields(data: object, incoming: object): boolean {
  if (Array.isArray(incoming)) return isSame(data, incoming)
  return Object.keys(incoming).every((field) => isSameField(data, incoming, field))
}

export function pick(data: object, fields: readonly string[]): object {
  if (fields.length === Object.keys(data).length) return data
  const picked: Fields = {}
  for (const field of fields) setOwn(picked, field, getOwn(data as Fields, field))
  return picked
}

/** Whether one change puts a member into a list that the other takes out of it. */
export function areOpposite(one: MemberChanges, other: MemberChanges): boolean {
  return meet(one.joins, other.leaves) || meet(one.leaves, other.joins)
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && others.some((it) => some.includes(it))
}

function doesName({ names }: RowWrite, field: string): boolean {
  return names === undefined || names.has(field)
}

function isSameField(one: object, other: object, field: string): boolean {
  const before = getOwn(one as Fields, field)
  const after = getOwn(other as Fields, field)
  return before === after || isSame(before, after)
}
