import type { EntityRow } from '../../schema/contract'
import { doubted } from '../../store/requests/lostMutations'
import { notAfter } from '../../store/state/adopt'
import { TICK } from '../../store/state/expiry'
import { type RequestRow, type RestState, VERSION } from '../../store/state/state'
import { emptyTable, getRow, setRows, type Table } from '../../store/state/table'
import type { WriteAction } from '../../store/state/actions'
import { isContainer, isObject } from '../../util/checks'
import { getOwn, mapValues, setOwn } from '../../util/record'
import {
  type StoredEntry,
  type Head,
  headIn,
  type Includes,
  type PersistedEntity,
  type PersistedRequest,
  type PersistedState,
} from './persistedState'

/** How an app reads what another version of it has stored. */
export type Migrate = (
  state: PersistedState,
  version: string | number,
) => PersistedState | undefined

/**
 * What is stored, as the version of the app reads it; `undefined` where another version has stored it.
 * @throws Error where it is something else
 */
export function storedState(
  entries: readonly StoredEntry[],
  version: Head['version'],
  migrate: Migrate | undefined,
): Stored | undefined {
  const entities: Record<string, Record<string, PersistedEntity>> = {}
  const requests: Record<string, PersistedRequest> = {}
  const head = headIn(entries)
  if (head?.format === undefined) throw new Error('it holds something else')
  if (head.format !== VERSION) return undefined
  for (const [[first, pk], value] of entries) {
    if (first === undefined) continue
    if (pk === undefined) setOwn(requests, first, value as PersistedRequest)
    else {
      const table = getOwn(entities, first) ?? {}
      setOwn(table, pk, value as PersistedEntity)
      setOwn(entities, first, table)
    }
  }
  const given = { entities, requests, pages: head.pages as PersistedState['pages'] }
  const isCurrent = head.version === version
  const state = isCurrent ? given : migrate?.(given, head.version as Head['version'])
  return state && { state, isCurrent, isUnsure: head.unsure !== undefined }
}

interface Stored {
  readonly state: PersistedState
  /** It is what the storage has. */
  readonly isCurrent: boolean
  /** It may be older than the server's. */
  readonly isUnsure: boolean
}

/** What is placed of a stored state. */
export interface Restored {
  readonly payload: WriteAction['payload']
  /** The calls that the storage has; `undefined` where it is to be written anew. */
  readonly requests: Table<RequestRow> | undefined
}

/**
 * Makes rows of what is stored, older than all that a store does. What the store has itself stays, and what has no right shape is
 * left out.
 * @param state as the server has it
 * @param isUnsure whether a mutation may have written what is not stored
 */
export function restored(
  { entities, requests, pages }: PersistedState,
  state: RestState,
  includes: Includes,
  isUnsure: boolean,
): Restored {
  const date = Date.now()
  // It may lack what has been written since, so that it is stale.
  const isBehind = isUnsure || Object.keys(state.entities).length > 0
  const stale = isBehind && { expiresAt: 0 }
  let isRight = !isBehind
  const check = (isGood: boolean): boolean => {
    isRight &&= isGood
    return isGood
  }
  const calls = Object.entries(requests)
    .filter(([requestKey, row]) => check(hasTimes(row) && includes({ requestKey })))
    .map(([key, row]) => [key, requestRow({ ...row, ...stale }, date)] as const)
  const placed = Object.fromEntries(
    calls.filter(([key]) => getRow(state.requests, key) === undefined),
  )
  const rows = mapValues(entities, (table, schemaKey) =>
    placedRows(
      getOwn(state.entities, schemaKey),
      Object.entries(table)
        .filter(([pk, row]) => check(isEntity(row) && includes({ schemaKey, pk })))
        .map(([pk, row]) => [pk, entityRow({ ...row, ...stale }, date)] as const),
    ),
  )
  return {
    payload: {
      entities: rows,
      requests: placed,
      managers: { pages: restoredPages(pages, placed, state) },
    },
    requests: isRight ? setRows(emptyTable<RequestRow>(), calls) : undefined,
  }
}

/** The further pages of the lists that are placed, beside those of other lists. */
function restoredPages(
  pages: PersistedState['pages'] | undefined,
  placed: object,
  { managers }: RestState,
): object {
  const lists = Object.entries(pages ?? {}).filter(
    ([key, list]) => Object.hasOwn(placed, key) && Array.isArray(list) && list.every(Array.isArray),
  )
  return { ...Object.fromEntries(lists), ...(managers['pages'] as object | undefined) }
}

/** The rows that a table does not have; its own ones are doubtful if another tab has stored them since. */
function placedRows(
  table: Table<EntityRow> | undefined,
  rows: readonly (readonly [pk: string, row: EntityRow])[],
): Readonly<Record<string, EntityRow>> {
  const placed: Record<string, EntityRow> = {}
  for (const [pk, row] of rows) {
    const own = getRow(table, pk)
    if (own === undefined) setOwn(placed, pk, row)
    else if (own.meta.date <= row.meta.date) {
      setOwn(placed, pk, doubted(own, own.meta.landed + TICK))
    }
  }
  return placed
}

function entityRow({ data, invalid, ...row }: PersistedEntity, now: number): EntityRow {
  const doubt = row.doubtful && { doubtful: TICK }
  const change = row.changed && { changed: TICK }
  return { data, invalid: invalid === true, meta: { ...timesIn(row, now), ...doubt, ...change } }
}

function requestRow({ result, invalid, ...times }: PersistedRequest, now: number): RequestRow {
  const response = result !== undefined && { result }
  return { ...timesIn(times, now), invalid: invalid === true, status: 'fulfilled', ...response }
}

/** Older than all that a store does. */
function timesIn(times: Pick<PersistedRequest, 'date' | 'expiresAt'>, now: number) {
  const { date, expiresAt } = notAfter(times, now)
  return { fetchedAt: 0, landed: 0, date, expiresAt }
}

function isEntity(row: unknown): boolean {
  return hasTimes(row) && isContainer((row as PersistedEntity).data)
}

function hasTimes(row: unknown): boolean {
  return isObject(row) && Number.isFinite(row['date']) && Number.isFinite(row['expiresAt'])
}
