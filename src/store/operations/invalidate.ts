import type { EndpointContract } from '../../endpoint/contract'
import type { Runtime } from '../Runtime'
import { keysOf } from '../requests/staleKeys'
import { type KeyAction, plainMeta, type ResetAction } from '../state/actions'

export { expireAll, invalidateAll } from '../requests/staleKeys'

/** Hides a call's data; its mounted readers fetch it again. */
export function invalidate(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): KeyAction<'invalidate'> | undefined {
  if (!hasRow(endpoint, args)) return undefined
  const meta = plainMeta(runtime, 'invalidate')
  return runtime.send(runtime.actions.invalidate(endpoint.key(...args), meta))
}

/** Makes a call's data stale: it is shown, and fetched again where it is in use. */
export function expire(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): KeyAction<'expire'> | undefined {
  if (!hasRow(endpoint, args)) return undefined
  const [key] = keysOf(runtime, [endpoint.key(...args)])
  if (key === undefined) return undefined
  return runtime.send(runtime.actions.expire(key, plainMeta(runtime, 'expire')))
}

/** A sensitive call has no request row, and its key must not appear in an action. */
function hasRow({ sensitive }: EndpointContract, [first]: readonly unknown[]): boolean {
  return first !== null && sensitive !== true
}

/** Empties the state; requests that started before it write nothing. */
export function reset(runtime: Runtime): ResetAction {
  // The tables are gone, so other schemas may use their keys.
  runtime.tableOwners.clear()
  return runtime.send(runtime.actions.reset(plainMeta(runtime, 'reset')))
}
