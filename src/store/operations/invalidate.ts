import type { EndpointContract } from '../../endpoint/contract'
import type { InvalidateAction, RejectedAction, ResetAction } from '../state/actions'
import { idsIn } from '../requests/temporaryKeys'
import type { Runtime } from '../Runtime'
import { rowOf } from '../state/requestRows'

export { expireAll, invalidateAll } from '../requests/staleKeys'

/** Hides a call's data; its mounted readers fetch it again. */
export function invalidate(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): InvalidateAction | undefined {
  // A sensitive call has no request row, and its key must not appear in an action.
  if (args[0] === null || endpoint.sensitive === true) return undefined
  runtime.dispatchPending()
  const invalidateKey = (key: string): InvalidateAction => {
    runtime.problems.delete(key)
    return runtime.send(runtime.actions.invalidate(key, runtime.plainMeta('invalidate')))
  }
  const ids = idsIn(runtime, args)
  const action = invalidateKey(endpoint.key(...ids))
  // Readers may have the call by temporary keys as well.
  if (ids !== args) invalidateKey(endpoint.key(...args))
  return action
}

/** Empties the state; requests that started before it write nothing. */
export function reset(runtime: Runtime): ResetAction {
  const { actions, logout, tableOwners } = runtime
  runtime.dispatchPending()
  const requests = logout.cause && refusedRequest(logout.cause)
  const action = actions.reset(runtime.plainMeta('reset'), requests)
  // The tables are gone, so other schemas may use their keys.
  tableOwners.clear()
  return runtime.send(action)
}

/** After a logout the refused read keeps its error, so that its mounted readers do not fetch it again. */
function refusedRequest({ error, meta }: RejectedAction): ResetAction['payload'] {
  if (meta.sideEffect === true || meta.sensitive === true) return undefined
  const { landed: _, ...row } = rowOf(meta)
  return { requests: { [meta.arg.key]: { ...row, error, errorPolicy: 'hard' } } }
}
