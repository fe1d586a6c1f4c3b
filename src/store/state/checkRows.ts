import { isObject } from '../../util/isObject'

/** Whether a value is what it has to be. */
export type Check = (value: unknown) => boolean

/** What the members of an object have to be. */
export type Fields = Readonly<Record<string, Check>>

export const isTime: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const isText: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'

export const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)

export const orNothing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** A member of that name would become the prototype of what is copied from it. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Object.hasOwn(value, '__proto__')
}

export const hasFields = (fields: Fields): Check => {
  const checks = Object.entries(fields)
  return (value) => isPlain(value) && checks.every(([field, check]) => check(value[field]))
}

const ORDER: Fields = { fetchedAt: isTime, seq: isTime }

export const isOrder = hasFields(ORDER)

/** When something was written, and when what wrote it was asked for. */
export const STAMPS: Fields = { ...ORDER, date: isTime, landed: orNothing(isOrder) }

const META: Fields = { ...STAMPS, expiresAt: isTime }

export const isStatus = isOneOf('pending', 'fulfilled', 'rejected')

/** Whether a value is a row of an entity table. */
export const isRow = hasFields({
  data: (data) => typeof data === 'object' && data !== null,
  invalid: isBoolean,
  meta: hasFields(META),
})

/** Whether a value is the error of a request as plain data. */
export const isError = hasFields({ name: isText, message: isText })

/** Whether a value is the row of a read. */
export const isRequestRow = hasFields({
  ...META,
  status: isStatus,
  invalid: isBoolean,
  invalidated: orNothing(isOrder),
  expired: orNothing(isOrder),
  requestId: orNothing(isText),
  error: orNothing(isError),
})
