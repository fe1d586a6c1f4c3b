import type { ResultUpdates } from '../../endpoint/contract'
import { attempt, isObject } from '../../util/checks'
import { codedMessage, describeValue, textOf } from '../../util/messages'
import { setOwn } from '../../util/record'
import { toPlain } from '../../util/toPlain'
import { report } from '../report'
import type { RequestRow } from '../state/state'
import { getRow, type Table } from '../state/table'
import type { RequestCall } from './InFlightRequest'

/** Results by the keys of calls. */
type Results = Readonly<Record<string, unknown>>

/** How the response of a mutation changes the results of other calls; nothing where `update` fails. */
export function updatesOf({ endpoint, args, name }: RequestCall, result: unknown): ResultUpdates {
  try {
    const updates: unknown = endpoint.update?.(result, ...args) ?? {}
    if (updates instanceof Promise) updates.catch(() => undefined)
    if (!isObject(updates) || updates instanceof Promise) {
      throw new TypeError(`it returned ${describeValue(updates)}, and no functions by key`)
    }
    return updates as ResultUpdates
  } catch (error) {
    report(callbackError(name, 'update', error))
    return {}
  }
}

/** The results of calls after a mutation; a call without a response has none. */
export function updatedResults(
  { name }: RequestCall,
  updates: ResultUpdates,
  requests: Table<RequestRow>,
): Results {
  const results: Record<string, unknown> = {}
  for (const [key, update] of Object.entries(updates)) {
    const result = getRow(requests, key)?.result
    if (result === undefined) continue
    try {
      if (process.env.NODE_ENV !== 'production' && typeof update !== 'function') {
        throw new TypeError(`it returned ${describeValue(update)} for ${key}, and no function`)
      }
      setOwn(results, key, changed(result, update))
    } catch (error) {
      report(callbackError(name, 'update', error))
    }
  }
  return results
}

/**
 * The result of a read that was requested before mutations landed which change it: with their changes, unless the response
 * contains them.
 */
export function withUpdates(result: unknown, updates: readonly ResultUpdates[string][]): unknown {
  return updates.reduce<unknown>(
    (existing, update) => attempt(() => changed(existing, update)) ?? existing,
    result,
  )
}

/** A result with the change of a mutation, unless it is a list of primary keys, or of other texts, that contains it already. */
function changed(existing: unknown, update: ResultUpdates[string]): unknown {
  const next = toPlain(update(existing)) ?? existing
  return isDoubled(next) && !isDoubled(existing) ? existing : next
}

function isDoubled(result: unknown): boolean {
  if (!Array.isArray(result)) return false
  const texts = result.filter((it) => typeof it === 'string')
  return new Set(texts).size < texts.length
}

/** An error of the user's code that says what a mutation changes; the mutation itself goes on. */
export function callbackError(
  name: string,
  member: 'getOptimisticResponse' | 'update' | 'invalidates' | 'expires',
  cause: unknown,
): Error {
  const problem = cause instanceof Error ? textOf(cause) : describeValue(cause)
  const text =
    process.env.NODE_ENV === 'production' ||
    `\`${member}\` of ${name} failed, so that it changes nothing: ${problem}.`
  return new Error(codedMessage('failed-callback', text, `${name}, ${member}`), { cause })
}
