import type { CommitPayload, FinalAction, RestAction } from '../../store/state/actions'
import { confirmedResult } from '../../store/state/confirmed'
import { requestRow } from '../../store/state/requestRows'
import type { RequestRow, RestState } from '../../store/state/state'
import { getRow, rows, setRows, emptyTable } from '../../store/state/table'
import { isSame } from '../../util/replaceEqualDeep'
import { updatedResults, updatesOf } from '../updatedResults'
import type { ExpectedUpdate } from './ExpectedUpdate'

type Expected = NonNullable<CommitPayload['expected']>

/** The results of calls, by their keys, that the `update` of mutations in flight is expected to change. */
export function expectedResults(
  state: RestState,
  action: RestAction,
  updates: Iterable<ExpectedUpdate>,
): Expected | undefined {
  const all = [...updates].filter(({ call }) => call.endpoint.update !== undefined)
  const covered = rows(state.requests).filter(([, row]) => row.confirmed !== undefined)
  if (all.length + covered.length === 0) return undefined
  const given = serverRows(state, action)
  const rowOf = (key: string): RequestRow | undefined =>
    given.get(key) ?? getRow(state.requests, key)
  const results = new Map<string, unknown>(
    covered.map(([key]) => [key, confirmedResult(rowOf(key))]),
  )
  for (const { call, result } of all) {
    const changes = updatesOf(call, result)
    let table = emptyTable<RequestRow>()
    for (const key of Object.keys(changes)) {
      const row = rowOf(key)
      if (row === undefined || row.beside !== undefined) continue
      const known = results.has(key) ? results.get(key) : confirmedResult(row)
      table = setRows(table, [[key, { ...row, result: known }]])
    }
    for (const [key, next] of Object.entries(updatedResults(call, changes, table))) {
      results.set(key, next)
    }
  }
  const expected = Array.from(results, ([key, result]) => {
    const isExpected = !isSame(result, confirmedResult(rowOf(key)))
    return [key, isExpected ? { result } : null] as const
  })
  return Object.fromEntries(expected)
}

/** The rows of reads that an action writes, as the server has them. */
function serverRows(state: RestState, action: RestAction): ReadonlyMap<string, RequestRow> {
  const written = new Map<string, RequestRow>()
  const { meta, payload = {} } = action as RestAction & { payload?: Partial<CommitPayload> }
  for (const [key, result] of Object.entries(payload.results ?? {})) {
    const row = getRow(state.requests, key)
    if (row !== undefined) written.set(key, { ...row, result, confirmed: { result } })
  }
  if (meta.kind !== 'request' || meta.sideEffect === true) return written
  // A page that failed does not change its list.
  if (meta.page === true && meta.requestStatus !== 'fulfilled') return written
  const { key } = meta.arg
  const row = requestRow(getRow(state.requests, key), action as FinalAction)
  return row === undefined ? written : written.set(key, row)
}
