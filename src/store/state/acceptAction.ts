import { keepKnown } from '../../normalize/landing'
import type { EntityRow } from '../../schema/contract'
import { isObject } from '../../util/checks'
import { getOwn, mapValues } from '../../util/record'
import type { CommitPayload, RequestMeta, RestAction, SetMeta } from './actions'
import { notAfter } from './adopt'
import { isReadable } from './readableState'
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

type Kind = RestAction['meta']['kind']
type Member = 'entities' | 'key' | 'keys' | 'state'

/** What the payload of each kind of action must have. */
const PAYLOADS: Readonly<Record<Kind, Member | ''>> = {
  request: 'entities',
  set: 'entities',
  invalidate: 'key',
  expire: 'key',
  invalidateAll: 'keys',
  expireAll: 'keys',
  write: '',
  reset: '',
  jump: 'state',
}

const CHECKS: Readonly<Record<Member, (value: unknown) => boolean>> = {
  entities: (value) => isMapOf(value, (table) => isMapOf(table, isRow)),
  key: (value) => typeof value === 'string',
  keys: (value) => Array.isArray(value) && value.every((key) => typeof key === 'string'),
  state: isReadable,
}

/** For development: what is wrong with an action that no store made; `undefined` where nothing is. */
export function problemOf({ meta, ...action }: RestAction): string | undefined {
  const member = getOwn(PAYLOADS, meta.kind)
  if (member === undefined) return `there is no kind "${meta.kind}"`
  const { arg, requestStatus } = meta as { arg?: { key?: unknown }; requestStatus?: unknown }
  if (meta.kind === 'request' && typeof arg?.key !== 'string') return '`meta.arg.key` is no text'
  // Of the other actions of requests, nothing is taken.
  if (member === '' || (meta.kind === 'request' && requestStatus !== 'fulfilled')) return undefined
  const times = member === 'entities' ? ['date', 'expiresAt'] : ['date']
  if (!hasTimes(meta, times)) return `\`meta.${times.join('` or `meta.')}\` is no number`
  const { payload } = action as { readonly payload?: Readonly<Record<string, unknown>> }
  return CHECKS[member](payload?.[member]) ? undefined : `\`payload.${member}\` is not what it has`
}

function isRow(row: unknown): boolean {
  if (!isObject(row) || typeof row['data'] !== 'object' || row['data'] === null) return false
  return hasTimes(row['meta'], ['date', 'expiresAt'])
}

function hasTimes(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => Number.isFinite(value[name]))
}

function isMapOf(value: unknown, check: (member: unknown) => boolean): boolean {
  return isObject(value) && Object.values(value).every(check)
}
