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
  if (typeof shape === 'object') return wrongField(value, shape) === undefined
  return typeof value === typeof shape && !(shape === 0 && !Number.isFinite(value))
}

/** The first field that is not what it has to be; an empty name where a value is no object at all. */
function wrongField(value: unknown, fields: Fields): string | undefined {
  // An own `__proto__` would become the prototype of a copy.
  if (!isObject(value) || Object.hasOwn(value, '__proto__')) return ''
  return Object.keys(fields).find(
    (field) => !hasShape(value[field], fields[field] as Fields[string]),
  )
}

const STATUSES = new Set<unknown>(['pending', 'fulfilled', 'rejected'])

const isData: Check = (value) => typeof value === 'object' && value !== null
const isStatus: Check = (value) => STATUSES.has(value)

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
const KINDS: Readonly<Record<string, readonly [meta: Fields, payload: Fields]>> = {
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

const WRITTEN_ROW: Fields = { ...ROW, meta: { ...META, landed: ORDER } }
const repairOf = (row: Fields[string]): Fields => ({ stamp: ORDER, row })

const WRITTEN: Fields = {
  entities: optional(mapOf(mapOf(WRITTEN_ROW))),
  touched: optional(mapOf(listOf({ landed: ORDER, pks: listOf('') }))),
  indexes: INDEXES,
  repaired: optional({
    entities: mapOf(mapOf(repairOf(WRITTEN_ROW))),
    requests: mapOf(repairOf((it) => it === null || isRequestRow(it))),
    lastReset: repairOf(ORDER),
  }),
}

/** What is wrong with an action; `undefined` where it can be read. */
export function problemOfAction(action: RestAction): string | undefined {
  const {
    meta,
    payload = {},
    error,
  } = action as { meta: { kind: string }; payload?: unknown; error?: unknown }
  const [metaFields, payloadFields] = getOwn(KINDS, meta.kind) ?? []
  if (metaFields === undefined) return `there is no kind "${meta.kind}"`
  const status = action.meta.kind === 'request' ? action.meta.requestStatus : undefined
  return (
    problemIn('meta', meta, metaFields) ??
    (status === 'rejected' ? problemIn('error', error, ERROR) : undefined) ??
    (status === 'rejected' || status === 'pending'
      ? undefined
      : problemIn('payload', payload, payloadFields ?? {}))
  )
}

/** What is wrong with the payload of a copy of an action that the store made, which is written as it is. */
export function problemOfCopy(payload: unknown = {}): string | undefined {
  return problemIn('payload', payload, WRITTEN)
}

function problemIn(name: string, value: unknown, fields: Fields): string | undefined {
  const problem = wrongField(value, fields)
  if (problem === undefined) return undefined
  return `\`${problem === '' ? name : `${name}.${problem}`}\` is not what such an action has`
}
