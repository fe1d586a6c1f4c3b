import type { EntityRow } from '../../schema/contract'
import { isChanged } from '../../store/state/adopt'
import { isGoneStatus } from '../../store/state/errors'
import { type RequestRow, type RestState } from '../../store/state/state'
import { changedKeys, keysIn, getRow, type Table } from '../../store/state/table'
import { getOwn } from '../../util/record'

/** A row of a table, as it is stored: times are in ms since 1970. */
export interface PersistedEntity {
  /** The fields, or the members of a list, with primary keys in place of entities; nothing of what was deleted. */
  readonly data: object
  /** When it came. */
  readonly date: number
  /** When it goes stale. */
  readonly expiresAt: number
  /** It was deleted or invalidated, so that what needs it is not shown. */
  readonly invalid?: true
  /** The server may hold something else, so that calls with this row are stale. */
  readonly doubtful?: true
  /** The members of a list have changed since it was requested, so that what stands beside it may be older. */
  readonly changed?: true
}

/** The response of a call, as it is stored: times are in ms since 1970. */
export interface PersistedRequest {
  /** The response with primary keys in place of entities. */
  readonly result?: unknown
  /** When it came. */
  readonly date: number
  /** When it goes stale; 0 where it is stale whatever the time. */
  readonly expiresAt: number
  /** It was invalidated, or the server has no such item, so that nothing is shown before it is requested again. */
  readonly invalid?: true
}

/** The part of the state that is stored. */
export interface PersistedState {
  /** The rows of entities and lists, by table and primary key. */
  readonly entities: { readonly [schemaKey: string]: { readonly [pk: string]: PersistedEntity } }
  /** The responses, by the keys of the calls. */
  readonly requests: { readonly [requestKey: string]: PersistedRequest }
  /** The further pages of lists, by the keys of the lists: the argument with the cursor, and where that came from. */
  readonly pages: { readonly [requestKey: string]: readonly (readonly unknown[])[] }
}

/** Names what may be stored: a row of a table, or the response of a call. */
export type PersistedKey =
  | { readonly schemaKey: string; readonly pk: string; readonly requestKey?: undefined }
  | { readonly requestKey: string; readonly schemaKey?: undefined; readonly pk?: undefined }

/** Whether something is stored. */
export type Includes = (key: PersistedKey) => boolean

/** Stands for one row where rows are stored one by one: `[]` is the first, `[requestKey]` a call, `[schemaKey, pk]` a row. */
export type StoredKey =
  readonly [] | readonly [requestKey: string] | readonly [schemaKey: string, pk: string]

/** What is stored under a key, or is to be; `undefined` for what is to be removed. */
export type StoredEntry = readonly [key: StoredKey, value: unknown]

/** What of a state can be stored. */
export interface Lasting extends Pick<RestState, 'entities' | 'requests'> {
  readonly pages: unknown
  /** Mutations are in flight. */
  readonly isUnsure: boolean
}

/** What an empty storage has. */
export const NOTHING: Lasting = { entities: {}, requests: {}, pages: null, isUnsure: false }

/** @param state as the server has it */
export function lastingOf({ entities, requests, mutations, managers }: RestState): Lasting {
  const isUnsure = Object.values(mutations).some(({ status }) => status === 'pending')
  return { entities, requests, pages: managers['pages'] ?? null, isUnsure }
}

/** What is to be stored where it is known what is there; everything where that is not known. */
export function entriesOf(
  next: Lasting,
  before: Lasting | undefined,
  includes: Includes,
): readonly StoredEntry[] {
  const names = Object.keys({ ...next.entities, ...before?.entities })
  const tables = names.map((schemaKey) =>
    changesOf(
      getOwn(next.entities, schemaKey) ?? {},
      before && (getOwn(before.entities, schemaKey) ?? {}),
      [schemaKey],
      (row, pk) => persistedEntity(row, () => includes({ schemaKey, pk })),
    ),
  )
  const requests = changesOf(next.requests, before?.requests, [], (row, requestKey) =>
    persistedRequest(row, () => includes({ requestKey })),
  )
  return [...requests, ...tables.flat()]
}

/** Says who writes in a storage. */
export interface Mark {
  /** The form of the rows. */
  readonly format: number
  /** That of the app. */
  readonly version: string | number
  /** A random text, another one after each reset: the rows are those of one user. */
  readonly generation: string
}

/** What is stored beside the rows. */
export interface Head extends Mark {
  readonly pages: PersistedState['pages']
  /** Names who has mutations in flight, or with a `*` who has written beside others: the rows may be older than the server's. */
  readonly unsure: string | undefined
  /** Another number in each write. */
  readonly write: number
}

export function headOf(
  { pages }: Lasting,
  mark: Mark,
  unsure: string | undefined,
  includes: Includes,
): Head {
  const all = Object.entries((pages ?? {}) as Head['pages'])
  const included = all.filter(([requestKey]) => includes({ requestKey }))
  return { ...mark, pages: Object.fromEntries(included), unsure, write: Math.random() }
}

/** The head, which is the first of the values of a storage; `undefined` where there is none. Values may be those of somebody else. */
export function headIn(values: unknown): Partial<Head> | undefined {
  const [first] = Array.isArray(values) ? (values as readonly unknown[]) : []
  return isEntry(first) && first[0].length === 0 ? (Object(first[1]) as Partial<Head>) : undefined
}

export function isEntry(value: unknown): value is StoredEntry {
  return Array.isArray(value) && Array.isArray(value[0])
}

function changesOf<Row>(
  next: Table<Row>,
  before: Table<Row> | undefined,
  prefix: readonly string[],
  persisted: (row: Row | undefined, key: string) => unknown,
): readonly StoredEntry[] {
  const keys = before === undefined ? keysIn(next) : changedKeys(next, before)
  return keys.flatMap((key): readonly StoredEntry[] => {
    const value = persisted(getRow(next, key), key)
    const isStored = before !== undefined && persisted(getRow(before, key), key) !== undefined
    return value === undefined && !isStored
      ? []
      : [[[...prefix, key] as unknown as StoredKey, value]]
  })
}

/** Of what is invalid it is stored that it is, as what needs it must not be shown without it. */
function persistedEntity(
  row: EntityRow | undefined,
  isIncluded: () => boolean,
): PersistedEntity | undefined {
  if (row === undefined || !isIncluded()) return undefined
  const { data, invalid, meta } = row
  const { date, expiresAt } = meta
  return {
    data: invalid ? {} : data,
    date,
    expiresAt,
    ...(invalid && { invalid }),
    ...((meta.doubtful ?? meta.renamed) !== undefined && { doubtful: true }),
    ...(isChanged(meta) && { changed: true }),
  }
}

/** What is shown in spite of the error of a refetch is stored as stale. */
function persistedRequest(
  row: RequestRow | undefined,
  isIncluded: () => boolean,
): PersistedRequest | undefined {
  if (row === undefined || row.beside !== undefined || !isIncluded()) return undefined
  const { status, errorPolicy, result, date, error } = row
  // What the arguments name may be stored all the same.
  if (row.invalid || isGoneStatus(error?.status)) return { date, expiresAt: date, invalid: true }
  const isShown = status === 'fulfilled' || (errorPolicy === 'soft' && result !== undefined)
  if (!isShown) return undefined
  const expiresAt = status === 'fulfilled' ? row.expiresAt : 0
  return { ...(result !== undefined && { result }), date, expiresAt }
}
