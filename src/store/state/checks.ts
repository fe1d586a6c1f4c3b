import { isObject } from '../../util/checks'
import { getOwn } from '../../util/record'
import type { RestAction } from './actions'

// The shape of states and actions, to check those that were made elsewhere.

/** Whether a value is what it has to be. */
export type Check = (value: unknown) => boolean

/** What the members of an object have to be: a text, a number, a boolean, an object, or what passes a check. */
interface Fields {
  readonly [field: string]: '' | 0 | true | Check | Fields
}

const optional =
  (shape: Fields[string]): Check =>
  (value) =>
    value === undefined || hasShape(value, shape)

const listOf =
  (shape: Fields[string]): Check =>
  (value) =>
    Array.isArray(value) && value.every((member) => hasShape(member, shape))

/** Its keys are data: any is fine. */
const mapOf =
  (shape: Fields[string]): Check =>
  (value) =>
    isObject(value) && Object.values(value).every((member) => hasShape(member, shape))

function hasShape(value: unknown, shape: Fields[string]): boolean {
  if (typeof shape === 'function') return shape(value)
  if (typeof shape === 'object') return isPlain(value) && wrongField(value, shape) === undefined
  return typeof value === typeof shape && !(shape === 0 && !Number.isFinite(value))
}

/** The first field that is not what it has to be. */
function wrongField(value: Record<string, unknown>, fields: Fields): string | undefined {
  return Object.keys(fields).find(
    (field) => !hasShape(value[field], fields[field] as Fields[string]),
  )
}

/** An own `__proto__` would become the prototype of a copy. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Object.hasOwn(value, '__proto__')
}

const isData: Check = (value) => typeof value === 'object' && value !== null
const isStatus: Check = (value) =>
  value === 'pending' || value === 'fulfilled' || value === 'rejected'

const ORDER: Fields = { fetchedAt: 0, seq: 0 }
const STAMPS: Fields = { ...ORDER, date: 0, landed: optional(ORDER) }
const META: Fields = { ...STAMPS, expiresAt: 0 }
const ERROR: Fields = { name: '', message: '' }
const ROW: Fields = { data: isData, invalid: true, meta: META }
const REQUEST_ROW: Fields = {
  ...META,
  status: isStatus,
  invalid: true,
  invalidated: optional(ORDER),
  expired: optional(ORDER),
  requestId: optional(''),
  error: optional(ERROR),
}

export const isText: Check = (value) => typeof value === 'string'
export const isOrder: Check = (value) => hasShape(value, ORDER)

/** Whether a value is a row of an entity table. */
export const isRow: Check = (value) => hasShape(value, ROW)

/** Whether a value is the row of a read. */
export const isRequestRow: Check = (value) => hasShape(value, REQUEST_ROW)

const INDEXES = optional(mapOf(mapOf(mapOf((pk) => pk === null || isText(pk)))))
const COMMIT: Fields = { entities: mapOf(mapOf(ROW)), indexes: INDEXES }
const REQUEST_META: Fields = {
  ...META,
  requestId: '',
  requestStatus: isStatus,
  arg: { endpoint: '', key: '', args: Array.isArray },
}

/** What the meta and the payload of each kind of action have. */
const KINDS: Readonly<
  Record<RestAction['meta']['kind'], readonly [meta: Fields, payload: Fields]>
> = {
  request: [REQUEST_META, COMMIT],
  set: [META, COMMIT],
  invalidate: [STAMPS, { key: '' }],
  invalidateAll: [STAMPS, { keys: listOf('') }],
  expireAll: [STAMPS, { keys: listOf('') }],
  gc: [STAMPS, { requests: listOf('') }],
  reset: [STAMPS, { requests: optional(mapOf(REQUEST_ROW)) }],
  optimistic: [STAMPS, {}],
  hydrate: [STAMPS, {}],
}

/** The member of an action that is wrong; `undefined` where it can be read. */
export function problemOfAction(action: RestAction): string | undefined {
  const {
    meta,
    payload = {},
    error,
  } = action as { meta: { kind: string }; payload?: unknown; error?: unknown }
  const [metaFields, payloadFields] = getOwn(KINDS, meta.kind) ?? []
  if (metaFields === undefined) return 'meta.kind'
  const status = action.meta.kind === 'request' ? action.meta.requestStatus : undefined
  return (
    problemIn('meta', meta, metaFields) ??
    (status === 'rejected' ? problemIn('error', error, ERROR) : undefined) ??
    (status === 'rejected' || status === 'pending'
      ? undefined
      : problemIn('payload', payload, payloadFields ?? {}))
  )
}

/** The member that is wrong in a copy of an action that the store made, whose payload it writes as it is. */
export function problemOfCopy({
  payload = {},
}: {
  readonly payload?: unknown
}): string | undefined {
  const row: Fields = { ...ROW, meta: { ...META, landed: ORDER } }
  const repairOf = (shape: Fields[string]): Fields => ({ stamp: ORDER, row: shape })
  return problemIn('payload', payload, {
    entities: optional(mapOf(mapOf(row))),
    touched: optional(mapOf(listOf({ landed: ORDER, pks: listOf('') }))),
    indexes: INDEXES,
    repaired: optional({
      entities: mapOf(mapOf(repairOf(row))),
      requests: mapOf(repairOf((it) => it === null || isRequestRow(it))),
      lastReset: repairOf(ORDER),
    }),
  })
}

function problemIn(name: string, value: unknown, fields: Fields): string | undefined {
  const problem = isPlain(value) ? wrongField(value, fields) : ''
  return problem === undefined ? undefined : problem === '' ? name : `${name}.${problem}`
}
