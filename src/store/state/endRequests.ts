import type { MutationRow, RequestRow, RestState } from './state'
import { rows } from './table'
import { writeMutations, writeRequests } from './writes'

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
