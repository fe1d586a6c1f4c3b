import type { CallTarget, KeyTest } from '../../endpoint/contract'
import { attempt } from '../../util/checks'
import { describeValue } from '../../util/messages'
import { reportCallback } from '../report'
import type { Runtime } from '../Runtime'
import { type KeysAction, plainMeta } from '../state/actions'
import { isFetching, isInvalidated } from '../state/requestRows'
import type { RequestRow } from '../state/state'
import { rows } from '../state/table'
import { type Outcome, type Request, valueOf } from './Request'

/** Like `invalidate`, for all calls that a test selects. */
export function invalidateAll(
  runtime: Runtime,
  test: KeyTest,
): KeysAction<'invalidateAll'> | undefined {
  // An error alone is no data, and stays; what is in flight was requested too early.
  return hide(
    runtime,
    [test],
    (row) => row.status !== 'rejected' || row.result !== undefined || isFetching(row),
  )
}

/** Makes all calls that a test selects stale: they are shown, and fetched again where they are in use. */
export function expireAll(runtime: Runtime, test: KeyTest): KeysAction<'expireAll'> | undefined {
  return expire(runtime, [test])
}

/**
 * Hides or makes stale what the options of a mutation name. After an end without a response, what needs none to be named is
 * stale.
 */
export function expireTargets(runtime: Runtime, request: Request, outcome?: Outcome): void {
  for (const member of ['invalidateAll', 'expireAll'] as const) {
    try {
      const targets = targetsOf(request, member, outcome)
      // Readers that show an error fetch again as well: the mutation may have created what they did not find.
      if (member === 'invalidateAll' && outcome !== undefined) hide(runtime, targets, () => true)
      else expire(runtime, targets)
    } catch (error) {
      reportCallback(request, member, error)
    }
  }
}

function targetsOf(
  { endpoint, args }: Request,
  member: 'invalidateAll' | 'expireAll',
  outcome: Outcome | undefined,
): readonly CallTarget[] {
  const { [member]: given = [] } = endpoint
  if (typeof given !== 'function') return given
  if (outcome === undefined) return []
  const response = attempt(() => valueOf(outcome))
  const targets: unknown = given.call(endpoint, response, ...args)
  // The message of what is no list says so; its own error would be an unhandled one.
  if (targets instanceof Promise) targets.catch(() => undefined)
  return targets as readonly CallTarget[]
}

function hide(
  runtime: Runtime,
  targets: readonly CallTarget[],
  isAffected: (row: RequestRow) => boolean,
): KeysAction<'invalidateAll'> | undefined {
  const keys = keysOf(runtime, targets, isAffected)
  if (keys.length === 0) return undefined
  return runtime.send(runtime.actions.invalidateAll(keys, plainMeta(runtime, 'invalidateAll')))
}

function expire(
  runtime: Runtime,
  targets: readonly CallTarget[],
): KeysAction<'expireAll'> | undefined {
  // What was invalidated and is not in flight is fetched again anyway.
  const keys = keysOf(runtime, targets, (row) => !isInvalidated(row) || isFetching(row))
  if (keys.length === 0) return undefined
  return runtime.send(runtime.actions.expireAll({ keys }, plainMeta(runtime, 'expireAll')))
}

/** The calls that targets name: those that were requested, and those whose data is shown and was brought by others. */
export function keysOf(
  { state, observers }: Runtime,
  targets: readonly (CallTarget | string)[],
  isAffected: (row: RequestRow) => boolean = () => true,
): readonly string[] {
  if (process.env.NODE_ENV !== 'production') checkTargets(targets)
  const isTarget = (key: string): boolean =>
    targets.some((it) => (typeof it === 'string' ? it === key : it.testKey?.(key)))
  const requested = rows(state.requests)
    .filter(([key, row]) => isAffected(row) && isTarget(key))
    .map(([key]) => key)
  return [...requested, ...observers.brought(isTarget)]
}

function checkTargets(targets: unknown): void {
  if (!Array.isArray(targets)) {
    throw new TypeError(`expected a list of calls, found ${describeValue(targets)}`)
  }
  for (const it of targets) {
    if (typeof it === 'string' || typeof (Object(it) as KeyTest).testKey === 'function') continue
    const found = describeValue(it)
    throw new TypeError(
      `expected endpoints, keys or objects { testKey(key) { … } }, found ${found}`,
    )
  }
}
