import { keepKnown } from '../../normalize/landing'
import type { EntityRow } from '../../schema/contract'
import { getOwn, mapValues } from '../../util/record'
import type { CommitPayload, RequestMeta, RestAction, SetMeta } from './actions'
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
  const { kind, session, requestStatus, requestId } = action.meta as RequestMeta
  // The start of a request comes again, or late, after the request has ended; or it is one of another store.
  if (requestStatus === 'pending' && !store.inFlight.has(requestId)) return undefined
  // Copied or late, the reducer compares when it landed.
  if (session === store.session) return action
  const problem = process.env.NODE_ENV === 'production' ? undefined : problemOf(action)
  if (problem !== undefined) {
    console.error(`${action.type} was refused: ${problem}.`)
    return undefined
  }
  if (requestStatus === 'fulfilled') return asDoneHere(store, action)
  return ['request', 'write', 'jump'].includes(kind) ? undefined : asDoneHere(store, action)
}

/** What another session invalidated, expired, reset or wrote: here that happens now, as if by hand. */
function asDoneHere(store: Store, { type, meta, ...action }: RestAction): RestAction {
  const { payload } = action as { readonly payload?: Partial<CommitPayload> & Keys }
  const { result, beside, key, keys, entities, confirmed } = payload ?? {}
  const landed = store.clock.next()
  const date = Date.now()
  const isWrite = 'expiresAt' in meta
  return {
    type,
    payload: {
      ...(result !== undefined && { result }),
      ...(beside && { beside }),
      ...(key !== undefined && { key }),
      ...(keys && { keys }),
      // The rows that it made stale are its own.
      ...(isWrite && { entities: asWrittenHere(store, entities, confirmed, { landed, date }) }),
    },
    meta: {
      ...meta,
      ...(isWrite ? notAfter(meta, date) : { date }),
      session: store.session,
      fetchedAt: landed,
      landed,
    },
  } as RestAction
}

type Keys = { readonly key?: string; readonly keys?: readonly string[] }

function asWrittenHere(
  { inFlight, state }: Store,
  entities: CommitPayload['entities'] = {},
  confirmed: CommitPayload['confirmed'],
  { landed, date }: Pick<SetMeta, 'landed' | 'date'>,
): CommitPayload['entities'] {
  // What is in flight may not contain it, or be newer.
  const times = { fetchedAt: landed, landed, ...(inFlight.size > 0 && { doubtful: landed }) }
  const moved = (row: EntityRow, stored: EntityRow | undefined): EntityRow => {
    const isChange = row.meta.changed !== undefined
    const { since: _, ...known } = notAfter(row.meta, date)
    const meta = { ...known, ...times, ...(isChange && { changed: landed }) }
    return { ...row, meta: keepKnown(meta, stored) }
  }
  return mapValues(entities, (table, schemaKey) => {
    // What is only expected there is not known here.
    const rows = Object.entries({ ...table, ...getOwn(confirmed, schemaKey) })
    return Object.fromEntries(
      rows.flatMap(([pk, row]) =>
        row === null ? [] : [[pk, moved(row, getRow(getOwn(state.entities, schemaKey), pk))]],
      ),
    )
  })
}
