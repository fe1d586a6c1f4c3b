import { isObject } from '../../util/isObject'
import { getOwn } from '../../util/own'
import type { RestAction } from './actions'

// The shape of states and actions, to check those that were made elsewhere.

/** Whether a value is what it has to be. */
export type Check = (value: unknown) => boolean

/** What the members of an object have to be. */
type Fields = Readonly<Record<string, Check>>

const isTime: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const isText: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const isData: Check = (value) => typeof value === 'object' && value !== null

/** An own `__proto__` would become the prototype of a copy. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Object.hasOwn(value, '__proto__')
}

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** Its keys are data: any is fine. */
const mapOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)

const hasFields = (fields: Fields): Check => {
  const checks = Object.entries(fields)
  return (value) => isPlain(value) && checks.every(([field, check]) => check(value[field]))
}

const ORDER: Fields = { fetchedAt: isTime, seq: isTime }
export const isOrder = hasFields(ORDER)

const STAMPS: Fields = { ...ORDER, date: isTime, landed: optional(isOrder) }
const META: Fields = { ...STAMPS, expiresAt: isTime }

const rowWith = (meta: Fields): Check =>
  hasFields({ data: isData, invalid: isBoolean, meta: hasFields(meta) })

/** Whether a value is a row of an entity table. */
export const isRow = rowWith(META)

const ERROR: Fields = { name: isText, message: isText }

const isStatus: Check = (value) =>
  value === 'pending' || value === 'fulfilled' || value === 'rejected'

/** Whether a value is the row of a read. */
export const isRequestRow = hasFields({
  ...META,
  status: isStatus,
  invalid: isBoolean,
  invalidated: optional(isOrder),
  expired: optional(isOrder),
  requestId: optional(isText),
  error: optional(hasFields(ERROR)),
})

/** A row that the reducer compares by its landing. */
const isLandedRow = rowWith({ ...META, landed: isOrder })

const isKeys = listOf(isText)
const isIndexes = mapOf(mapOf(mapOf((pk) => pk === null || isText(pk))))
const repairOf = (check: Check): Check => hasFields({ stamp: isOrder, row: check })

/** What the store writes as it is from a payload of its own. */
const OWN_PAYLOAD: Fields = {
  entities: optional(mapOf(mapOf(isLandedRow))),
  touched: optional(mapOf(listOf(hasFields({ landed: isOrder, pks: isKeys })))),
  indexes: optional(isIndexes),
  repaired: optional(
    hasFields({
      entities: mapOf(mapOf(repairOf(isLandedRow))),
      requests: mapOf(repairOf((row) => row === null || isRequestRow(row))),
      lastReset: repairOf(isOrder),
    }),
  ),
}

const COMMIT: Fields = { entities: mapOf(mapOf(isRow)), indexes: optional(isIndexes) }

const REQUEST_META: Fields = {
  ...META,
  requestId: isText,
  requestStatus: isStatus,
  arg: hasFields({ endpoint: isText, key: isText, args: Array.isArray }),
}

/** What the meta and the payload of each kind of action have. */
const KINDS: Readonly<Record<string, readonly [meta: Fields, payload: Fields]>> = {
  request: [REQUEST_META, COMMIT],
  set: [META, COMMIT],
  invalidate: [STAMPS, { key: isText }],
  invalidateAll: [STAMPS, { keys: isKeys }],
  expireAll: [STAMPS, { keys: isKeys }],
  gc: [STAMPS, { requests: isKeys }],
  reset: [STAMPS, { requests: optional(mapOf(isRequestRow)) }],
  optimistic: [STAMPS, {}],
  hydrate: [STAMPS, {}],
}

/** What is wrong with the meta of an action, or with its error; `undefined` where they can be read. */
export function problemOfMeta(action: RestAction): string | undefined {
  const { meta, error } = action as { meta: { kind: string }; error?: unknown }
  const fields = getOwn(KINDS, meta.kind)
  if (fields === undefined) return `there is no kind "${meta.kind}"`
  const isFailure = statusOf(action) === 'rejected'
  return (
    wrongField('meta', meta, fields[0]) ??
    (isFailure ? wrongField('error', error, ERROR) : undefined)
  )
}

/**
 * What is wrong with the payload of an action whose meta can be read.
 * @param isOwn whether the store made it, and so writes its rows as they are
 */
export function problemOfPayload(action: RestAction, isOwn: boolean): string | undefined {
  const { meta, payload = {} } = action as { meta: { kind: string }; payload?: unknown }
  const status = statusOf(action)
  const fields = status === 'pending' || status === 'rejected' ? {} : getOwn(KINDS, meta.kind)?.[1]
  return (
    wrongField('payload', payload, fields ?? {}) ??
    (isOwn ? wrongField('payload', payload, OWN_PAYLOAD) : undefined)
  )
}

function statusOf({ meta }: RestAction): string | undefined {
  return meta.kind === 'request' ? meta.requestStatus : undefined
}

function wrongField(name: string, value: unknown, fields: Fields): string | undefined {
  const problem = isPlain(value)
    ? Object.keys(fields).find((field) => fields[field]?.(value[field]) === false)
    : ''
  return problem === undefined
    ? undefined
    : `\`${name}${problem && `.${problem}`}\` is not what such an action has`
}
