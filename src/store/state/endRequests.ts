import type { RestState } from './state'
import { rows, setRows } from './table'
import { writeRequests } from './writes'

/** The requests that a state shows as in flight, and that are not: it is an earlier one, or of another session. */
export function endedIn(
  { requests, mutations }: RestState,
  inFlight: { has(requestId: string): boolean },
): readonly string[] {
  const ids = new Set<string>()
  for (const [, { requestId }] of rows(requests)) if (requestId !== undefined) ids.add(requestId)
  for (const [, { status, requestId }] of rows(mutations)) {
    if (status === 'pending') ids.add(requestId)
  }
  return [...ids].filter((requestId) => !inFlight.has(requestId))
}

/** A state in which some requests are not in flight: without what it shows of them. */
export function endRequests(state: RestState, requestIds: readonly string[]): RestState {
  if (requestIds.length === 0) return state
  const ended = new Set<string | undefined>(requestIds)
  const gone = rows(state.mutations).filter(([, { requestId }]) => ended.has(requestId))
  const mutations = setRows(
    state.mutations,
    gone.map(([key]) => [key, undefined]),
  )
  const unfinished = rows(state.requests).filter(([, { requestId }]) => ended.has(requestId))
  return writeRequests(
    { ...state, mutations },
    unfinished.map(([key, { requestId: _, ...row }]) => [
      key,
      row.status === 'pending' ? undefined : row,
    ]),
  )
}
