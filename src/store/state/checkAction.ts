import { isObject } from '../../util/checks'
import { getOwn } from '../../util/record'
import type { RestAction } from './actions'
import { isReadable } from './readableState'

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
