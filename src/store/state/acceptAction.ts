import { nanoid } from '@reduxjs/toolkit'
import { mapValues } from '../../util/record'
import type { CommitPayload, FulfilledAction, RequestMeta, RestAction } from './actions'
import { problemOfAction, problemOfCopy } from './checks'
import { clampRow, clampStamps, type Limit } from './importedRows'

/** The actions of one store: it knows them, and copies of them, as its own. */
export class OwnActions {
  /** What the ids of the store's requests and actions begin with. */
  readonly #id = nanoid(10)
  #count = 0
  /** Actions that the store sent. */
  readonly #sent = new WeakSet<object>()
  /** Those whose dispatch is over. */
  readonly #past = new WeakSet<object>()

  /** An id for a request, or for another action of the store. */
  nextId(): string {
    this.#count += 1
    return `${this.#id}-${this.#count}`
  }

  add(action: RestAction): void {
    this.#sent.add(action)
    const { payload } = action as { payload?: object }
    if (payload !== undefined) this.#sent.add(payload)
  }

  /** Records that the dispatch of an action is over. */
  end(action: RestAction): void {
    this.#past.add(action)
  }

  /** Whether an action is being dispatched by the store that made it: no copy, and neither again nor late. */
  isOnTime(action: RestAction): boolean {
    return this.#sent.has(action) && !this.#past.has(action)
  }

  /** Whether an action, or its payload, is the very object that the store sent. */
  has(sent: unknown): boolean {
    return this.#sent.has(sent as object)
  }

  /** Whether an action has an id of the store, however late or copied it comes. */
  isNamed({ meta }: RestAction): boolean {
    // An action from elsewhere may have anything as its id.
    const id: unknown = meta.kind === 'request' ? meta.requestId : meta.actionId
    return typeof id === 'string' && id.startsWith(this.#id)
  }
}

/** What the acceptance of actions needs of a store. */
interface Store {
  readonly ownActions: OwnActions
  readonly clock: { next(): number }
  readonly limit: Limit
  readonly inFlight: { has(requestId: string): boolean }
}

/** An action as this store takes it; `undefined` where it does not concern this store, or cannot be read. */
export function acceptAction(store: Store, action: RestAction): RestAction | undefined {
  const { ownActions, inFlight } = store
  const { requestStatus, requestId } = action.meta as RequestMeta
  // The start of a request comes again, or late, after the request has ended.
  if (requestStatus === 'pending' && !inFlight.has(requestId)) return undefined
  if (ownActions.has(action)) return action
  // A middleware may have copied it, and any code may have altered the copy.
  const isOwn = ownActions.isNamed(action)
  if (process.env.NODE_ENV !== 'production') {
    // A payload that the store sent needs no second look.
    const { payload } = action as { readonly payload?: object }
    const isWritten = isOwn && !ownActions.has(payload)
    const problem = problemOfAction(action) ?? (isWritten ? problemOfCopy(payload) : undefined)
    if (problem !== undefined) {
      const found =
        problem === 'meta.kind'
          ? `there is no kind "${action.meta.kind}"`
          : `\`${problem}\` is not what such an action has`
      console.error(`${action.type} was refused: ${found}.`)
      return undefined
    }
  }
  return isOwn ? action : adopted(store, action)
}

/**
 * An action that this store did not make: broadcast by another one, replayed, or dispatched by hand. What it writes counts as
 * imported, and what it does happens now.
 */
function adopted({ clock, limit }: Store, action: RestAction): RestAction | undefined {
  const { meta } = action
  const isResponse = meta.kind === 'request' && meta.requestStatus === 'fulfilled'
  if (isResponse || meta.kind === 'set') return imported(action as FulfilledAction, limit)
  if (['request', 'optimistic', 'write'].includes(meta.kind)) return undefined
  const { payload } = action as { payload?: Partial<CommitPayload> }
  // Repairs of another store's state, and the rows that it made stale, do not concern this one.
  const { repaired: _, entities: _rows, ...rest } = payload ?? {}
  return {
    ...action,
    ...(payload && { payload: rest }),
    meta: { ...meta, fetchedAt: clock.next(), date: Date.now() },
  } as RestAction
}

/** A response, or a write by hand, of another store: older than all requests in flight here. */
function imported({ type, payload, meta }: FulfilledAction, limit: Limit): FulfilledAction {
  const { result, beside, entities } = payload
  const { landed = meta.fetchedAt } = meta
  return {
    type,
    payload: {
      ...(result !== undefined && { result }),
      ...(beside && { beside }),
      entities: mapValues(entities, (table) => mapValues(table, (row) => clampRow(row, limit))),
    },
    meta: clampStamps({ ...meta, landed }, limit),
  }
}
