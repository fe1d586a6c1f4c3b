import {
  type EntityRow,
  type ListChange,
  type ListChanges,
  type MemberChanges,
  type RowMeta,
} from '../schema/contract'

/** The names of the fields that a write wrote on purpose; `undefined` stands for all. */
export type FieldNames = ReadonlySet<string> | undefined

/** A write of a row by a mutation, or by hand, as later landings look at it. */
export interface RowWrite {
  readonly started: number
  readonly names: FieldNames
  /** Written by hand, which is no word of the server about another mutation. */
  readonly isSet: boolean
}

/** What landed on a row after a request had started, so that its response may or may not know of it. */
export interface RowOverlap {
  readonly isDeleted: boolean
  /** A mutation ended without a response: it may have written the row. */
  readonly isUncertain: boolean
  /** In order of landing. */
  readonly writes: readonly RowWrite[]
}

/** A change of lists, with the table that they are in. */
export interface TableChange extends ListChanges {
  readonly schemaKey: string
}

/** A change of one list that landed after a request had started. */
export interface ListOverlap {
  readonly change: ListChange
  /** It met an opposite change of the same member, and which of the two the server did first is unknown. */
  readonly isDoubtful: boolean
}

/** What a response is to the rows that it meets. */
export interface Landing {
  /** The meta of what it writes. */
  readonly meta: RowMeta
  readonly isMutation: boolean
  /** The fields that the body of a mutation names. */
  readonly names: FieldNames
  /** Whether a later landing may overlap this one. */
  readonly isLogged: boolean
  /** Whether anything landed after the start. */
  readonly hasOverlaps: boolean
  /** Whether another mutation that may write a row is in flight. */
  isContested(schemaKey: string, pk: string): boolean
  rowOverlap(schemaKey: string, pk: string): RowOverlap | undefined
  /** In order of landing. */
  listOverlaps(schemaKey: string, pk: string): readonly ListOverlap[]
  /** Set where the response is only expected: makes a primary key where it has none yet. */
  readonly temporaryKey?: () => string
  /** Whether a change of a list met an opposite one that landed; cheaper than a look at all overlaps. */
  isOpposed(schemaKey: string, pk: string, change: MemberChanges): boolean
}

/** Rows that came back unchanged, with the landing that stands in all of them: a reducer touches those alone. */
export interface TouchedRows {
  readonly landed: number
  readonly pks: readonly string[]
}

/** A row that a mutation, or a write by hand, wrote. */
export interface LoggedRow {
  readonly schemaKey: string
  readonly pk: string
  readonly names: FieldNames
  readonly isDeletion: boolean
}

/** A row of which two overlapping mutations disagree: mounted readers request it once. */
export interface RowRef {
  readonly schemaKey: string
  readonly pk: string
}

/** A landing with nothing before it, as `normalize` without a store has. */
export function plainLanding(meta: RowMeta): Landing {
  return {
    meta,
    isMutation: false,
    names: undefined,
    isLogged: false,
    hasOverlaps: false,
    isContested: () => false,
    rowOverlap: () => undefined,
    listOverlaps: () => [],
    isOpposed: () => false,
  }
}

/** Whether a read is older than what a row holds: by its start, or because a write landed after it. */
export function isOlderThan(meta: RowMeta, stored: EntityRow, overlap?: RowOverlap): boolean {
  if (meta.fetchedAt < stored.meta.fetchedAt) return true
  return overlap !== undefined && (overlap.isDeleted || overlap.writes.length > 0)
}

/** A meta as merges compare it: a confirmed write counts from its landing, where its start would make it the older one. */
export function asNewer(meta: RowMeta, than: RowMeta): RowMeta {
  return meta.fetchedAt >= than.fetchedAt ? meta : asNewest(meta)
}

/** A meta that is later than every other one. */
export function asNewest(meta: RowMeta): RowMeta {
  return { ...meta, fetchedAt: meta.landed }
}

/** A new meta of a row, which goes on to know its temporary key. */
export function keepCreatedAs(meta: RowMeta, stored: EntityRow | undefined): RowMeta {
  const { createdAs } = stored?.meta ?? {}
  return createdAs === undefined ? meta : { ...meta, createdAs }
}

export function withDoubt(meta: RowMeta, isDoubtful: boolean): RowMeta {
  if (isDoubtful === (meta.doubtful === true)) return meta
  if (isDoubtful) return { ...meta, doubtful: true }
  const { doubtful: _, ...certain } = meta
  return certain
}

/** Whether two metas are the same to readers, for whom the landing does not count. */
export function isSameMeta(one: RowMeta, other: RowMeta): boolean {
  return (
    one.fetchedAt === other.fetchedAt &&
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

/** Whether one change puts a member into a list that the other takes out of it. */
export function areOpposite(one: MemberChanges, other: MemberChanges): boolean {
  return meet(one.joins, other.leaves) || meet(one.leaves, other.joins)
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && others.some((it) => some.includes(it))
}
