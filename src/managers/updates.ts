import { broughtValue } from '../endpoint/brought'
import type { ResultUpdates } from '../endpoint/contract'
import type { ManagedRequest, Manager, ManagerHooks, ManagerStore } from '../store/Manager'
import { reportCallback } from '../store/report'
import type { FulfilledAction, RestAction } from '../store/state/actions'
import type { RequestRow } from '../store/state/state'
import { getRow } from '../store/state/table'
import { attempt, isPlainObject } from '../util/checks'
import { describeValue } from '../util/messages'
import { getOwn, setOwn } from '../util/record'
import { replaceEqualDeep } from '../util/replaceEqualDeep'
import { toStored } from '../util/toPlain'

/**
 * The manager of the option `update`: how the response of a mutation changes the results of other calls, by their keys. Most
 * apps need none, since lists follow their entities.
 *
 * @example
 * const addToQueue = new RestEndpoint({
 *   path: '/queue',
 *   method: 'POST',
 *   update: [updates, (id: string) => ({ [getQueue.key()]: (ids: readonly string[]) => [...ids, id] })],
 * })
 */
export const updates: Manager & { readonly name: 'updates' } = {
  name: 'updates',
  init: (store) => new UpdatedResults(store),
}

type Update = ResultUpdates[string]

/** Changes the results of other calls with the responses of mutations, also those that were requested before. */
class UpdatedResults implements ManagerHooks {
  readonly #store: ManagerStore
  /** What landed while a read was in flight, whose response may not contain it. */
  #landed: { readonly landed: number; readonly changes: ResultUpdates }[] = []

  constructor(store: ManagerStore) {
    this.#store = store
  }

  readonly commit = (action: RestAction): RestAction => {
    const { meta } = action
    if (meta.kind !== 'request' || meta.requestStatus !== 'fulfilled') return action
    const fulfilled = action as FulfilledAction
    return meta.sideEffect === true ? this.#update(fulfilled) : this.#updated(fulfilled)
  }

  /** Adds the results that a mutation changes; a call without a response has none. */
  #update(action: FulfilledAction): FulfilledAction {
    const { inFlight } = this.#store
    const { requestId, landed } = action.meta
    const call = inFlight.find((it) => it.requestId === requestId)
    if (call?.endpoint.update === undefined || landed === undefined) return action
    const changes = updatesOf(call, action.payload.result)
    if (!inFlight.some((it) => !it.isMutation)) this.#landed = []
    this.#landed.push({ landed, changes })
    const requests: Record<string, RequestRow> = {}
    for (const [key, update] of Object.entries(changes)) {
      const row = this.#rowOf(key)
      if (row?.result === undefined || row.beside !== undefined) continue
      try {
        setOwn(requests, key, { ...row, result: changed(row.result, update, key), landed })
      } catch (error) {
        reportCallback(call, 'update', error)
      }
    }
    if (Object.keys(requests).length === 0) return action
    return { ...action, payload: { ...action.payload, requests } }
  }

  /** The response of a read with what landed since it was requested, unless the response contains it. */
  #updated(action: FulfilledAction): FulfilledAction {
    const { meta, payload } = action
    const { key } = meta.arg
    const later = this.#landed.filter(({ landed }) => landed > meta.fetchedAt)
    const steps = later.flatMap(({ changes }) => getOwn(changes, key) ?? [])
    if (steps.length === 0) return action
    const whole = steps.reduce(
      (result, update) => attempt(() => changed(result, update, key)) ?? result,
      payload.result,
    )
    const result = replaceEqualDeep(this.#rowOf(key)?.result, whole)
    return { ...action, payload: { ...payload, result } }
  }

  #rowOf(key: string) {
    return getRow(this.#store.getState().requests, key)
  }
}

/** The functions that change results; none where `update` fails. */
function updatesOf(call: ManagedRequest, result: unknown): ResultUpdates {
  const { endpoint, args } = call
  try {
    const changes: object = broughtValue(endpoint.update)?.(result, ...args) ?? {}
    if (changes instanceof Promise) changes.catch(() => undefined)
    if (!isPlainObject(changes)) {
      throw new TypeError(`it returned ${describeValue(changes)}, and no functions by key`)
    }
    return changes as ResultUpdates
  } catch (error) {
    reportCallback(call, 'update', error)
    return {}
  }
}

/** A result with the change of a mutation, unless it is a list of primary keys, or of other texts, that contains it already. */
function changed(existing: unknown, update: Update, key: string): unknown {
  if (process.env.NODE_ENV !== 'production' && typeof update !== 'function') {
    throw new TypeError(`it returned ${describeValue(update)} for ${key}, and no function`)
  }
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
