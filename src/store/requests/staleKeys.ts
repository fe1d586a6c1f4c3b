import type { CallTarget, KeyTest } from '../../endpoint/contract'
import { describeValue } from '../../util/messages'
import type { Runtime } from '../Runtime'
import type { KeysAction } from '../state/actions'
import type { RequestRow } from '../state/state'
import { keysIn, rows } from '../state/table'
import type { RequestCall } from './InFlightRequest'
import { reportCallback } from './reportCallback'

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
  return invalidateKeys(runtime, keys)
}

function invalidateKeys(
  runtime: Runtime,
  keys: readonly string[],
): KeysAction<'invalidateAll'> | undefined {
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

/** The calls whose data a mutation may have changed that ended without a response: those that need none to be named. */
export function lostTargets({ endpoint }: RequestCall): readonly CallTarget[] {
  return [endpoint.invalidateAll, endpoint.expireAll].flatMap((it) =>
    typeof it === 'function' ? [] : (it ?? []),
  )
}

/** Makes the data of calls stale. */
export function expireCalls(runtime: Runtime, targets: readonly CallTarget[]): void {
  if (targets.length > 0) expireAll(runtime, { testKey: (key) => isTarget(key, targets) })
}

/** Makes the data stale that a mutation names which has succeeded. */
export function expireTargets(runtime: Runtime, call: RequestCall, response: unknown): void {
  const hidden = targetsOf(runtime, call, 'invalidateAll', response)
  const stale = targetsOf(runtime, call, 'expireAll', response)
  // Readers that show an error fetch again as well: the mutation may have created what they did not find.
  if (hidden !== undefined) invalidateKeys(runtime, keysThatPass(runtime, hidden, Boolean))
  if (stale !== undefined) expireAll(runtime, stale)
}

/** The test that passes for the keys of what a mutation names; none where it names nothing, or that fails. */
function targetsOf(
  runtime: Runtime,
  call: RequestCall,
  member: 'invalidateAll' | 'expireAll',
  response: unknown,
): KeyTest | undefined {
  const { endpoint, args } = call
  const given = endpoint[member]
  if (given === undefined) return undefined
  runtime.dispatchPending()
  try {
    const targets: unknown =
      typeof given === 'function' ? given.call(endpoint, response, ...args) : given
    if (!Array.isArray(targets)) {
      // What it rejects with would be reported as well.
      if (targets instanceof Promise) targets.catch(() => undefined)
      throw new TypeError(`expected a list of calls, found ${describeValue(targets)}`)
    }
    if (process.env.NODE_ENV !== 'production') checkTargets(targets)
    const keys = new Set(keysIn(runtime.state.requests).filter((key) => isTarget(key, targets)))
    return { testKey: (key) => keys.has(key) }
  } catch (error) {
    reportCallback(call, member, error)
    return undefined
  }
}

function checkTargets(targets: readonly unknown[]): void {
  for (const it of targets) {
    if (typeof it === 'string' || typeof (Object(it) as KeyTest).testKey === 'function') continue
    const found = describeValue(it)
    throw new TypeError(`expected endpoints, keys or objects with a \`testKey\`, found ${found}`)
  }
}

function isTarget(key: string, targets: readonly CallTarget[]): boolean {
  return targets.some((it) => (typeof it === 'string' ? it === key : it.testKey?.(key)))
}

function keysThatPass(
  runtime: Runtime,
  test: KeyTest,
  isAffected: (row: RequestRow) => boolean,
): readonly string[] {
  if (process.env.NODE_ENV !== 'production' && typeof test.testKey !== 'function') {
    throw new TypeError('Expected an endpoint or { testKey(key) { … } }; there is no `testKey`.')
  }
  runtime.dispatchPending()
  return rows(runtime.state.requests)
    .filter(([key, row]) => isAffected(row) && test.testKey?.(key) === true)
    .map(([key]) => key)
}
