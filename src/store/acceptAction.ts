import type { EntityRow } from '../schema/contract'
import { mapValues } from '../util/mapValues'
import type { CommitPayload, FulfilledAction, RestAction } from './state/actions'
import { problemOfAction, problemOfCopy } from './state/checkAction'
import { clampedRow, clampedTimes, earlier, type Limit } from './state/OutsideStates'
import type { Runtime } from './Runtime'

/** An action as this store takes it; `undefined` where it says nothing to this store, or cannot be read. */
export function acceptAction(runtime: Runtime, action: RestAction): RestAction | undefined {
  const { own } = runtime
  if (own.has(action)) return action
  const isOwn = own.isNamed(action)
  // A middleware may have copied it, and anybody may have altered the copy.
  const problem = isOwn ? problemOfCopy(action, own) : problemOfAction(action)
  if (problem !== undefined) {
    console.error(`${action.type} was refused: ${problem}. The state stays as it is.`)
    return undefined
  }
  return isOwn ? action : adopted(runtime, action)
}

/**
 * An action that this store did not make: broadcast by another one, replayed, or dispatched by hand. What it writes counts as
 * imported, and what it does happens now.
 */
function adopted(runtime: Runtime, action: RestAction): RestAction | undefined {
  const { meta } = action
  if (meta.kind === 'optimistic' || meta.kind === 'hydrate') return undefined
  if (meta.kind !== 'request' && meta.kind !== 'set') {
    const order = { ...runtime.clock.next(), date: Date.now() }
    return withoutRepairs({ ...action, meta: { ...meta, ...order } } as RestAction)
  }
  const isAnswer = meta.kind === 'set' || meta.requestStatus === 'fulfilled'
  return isAnswer ? imported(action as FulfilledAction, runtime.limit) : undefined
}

/** What was repaired in another store's state, and the rows that it made stale, are none of this one's. */
function withoutRepairs(action: RestAction): RestAction {
  const { payload } = action as { payload?: object }
  if (payload === undefined) return action
  const { repaired: _, entities: _rows, ...rest } = payload as Partial<CommitPayload>
  const rows = action.meta.kind === 'gc' ? { entities: {} } : {}
  return { ...action, payload: { ...rest, ...rows } } as RestAction
}

/** A response, or a write by hand, of another store: older than whatever is in flight here. */
function imported({ type, payload, meta }: FulfilledAction, limit: Limit): FulfilledAction {
  const { result, indexes } = payload
  const { landed = meta } = meta
  return {
    type,
    payload: {
      ...(result === undefined ? {} : { result }),
      entities: importedRows(payload.entities, limit),
      ...(indexes && { indexes }),
    },
    meta: {
      ...meta,
      ...earlier(meta, limit),
      ...clampedTimes(meta, limit),
      landed: earlier(landed, limit),
    },
  }
}

function importedRows(
  entities: CommitPayload['entities'],
  limit: Limit,
): CommitPayload['entities'] {
  return mapValues(entities, (table) =>
    mapValues(table, (row: EntityRow) => clampedRow(row, limit)),
  )
}
