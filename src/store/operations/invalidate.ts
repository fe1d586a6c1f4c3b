import type { EndpointContract } from '../../endpoint/contract'
import { codedMessage } from '../../util/messages'
import type { InvalidateAction, KeysAction, RejectedAction, ResetAction } from '../state/actions'
import type { Runtime } from '../Runtime'
import { rowOf } from '../state/requestRows'
import type { RequestRow } from '../state/state'
import { rows } from '../state/table'

/** Selects calls by their keys; an endpoint selects all of its own. */
export interface KeyTest {
  testKey?(key: string): boolean
}

/** Hides a call's data; its mounted readers fetch it again. */
export function invalidate(
  runtime: Runtime,
  endpoint: EndpointContract,
  ...args: readonly unknown[]
): InvalidateAction | undefined {
  // A sensitive call has no request row, and its key must not appear in an action.
  if (args[0] === null || endpoint.sensitive === true) return undefined
  const key = endpoint.key(...args)
  runtime.dispatchPending()
  runtime.problems.delete(key)
  return runtime.send(runtime.actions.invalidate(key, runtime.plainMeta('invalidate')))
}

/** As `invalidate`, for all calls that a test selects. */
export function invalidateAll(
  runtime: Runtime,
  test: KeyTest,
): KeysAction<'invalidateAll'> | undefined {
  // An error alone is no data, and stays; what is in flight was requested too early.
  const keys = keysThatPass(
    runtime,
    test,
    (row) => row.status !== 'rejected' || row.result !== undefined || row.requestId !== undefined,
  )
  if (keys.length === 0) return undefined
  return runtime.send(runtime.actions.invalidateAll(keys, runtime.plainMeta('invalidateAll')))
}

/** Makes all calls that a test selects stale: they are shown, and fetched again where they are in use. */
export function expireAll(runtime: Runtime, test: KeyTest): KeysAction<'expireAll'> | undefined {
  // What was invalidated and is not in flight is fetched again anyway.
  const keys = keysThatPass(runtime, test, (row) => !row.invalid || row.requestId !== undefined)
  if (keys.length === 0) return undefined
  return runtime.send(runtime.actions.expireAll({ keys }, runtime.plainMeta('expireAll')))
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

function keysThatPass(
  runtime: Runtime,
  test: KeyTest,
  isAffected: (row: RequestRow) => boolean,
): readonly string[] {
  if (typeof test.testKey !== 'function') {
    throw new TypeError(
      codedMessage(
        'missing-test-key',
        process.env.NODE_ENV === 'production' ||
          'Expected an endpoint or { testKey(key) { … } }; there is no `testKey`.',
      ),
    )
  }
  runtime.dispatchPending()
  const keys = rows(runtime.state.requests)
    .filter(([key, row]) => isAffected(row) && test.testKey?.(key) === true)
    .map(([key]) => key)
  for (const key of keys) runtime.problems.delete(key)
  return keys
}
