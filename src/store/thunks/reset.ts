import type { RejectedAction, ResetAction } from '../state/actions'
import { findRuntime } from '../runtimes'
import type { RestThunk } from './types'

/** Makes the thunk creator `rest.reset()`. */
export function createReset(reducerPath: string) {
  return function reset(): RestThunk<ResetAction> {
    return function resetThunk(dispatch, getState) {
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const { actions, logout, tableOwners } = runtime
      runtime.dispatchPending()
      const action = actions.reset(
        runtime.plainMeta('reset'),
        logout.cause && refusalOf(logout.cause),
      )
      // Tables that are gone belong to nobody.
      tableOwners.clear()
      runtime.send(action)
      return action
    }
  }
}

/** After a logout the read that was refused keeps its error, so that who shows it does not ask again. */
function refusalOf({ error, meta }: RejectedAction): ResetAction['payload'] {
  if (meta.sideEffect === true || meta.sensitive === true) return undefined
  const { fetchedAt, seq, date, expiresAt } = meta
  const row = {
    fetchedAt,
    seq,
    status: 'rejected',
    date,
    expiresAt,
    invalid: false,
    error,
  } as const
  return { requests: { [meta.arg.key]: { ...row, errorPolicy: 'hard' } } }
}
