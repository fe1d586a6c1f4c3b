import { keepKnown } from '../../normalize/landing'
import { PendingRow } from '../../normalize/PendingRow'
import { Collection } from '../../schema/Collection'
import type { EntityRow, RowMeta, RowSchema } from '../../schema/contract'
import { Entity } from '../../schema/Entity'
import { landingOf } from '../../store/requests/toCommitPayload'
import type { Runtime } from '../../store/Runtime'
import type { WriteAction } from '../../store/state/actions'
import { notAfter } from '../../store/state/adopt'
import { confirmedRow, confirmedState } from '../../store/state/confirmed'
import { TICK } from '../../store/state/expiry'
import { isReadable } from '../../store/state/readableState'
import { isSettled } from '../../store/state/requestRows'
import type { RequestRow, RestState } from '../../store/state/state'
import { getRow, rows, type Table } from '../../store/state/table'
import { isContainer } from '../../util/checks'

/** The takeover of a state from elsewhere. */
export interface Takeover {
  readonly session: string
  /** When it came, in ms since 1970. */
  readonly date: number
  /** The moment of its rows here. */
  readonly landed: number
  /** When its newest row was written, by the clock of its machine. */
  newest: number
}

/** A member of a list, whatever it is. */
class AnyMember extends Entity {}

type Times = Pick<RequestRow, 'fetchedAt' | 'landed' | 'date' | 'expiresAt'>

/**
 * What a state from elsewhere changes in a store; `undefined` for nothing. Its rows are those of responses that were requested
 * when they were requested there, and a row of the store counts from its last change.
 *
 * @throws TypeError for a state that is none, or has rows that are none
 */
export function hydratedRows(
  runtime: Runtime,
  given: RestState,
  takeover: Takeover,
): WriteAction['payload'] | undefined {
  if (!isReadable(given)) throw new TypeError()
  const { state, tableOwners, last } = runtime
  /** What is not here may lack what a mutation has changed since, so that it is stale. */
  const timesOf = (row: Times, stored: object | undefined): RowMeta => {
    const times = timesIn(takeover, row)
    // Of a clock that is ahead, it cannot be told.
    const moment = times.date < row.date ? 0 : times.fetchedAt
    const isBehind = stored === undefined && moment < last.mutation
    return isBehind ? { ...times, expiresAt: 0 } : times
  }
  // The newer one of two lists is the whole of it, whatever its members are.
  const list = new Collection([AnyMember])
  const entities = changed(confirmedState(given).entities, (table, schemaKey) => {
    const isList = /^[[{]/.test(schemaKey)
    const schema = (isList ? list : (tableOwners.get(schemaKey) ?? Entity)) as RowSchema
    return changed(table, ({ data, invalid, meta }, pk) => {
      const stored = confirmedRow(state, schemaKey, pk)
      // What has no data has no times either.
      const times = timesOf((isContainer(data) && meta) as RowMeta, stored)
      const landing = landingOf(runtime, times)
      const pending = new PendingRow(pk, stored && asOfLastChange(stored, isList))
      pending.findFilters = () => meta.filters
      if (invalid) pending.invalidate(schema)
      else pending.merge(schema, data)
      const row = pending.finish(landing, schemaKey)
      return row === 'touched' ? touched(stored as EntityRow, landing.meta) : row
    })
  })
  const requests = changed(given.requests, (row, key) => {
    const stored = getRow(state.requests, key)
    return requestRow(row, stored, timesOf(row, stored))
  })
  return changed({ entities, requests }, (it) => it)
}

/** The times of a row in this store: none is later than its takeover. */
function timesIn(takeover: Takeover, row: Times): RowMeta {
  takeover.newest = Math.max(takeover.newest, row.date)
  const { date, expiresAt } = notAfter(row, takeover.date)
  // Of the same moment, what is there stays.
  const fetchedAt = Math.min(row.fetchedAt || date, date) - TICK
  if (!(fetchedAt + expiresAt < Infinity)) throw new TypeError()
  return { date, expiresAt, fetchedAt, landed: takeover.landed }
}

/** The response of a request in flight is newer, and an error takes no place of a response. */
function requestRow(
  { requestId: _, ...row }: RequestRow,
  stored: RequestRow | undefined,
  now: RowMeta,
): RequestRow | undefined {
  const isKept = stored && (stored.requestId ?? row.error ?? now.fetchedAt <= lastChange(stored))
  if (isKept || !isSettled(row)) return undefined
  return { ...row, ...now, fetchedAt: stored?.fetchedAt ?? 0 }
}

function touched(row: EntityRow, meta: RowMeta): EntityRow {
  return { ...row, meta: keepKnown(meta, row) }
}

function asOfLastChange(row: EntityRow, isList: boolean): EntityRow {
  return { ...row, meta: { ...row.meta, fetchedAt: lastChange(row.meta, isList) } }
}

/** When a row was written. A change of the members of a list, or of a result, is only to be seen by its landing. */
function lastChange({ fetchedAt, date, landed = 0 }: Times, hasLanding = true): number {
  return Math.max(fetchedAt, date, hasLanding ? landed : 0)
}

/** What a change gives for some rows; `undefined` where that is nothing. */
function changed<Row, Next>(
  table: Table<Row> | Readonly<Record<string, Row>>,
  change: (row: Row, key: string) => Next | undefined,
): Record<string, Next> | undefined {
  const changes = rows(table as Table<Row>).flatMap(([key, row]) => {
    const next = change(row, key)
    return next === undefined ? [] : [[key, next] as const]
  })
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}
