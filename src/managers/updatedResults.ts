import { broughtValue } from '../endpoint/brought'
import type { ResultUpdates } from '../endpoint/contract'
import { attempt, isPlainObject } from '../util/checks'
import { describeValue } from '../util/messages'
import { setOwn } from '../util/record'
import { toStored } from '../util/toPlain'
import { reportCallback } from '../store/requests/reportCallback'
import type { RequestRow } from '../store/state/state'
import { getRow, type Table } from '../store/state/table'
import type { ManagedCall } from '../store/Manager'

/** Results by the keys of calls. */
type Results = Readonly<Record<string, unknown>>

/** How the response of a mutation changes the results of other calls; nothing where `update` fails. */
export function updatesOf(call: ManagedCall, result: unknown): ResultUpdates {
  const { endpoint, args } = call
  try {
    const updates: object = broughtValue(endpoint.update)?.(result, ...args) ?? {}
    if (updates instanceof Promise) updates.catch(() => undefined)
    if (!isPlainObject(updates)) {
      throw new TypeError(`it returned ${describeValue(updates)}, and no functions by key`)
    }
    return updates as ResultUpdates
  } catch (error) {
    reportCallback(call, 'update', error)
    return {}
  }
}

/** The results of calls after a mutation; a call without a response has none. */
export function updatedResults(
  call: ManagedCall,
  updates: ResultUpdates,
  requests: Table<RequestRow>,
): Results {
  const results: Record<string, unknown> = {}
  for (const [key, update] of Object.entries(updates)) {
    const { result, beside } = getRow(requests, key) ?? {}
    if (result === undefined || beside !== undefined) continue
    try {
      if (process.env.NODE_ENV !== 'production' && typeof update !== 'function') {
        throw new TypeError(`it returned ${describeValue(update)} for ${key}, and no function`)
      }
      setOwn(results, key, changed(result, update))
    } catch (error) {
      reportCallback(call, 'update', error)
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
  const next = toStored(update(existing)) ?? existing
  if (Array.isArray(next) !== Array.isArray(existing) && existing !== null) {
    throw new TypeError(`it returned ${describeValue(next)} for ${describeValue(existing)}`)
  }
  return isDoubled(next) && !isDoubled(existing) ? existing : next
}

function isDoubled(result: unknown): boolean {
  if (!Array.isArray(result)) return false
  const texts = result.filter((it) => typeof it === 'string')
  return new Set(texts).size < texts.length
}
