import { confirmedState } from '../../store/state/confirmed'
import { isSettled } from '../../store/state/requestRows'
import type { RequestRow, RestState } from '../../store/state/state'
import { emptyTable, type RowChanges, rows, setRows } from '../../store/state/table'

/**
 * What of a state can live on in another store: without requests in flight, mutations, expected rows, and results that are kept
 * beside it.
 */
export function lastingState(state: RestState): RestState {
  const settled = rows(state.requests).flatMap(
    ([key, { requestId: _, ...row }]): RowChanges<RequestRow> =>
      isSettled(row) && row.beside === undefined ? [[key, row]] : [],
  )
  return {
    ...confirmedState(state),
    requests: setRows(emptyTable(), settled),
    mutations: emptyTable(),
    lastReset: 0,
  }
}
