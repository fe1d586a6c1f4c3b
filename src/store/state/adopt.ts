import type { EntityRow, RowMeta } from '../../schema/contract'
import { mapValues } from '../../util/record'
import { writeEntities, writeMutations, writeRequests } from './commit'
import { confirmedState } from './confirmed'
import { TICK } from './expiry'
import type { MutationRow, RequestRow, RestState } from './state'
import { type RowChanges, rows, type Table } from './table'

/**
 * A state as a session takes it over from another one: its rows are older than all that the session does, no clock that was
 * ahead makes them fresh for longer, and nothing is in flight.
 *
 * @param date of the takeover, in ms since 1970
 */
export function adopt(state: RestState, session: string, date: number): RestState {
  const bare = { ...confirmedState(state), session, lastReset: 0 }
  const idle = endRequests(bare, () => true)
  const older = writeMutations(
    idle,
    changed(idle.mutations, (row) => ({ ...row, fetchedAt: 0 })),
  )
  const next = writeRequests(
    older,
    changed(idle.requests, ({ succeededAt: _, ...row }) => ({
      ...notAfter(row, date),
      fetchedAt: 0,
      landed: 0,
    })),
  )
  const entities = mapValues(next.entities, (table) => changed(table, (row) => adoptRow(row, date)))
  // Moments alone change, of which readers are not notified.
  return writeEntities(next, entities, { rows: new Map(), isDeferred: false })
}

function changed<Row>(table: Table<Row>, change: (row: Row) => Row): RowChanges<Row> {
  return rows(table).map(([key, row]) => [key, change(row)])
}

function adoptRow({ data, invalid, meta }: EntityRow, date: number): EntityRow {
  const {
    deleted: _,
    renamed,
    doubtful = renamed,
    changed: _change,
    since: _since,
    ...rest
  } = notAfter(meta, date)
  // What was doubtful stays so until this session has requested it.
  const doubt = doubtful !== undefined && { doubtful: TICK }
  const change = isChanged(meta) && { changed: TICK }
  return { data, invalid, meta: { ...rest, fetchedAt: 0, landed: 0, ...doubt, ...change } }
}

/** Whether the members of a list, or the fields of an entity, have changed since a read of the row was requested. */
export function isChanged(meta: RowMeta): boolean {
  return meta.changed !== undefined && meta.changed >= meta.fetchedAt
}

/** Times that are no later than a date: what was fresh for a while is fresh for as long from then on. */
export function notAfter<Times extends { readonly date: number; readonly expiresAt: number }>(
  times: Times,
  date: number,
): Times {
  const ahead = Math.max(0, times.date - date)
  return { ...times, date: times.date - ahead, expiresAt: Math.max(0, times.expiresAt - ahead) }
}

/** The ids of some requests. */
type IsEnded = (requestId: string) => boolean

interface Unfinished {
  readonly requests: readonly (readonly [string, RequestRow])[]
  readonly mutations: readonly (readonly [string, MutationRow])[]
}

/** What a state shows as in flight of some requests. */
function unfinishedIn({ requests, mutations }: RestState, isEnded: IsEnded): Unfinished {
  return {
    requests: rows(requests).filter(
      ([, { requestId }]) => requestId !== undefined && isEnded(requestId),
    ),
    mutations: rows(mutations).filter(
      ([, { status, requestId }]) => status === 'pending' && isEnded(requestId),
    ),
  }
}

/** The requests that a state shows as in flight, and that are not: it is an earlier one, or of another session. */
export function endedIn(state: RestState, isEnded: IsEnded): readonly string[] {
  const { requests, mutations } = unfinishedIn(state, isEnded)
  return [...new Set([...requests, ...mutations].map(([, { requestId }]) => requestId as string))]
}

/** A state in which some requests are not in flight: without what it shows of them. */
export function endRequests(state: RestState, isEnded: IsEnded): RestState {
  const { requests, mutations } = unfinishedIn(state, isEnded)
  const next = writeMutations(
    state,
    mutations.map(([key]) => [key, undefined]),
  )
  return writeRequests(
    next,
    requests.map(([key, { requestId: _, ...row }]) => [
      key,
      row.status === 'pending' ? undefined : row,
    ]),
  )
}
