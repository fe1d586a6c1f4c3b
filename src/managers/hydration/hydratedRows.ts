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

type Times = Pick<RequestRow, 'fetchedAt' | 'landed' | 'date' | 'expiresAt'>

/**
 * What a state from elsewhere changes in a store; `undefined` for nothing. Its rows are those of responses that were requested
 * when they were requested there, and a row of the store counts from its last change.
 *
 * @throws TypeError for a state with rows that are none
 */
export function hydratedRows(
  runtime: Runtime,
  given: RestState,
  takeover: Takeover,
): WriteAction['payload'] | undefined {
  const { state, tableOwners } = runtime
  // The newer one of two lists is the whole of it, whatever its members are.
  const list = new Collection([Entity])
  const entities = changed(confirmedState(given).entities, (table, schemaKey) => {
    const isList = /^[[{]/.test(schemaKey)
    const schema = (isList ? list : (tableOwners.get(schemaKey) ?? Entity)) as RowSchema
    return changed(table, ({ data, invalid, meta }, pk) => {
      const landing = landingOf(runtime, timesIn(takeover, meta, isContainer(data)))
      const stored = confirmedRow(state, schemaKey, pk)
      const pending = new PendingRow(pk, stored && asOfLastChange(stored, isList))
      if (invalid) pending.invalidate()
      else pending.merge(schema, data)
      const row = pending.finish(landing, schemaKey)
      return row === 'touched' ? { ...(stored as EntityRow), meta: landing.meta } : row
    })
  })
  const requests = changed(given.requests, (row, key) =>
    requestRow(row, getRow(state.requests, key), timesIn(takeover, row)),
  )
  return changed({ entities, requests }, (it) => it)
}

/** The times of a row in this store: none is later than its takeover. */
function timesIn(takeover: Takeover, row: Times, isSound = true): RowMeta {
  takeover.newest = Math.max(takeover.newest, row.date)
  const { date, expiresAt } = notAfter(row, takeover.date)
  // Of the same moment, what is there stays.
  const fetchedAt = Math.min(row.fetchedAt || date, date) - TICK
  if (!(isSound && fetchedAt + expiresAt < Infinity)) throw new TypeError()
  return { date, expiresAt, fetchedAt, landed: takeover.landed }
}

/** The response of a request in flight is newer, and an error takes no place of a response. */
function requestRow(
  { requestId: _, ...row }: RequestRow,
  stored: RequestRow | undefined,
  { fetchedAt, ...times }: RowMeta,
): RequestRow | undefined {
  const isKept =
    stored && (stored.requestId ?? row.error ?? fetchedAt <= lastChange(stored, stored.landed))
  return isKept || !isSettled(row)
    ? undefined
    : { ...row, ...times, fetchedAt: stored?.fetchedAt ?? 0 }
}

function asOfLastChange(row: EntityRow, isList: boolean): EntityRow {
  const { meta } = row
  return { ...row, meta: { ...meta, fetchedAt: lastChange(meta, isList ? meta.landed : 0) } }
}

/** A change of members, or of a result by a mutation, is only to be seen by when it landed. */
function lastChange({ fetchedAt, date }: Times, landed = 0): number {
  return Math.max(fetchedAt, landed, date)
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
