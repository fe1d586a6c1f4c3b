import { keepCreatedAs } from '../../normalize/landing'
import type { EntityRow } from '../../schema/contract'
import { getOwn, mapValues } from '../../util/record'
import type { FulfilledAction, RequestMeta, RestAction } from './actions'
import { notAfter } from './adopt'
import { problemOf } from './checkAction'
import type { RestState } from './state'
import { getRow } from './table'

/** What taking an action needs of a store. */
interface Store {
  readonly session: string
  readonly clock: { next(): number }
  readonly state: RestState
  readonly inFlight: { has(requestId: string): boolean; readonly size: number }
}

/** An action as this store takes it; `undefined` where it has no effect here. */
export function acceptAction(store: Store, action: RestAction): RestAction | undefined {
  const { kind, session, ...meta } = action.meta
  // The start of a request comes again, or late, after the request has ended; or it is one of another store.
  const { requestStatus, requestId } = meta as RequestMeta
  if (requestStatus === 'pending' && !store.inFlight.has(requestId)) return undefined
  // Copied or late, the reducer compares when it landed.
  if (session === store.session) return action
  const problem = process.env.NODE_ENV === 'production' ? undefined : problemOf(action)
  if (problem !== undefined) {
    console.error(`${action.type} was refused: ${problem}.`)
    return undefined
  }
  const isResponse = kind === 'request' && requestStatus === 'fulfilled'
  if (isResponse || kind === 'set') return asWrittenHere(store, action as FulfilledAction)
  return ['request', 'write'].includes(kind) ? undefined : asDoneHere(store, action)
}

/** A response, or a write by hand, of another session: as if it were written by hand here and now. */
function asWrittenHere(store: Store, { type, payload, meta }: FulfilledAction): FulfilledAction {
  const { clock, inFlight, session, state } = store
  const moment = clock.next()
  const now = Date.now()
  // What is in flight may not contain it, or be newer.
  const doubt = inFlight.size > 0 && { doubtful: moment }
  const moved = (row: EntityRow, stored: EntityRow | undefined): EntityRow => {
    const times = { ...notAfter(row.meta, now), fetchedAt: moment, landed: moment, ...doubt }
    return { ...row, meta: keepCreatedAs(times, stored) }
  }
  const { result, beside } = payload
  return {
    type,
    payload: {
      ...(result !== undefined && { result }),
      ...(beside && { beside }),
      entities: mapValues(payload.entities, (table, schemaKey) =>
        mapValues(table, (row, pk) => moved(row, getRow(getOwn(state.entities, schemaKey), pk))),
      ),
    },
    meta: { ...notAfter(meta, now), session, fetchedAt: moment, landed: moment },
  }
}

/** What another session invalidated, expired or reset: here that happens now. The rows that it made stale are its own. */
function asDoneHere({ clock, session }: Store, action: RestAction): RestAction {
  const { type, meta, payload } = action
  const { key, keys } = (payload ?? {}) as { key?: string; keys?: readonly string[] }
  return {
    type,
    payload: { ...(key !== undefined && { key }), ...(keys && { keys }) },
    meta: { ...meta, session, fetchedAt: clock.next(), date: Date.now() },
  } as RestAction
}
