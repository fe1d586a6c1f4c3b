import { isObject } from '../util/isObject'

/** Whether a value is what it has to be. */
export type Check = (value: unknown) => boolean

export const isTime: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const isText: Check = (value) => typeof value === 'string'
export const isOrder: Check = (value) =>
  isObject(value) && isTime(value['fetchedAt']) && isTime(value['seq'])

export const orNothing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** A member of that name would become the prototype of what is copied from it. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Object.hasOwn(value, '__proto__')
}

const isMeta: Check = (value) =>
  isObject(value) &&
  isOrder(value) &&
  isTime(value['date']) &&
  isTime(value['expiresAt']) &&
  orNothing(isOrder)(value['landed'])

/** Whether a value is a row of an entity table. */
export const isRow: Check = (row) =>
  isPlain(row) &&
  typeof row['data'] === 'object' &&
  row['data'] !== null &&
  typeof row['invalid'] === 'boolean' &&
  isMeta(row['meta'])

/** Whether a value is the error of a request as plain data. */
export const isError: Check = (error) =>
  isPlain(error) && isText(error['name']) && isText(error['message'])

/** Whether a value is the row of a read. */
export const isRequestRow: Check = (row) =>
  isPlain(row) &&
  isMeta(row) &&
  ['pending', 'fulfilled', 'rejected'].includes(row['status'] as string) &&
  typeof row['invalid'] === 'boolean' &&
  orNothing(isOrder)(row['invalidated']) &&
  orNothing(isOrder)(row['expired']) &&
  orNothing(isText)(row['requestId']) &&
  orNothing(isError)(row['error'])
