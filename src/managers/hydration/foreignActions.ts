import { keepKnown } from '../../normalize/landing'
import type { EntityRow } from '../../schema/contract'
import type { Runtime } from '../../store/Runtime'
import type { CommitPayload, RequestMeta, RestAction, SetMeta } from '../../store/state/actions'
import { notAfter } from '../../store/state/adopt'
import { isReadable } from '../../store/state/readableState'
import { getRow } from '../../store/state/table'
import { isObject } from '../../util/checks'
import { getOwn, mapValues } from '../../util/record'

/** An action of another store as this one takes it; `undefined` where it has no effect here. */
export function takeForeign(runtime: Runtime, action: RestAction): RestAction | undefined {
  const { kind, requestStatus } = action.meta as RequestMeta
  const problem = process.env.NODE_ENV === 'production' ? undefined : problemOf(action)
  if (problem !== undefined) {
    console.error(`${action.type} was refused: ${problem}.`)
    return undefined
  }
  if (requestStatus === 'fulfilled') return asDoneHere(runtime, action)
  return ['request', 'write', 'jump'].includes(kind) ? undefined : asDoneHere(runtime, action)
}

/** What another session invalidated, expired, reset or wrote: here that happens now, as if by hand. */
function asDoneHere(runtime: Runtime, { type, meta, ...action }: RestAction): RestAction {
  const { payload } = action as { readonly payload?: Partial<CommitPayload> & Keys }
  const { result, beside, key, keys, entities, confirmed } = payload ?? {}
  const landed = runtime.clock.next()
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
      ...(isWrite && { entities: asWrittenHere(runtime, entities, confirmed, { landed, date }) }),
    },
    meta: {
      ...meta,
      ...(isWrite ? notAfter(meta, date) : { date }),
      session: runtime.session,
      fetchedAt: landed,
      landed,
    },
  } as RestAction
}

type Keys = { readonly key?: string; readonly keys?: readonly string[] }

function asWrittenHere(
  { inFlight, state }: Runtime,
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
function problemOf({ meta, ...action }: RestAction): string | undefined {
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
