import { isObject } from '../../util/checks'
import { getOwn } from '../../util/record'
import type { RestAction } from './actions'

// The shape of states and actions, to check those that were made elsewhere.

/** Whether a value is what it has to be. */
type Check = (value: unknown) => boolean

/** What a value has to be: a text, a number, a boolean, what passes a check, or an object with such members. */
export type Shape = '' | 0 | true | Check | Fields

interface Fields {
  readonly [field: string]: Shape
}

const optional =
  (shape: Shape): Check =>
  (value) =>
    value === undefined || hasShape(value, shape)

const listOf =
  (shape: Shape): Check =>
  (value) =>
    Array.isArray(value) && value.every((member) => hasShape(member, shape))

/** Its keys are data: any is fine. */
const mapOf =
  (shape: Shape): Check =>
  (value) =>
    isObject(value) && Object.values(value).every((member) => hasShape(member, shape))

export function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'function') return shape(value)
  if (typeof shape === 'object') return wrongField(value, shape) === undefined
  return typeof value === typeof shape && !(shape === 0 && !Number.isFinite(value))
}

/** The first field that is not what it has to be; an empty name where a value is no object at all. */
function wrongField(value: unknown, fields: Fields): string | undefined {
  // An own `__proto__` would become the prototype of a copy.
  if (!isObject(value) || Object.hasOwn(value, '__proto__')) return ''
  return Object.keys(fields).find((field) => !hasShape(value[field], fields[field] as Shape))
}

const STATUSES = new Set<unknown>(['pending', 'fulfilled', 'rejected'])

const isData: Check = (value) => typeof value === 'object' && value !== null
const isStatus: Check = (value) => STATUSES.has(value)

const STAMPS: Fields = { fetchedAt: 0, date: 0, landed: optional(0) }
const META: Fields = { ...STAMPS, expiresAt: 0 }
const ROW_META: Fields = { ...META, createdAs: optional(listOf('')) }
const ERROR: Fields = { name: '', message: '' }
/** A row of an entity table. */
export const ROW: Fields = { data: isData, invalid: true, meta: ROW_META }
/** The row of a read. */
export const REQUEST_ROW: Fields = {
  ...META,
  status: isStatus,
  invalid: true,
  invalidated: optional(0),
  expired: optional(0),
  requestId: optional(''),
  error: optional(ERROR),
}

/** The row of a mutation. */
export const MUTATION_ROW: Fields = {
  fetchedAt: 0,
  status: isStatus,
  requestId: '',
  arg: { endpoint: '', key: '', args: Array.isArray },
  rows: optional(mapOf(listOf(''))),
  error: optional(ERROR),
}

const nullOr =
  (shape: Shape): Check =>
  (value) =>
    value === null || hasShape(value, shape)

/** Layers of a state. */
export const LAYERS: Check = listOf({
  fetchedAt: 0,
  requestId: '',
  key: '',
  entities: mapOf(mapOf(ROW)),
})
const LAYER_CHANGES: Fields = { layers: optional(LAYERS), dropped: optional(listOf('')) }
const COMMIT: Fields = { entities: mapOf(mapOf(ROW)) }
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
  expire: [STAMPS, { key: '' }],
  write: [{ ...STAMPS, label: '' }, {}],
  reset: [STAMPS, { requests: optional(mapOf(REQUEST_ROW)) }],
  optimistic: [STAMPS, {}],
}

const WRITTEN_ROW: Fields = { ...ROW, meta: { ...ROW_META, landed: 0 } }
const repairOf = (row: Shape): Fields => ({ stamp: 0, row })

const WRITTEN: Fields = {
  entities: optional(mapOf(mapOf(WRITTEN_ROW))),
  touched: optional(mapOf(listOf({ landed: 0, pks: listOf('') }))),
  optimistic: optional(LAYER_CHANGES),
  repaired: optional({
    entities: mapOf(mapOf(repairOf(WRITTEN_ROW))),
    requests: mapOf(repairOf(nullOr(REQUEST_ROW))),
    lastReset: repairOf(0),
  }),
}

/** The member of an action that is wrong; `undefined` where it can be read. */
export function problemOfAction(action: RestAction): string | undefined {
  const {
    meta,
    payload = {},
    error,
  } = action as { meta: { kind: string }; payload?: unknown; error?: unknown }
  const fields = getOwn(KINDS, meta.kind)
  if (fields === undefined) return 'meta.kind'
  const status = action.meta.kind === 'request' ? action.meta.requestStatus : undefined
  const [metaFields, payloadFields] = fields
  const problem = problemIn('meta', meta, metaFields)
  if (problem !== undefined || status === 'pending') return problem
  return status === 'rejected'
    ? problemIn('error', error, ERROR)
    : problemIn('payload', payload, payloadFields)
}

/** The member that is wrong in the payload of a copy of an action that the store made, which is written as it is. */
export function problemOfCopy(payload: unknown = {}): string | undefined {
  return problemIn('payload', payload, WRITTEN)
}

function problemIn(name: string, value: unknown, fields: Fields): string | undefined {
  const problem = wrongField(value, fields)
  return problem === undefined ? undefined : problem === '' ? name : `${name}.${problem}`
}
