import type { ResultUpdates } from '../endpoint/contract'
import type { Manager, ManagerHooks, ManagerStore } from '../store/Manager'
import type { FulfilledAction, RestAction } from '../store/state/actions'
import { confirmedResult, confirmedState } from '../store/state/confirmed'
import { getRow } from '../store/state/table'
import { getOwn } from '../util/record'
import { replaceEqualDeep } from '../util/replaceEqualDeep'
import { updatedResults, updatesOf, withUpdates } from './updatedResults'

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

  /** Adds the results that a mutation changes. */
  #update(action: FulfilledAction): FulfilledAction {
    const { inFlight } = this.#store
    const { requestId, landed } = action.meta
    const call = inFlight.find((it) => it.call.requestId === requestId)?.call
    if (call?.endpoint.update === undefined || landed === undefined) return action
    const changes = updatesOf(call, action.payload.result)
    if (!inFlight.some((it) => !it.call.isMutation)) this.#landed = []
    this.#landed.push({ landed, changes })
    const results = updatedResults(call, changes, confirmedState(this.#store.getState()).requests)
    if (Object.keys(results).length === 0) return action
    return { ...action, payload: { ...action.payload, results } }
  }

  /** The response of a read with what landed since it was requested. */
  #updated(action: FulfilledAction): FulfilledAction {
    const { meta, payload } = action
    const { key } = meta.arg
    const later = this.#landed.filter(({ landed }) => landed > meta.fetchedAt)
    const steps = later.flatMap(({ changes }) => getOwn(changes, key) ?? [])
    if (steps.length === 0) return action
    const last = confirmedResult(getRow(this.#store.getState().requests, key))
    const result = replaceEqualDeep(last, withUpdates(payload.result, steps))
    return { ...action, payload: { ...payload, result } }
  }
}
