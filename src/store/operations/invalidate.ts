import type { EndpointContract } from '../../endpoint/contract'
import type { Runtime } from '../Runtime'
import type { KeyAction, ResetAction } from '../state/actions'

export { expireAll, invalidateAll } from '../requests/staleKeys'

/** Hides a call's data; its mounted readers fetch it again. */
export function invalidate(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): KeyAction<'invalidate'> | undefined {
  return withKey(runtime, endpoint, args, (key) =>
    runtime.send(runtime.actions.invalidate(key, runtime.plainMeta('invalidate'))),
  )
}

/** Makes a call's data stale: it is shown, and fetched again where it is in use. */
export function expire(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): KeyAction<'expire'> | undefined {
  return withKey(runtime, endpoint, args, (key) =>
    runtime.send(runtime.actions.expire(key, runtime.plainMeta('expire'))),
  )
}

function withKey<Result>(
  runtime: Runtime,
  endpoint: EndpointContract,
  args: readonly unknown[],
  run: (key: string) => Result,
): Result | undefined {
  // A sensitive call has no request row, and its key must not appear in an action.
  if (args[0] === null || endpoint.sensitive === true) return undefined
  runtime.dispatchPending()
  return run(endpoint.key(...args))
}

/** Empties the state; requests that started before it write nothing. */
export function reset(runtime: Runtime): ResetAction {
  const { actions, tableOwners } = runtime
  runtime.dispatchPending()
  // The tables are gone, so other schemas may use their keys.
  tableOwners.clear()
  return runtime.send(actions.reset(runtime.plainMeta('reset')))
}
