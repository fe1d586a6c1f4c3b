import { isSame } from '../util/replaceEqualDeep'
import type {
  EntityRow,
  ListChange,
  ListChanges,
  ListFilters,
  MemberChanges,
  RowMeta,
} from '../schema/contract'

/** The names of the fields that a write wrote on purpose; `undefined` where nothing names them. */
export type FieldNames = ReadonlySet<string> | undefined

/** A change of lists, with the table that they are in. */
export interface TableChange extends ListChanges {
  readonly schemaKey: string
}

/** When a change met one that the server may have made later. */
interface Doubtful {
  /** It met a mutation without a response. */
  readonly doubtful: number | undefined
  /** It met an opposite one of the same member: there is a doubt unless both leave the same. */
  readonly opposed: number | undefined
  /** Since when the members are stored as the change has them: lists that were requested later, or will be, know them. */
  readonly knownAt?: number | undefined
}

export type DoubtfulChange = ListChange & Doubtful & Pick<RowMeta, 'landed'>

/** A change of lists, for requests that started before it landed. */
export type LaterChange = TableChange & Doubtful & Pick<RowMeta, 'landed'>

/** What a mutation or a message brought. */
export interface Brought {
  readonly started: number
  /** The data that it has of a row. */
  dataOf(schemaKey: string, pk: string): object | undefined
  /** Of a mutation, the name of the endpoint. */
  readonly by?: string
  /** It is a mutation without a body that names fields. */
  readonly isToggle?: boolean
}

type GetRow = (schemaKey: string, pk: string) => EntityRow | undefined

/** What a response is to the rows that it meets. The rules are those of `docs/order.md`. */
export interface Landing {
  /** The meta of what it writes: `fetchedAt` is the start of a read, and the landing of everything else. */
  readonly meta: RowMeta
  readonly started: number
  readonly isMutation: boolean
  /** A read says nothing of lists other than its own. */
  readonly isRead: boolean
  /** Other requests are in flight, which may bring lists. */
  readonly isOverlapped?: boolean
  /** The fields that the body of a mutation names. */
  readonly names: FieldNames
  /** The arguments that name lists. Default: those of the call. */
  readonly listArgs?: readonly unknown[] | undefined
  /** The addresses of the lists that the call is about. */
  readonly addresses?: readonly (string | undefined)[] | undefined
  /** When the last mutation without a response ended: what is not stored may have changed then. */
  readonly lostAt: number
  /** When the last mutation landed. */
  readonly lastMutation: number
  /** The changes of lists since the start, in order of landing. */
  readonly later: readonly LaterChange[]
  /** It is the response of an endpoint, and not written by hand: an object has each of its parts. */
  readonly isWhole?: boolean
  /** The rows when a mutation started: first those that were shown, then those of the server. */
  readonly before?: readonly GetRow[]
  /** What mutations and messages brought since a mutation started. */
  readonly since?: readonly Brought[]
  /** The name of the endpoint. */
  readonly by?: string
  /** Whether a message says what a mutation in flight does that deletes a row. */
  isDeleting?(schemaKey: string, pk: string): boolean
  /** The key that an entity of a mutation's response had before; `undefined` where it has that one still. */
  readonly renamedFrom?: ((schemaKey: string, pk: string) => string | undefined) | undefined
  /** The response is only expected: it may have a part of what the server will respond. */
  readonly isExpected?: boolean
  /** Makes a primary key for an entity that has none; without it, that is an error. */
  makeKey?(): string
}

/** Rows that came back unchanged, with the landing that stands in all of them: a reducer touches those alone. */
export interface TouchedRows {
  readonly landed: number
  readonly pks: readonly string[]
}

/** A landing that nothing overlaps. */
export function plainLanding(meta: RowMeta): Landing {
  return {
    meta,
    started: meta.fetchedAt,
    isMutation: false,
    isRead: false,
    names: undefined,
    lostAt: 0,
    lastMutation: 0,
    later: [],
  }
}

/** A new meta of a row, which goes on to know its temporary key, when its members changed, and how its arguments filter. */
export function keepKnown(meta: RowMeta, stored: EntityRow | undefined): RowMeta {
  if (stored === undefined) return meta
  const { createdAs, changed = meta.changed, filters } = stored.meta
  const isKnown = createdAs === meta.createdAs && changed === meta.changed
  if (isKnown && (filters === undefined || filters === meta.filters)) return meta
  return {
    ...(filters && { filters }),
    ...(changed !== undefined && { changed }),
    ...meta,
    ...(createdAs && { createdAs }),
  }
}

/** A new meta of a row that came back as it was. */
export function touchedMeta(meta: RowMeta, stored: EntityRow): RowMeta {
  const { landed, since = landed } = stored.meta
  return keepKnown({ ...meta, since }, stored)
}

export function withDoubt(meta: RowMeta, doubtful: number | undefined): RowMeta {
  if (doubtful === meta.doubtful) return meta
  if (doubtful !== undefined) return { ...meta, doubtful }
  const { doubtful: _, ...certain } = meta
  return certain
}

/** Whether two metas are the same to readers, for whom the landing does not count. */
export function isSameMeta(one: RowMeta, other: RowMeta): boolean {
  return (
    one.fetchedAt === other.fetchedAt &&
    one.date === other.date &&
    one.expiresAt === other.expiresAt &&
    one.changed === other.changed &&
    one.doubtful === other.doubtful
  )
}

/** A list after changes, which may each leave it doubtful. */
export function applyChanges(row: EntityRow, changes: readonly DoubtfulChange[]): EntityRow {
  return changes.reduce(
    (
      { data, invalid, meta },
      {
        apply,
        keepsCount,
        countsAbsent = false,
        isUnsure,
        doubtful,
        opposed,
        knownAt = Infinity,
        landed,
      },
    ) => {
      const next = apply(data)
      const hasChanged = !isSame(data, next)
      const isSameCount = keepsCount === true || !(hasChanged || countsAbsent)
      const known = isSameCount ? meta : changedNow(meta)
      const isChanged = (opposed !== undefined || knownAt < Infinity) && hasChanged
      const isKnown = !isChanged && knownAt <= Math.max(meta.fetchedAt, meta.doubtful ?? 0)
      const unsure = !isKnown && isUnsure?.(data) === true ? landed : meta.doubtful
      const since = doubtful ?? (isChanged ? opposed : undefined) ?? unsure
      return { data: next, invalid, meta: withDoubt(known, since) }
    },
    row,
  )
}

/** The meta of a list whose members have changed. */
export function changedNow(meta: RowMeta): RowMeta {
  return { ...meta, changed: meta.landed }
}

/** The changes of one list among those of its table. */
export function changesOf(
  later: readonly LaterChange[],
  schemaKey: string,
  pk: string,
  row: EntityRow | undefined,
): readonly DoubtfulChange[] {
  return later.flatMap((it) => {
    const change = it.schemaKey === schemaKey ? it.changeOf(pk, row) : undefined
    const { doubtful, opposed, knownAt, landed } = it
    return change ? [{ ...change, doubtful, opposed, knownAt, landed }] : []
  })
}

/**
 * Whether the server may have made a change before another one that landed since its request started: one of a member that the
 * other takes out of a list, or puts into it, or one of a mutation without a response, of which nothing is known.
 */
export function doubtOf(
  { later, lostAt, started, meta: { landed } }: Landing,
  schemaKey: string,
  change: MemberChanges,
): Doubtful {
  const isOpposite = (it: LaterChange): boolean =>
    it.schemaKey === schemaKey && areOpposite(it, change)
  return {
    doubtful: lostAt > started ? landed : undefined,
    opposed: later.some(isOpposite) ? landed : undefined,
  }
}

/** Whether one change puts a member into a list that the other takes out of it. */
function areOpposite(one: MemberChanges, other: MemberChanges): boolean {
  return meet(one.joins, other.leaves) || meet(one.leaves, other.joins)
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && others.some((it) => some.includes(it))
}

/** The filters of a list with the members of a further page. */
export function joinFilters(
  one: ListFilters | undefined,
  other: ListFilters | undefined,
): ListFilters | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return Object.fromEntries(
    Object.entries(one).map(([name, field]) => [name, other[name] === field ? field : null]),
  )
}
