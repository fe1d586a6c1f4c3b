import { isObject } from '../util/isObject'
import type { RestAction } from './actions'

type Check = (value: unknown) => boolean
type Fields = Readonly<Record<string, Check>>

/** What is wrong with an action that this store did not make, as a sentence; `undefined` where it can be read. */
export function problemOfAction(action: RestAction): string | undefined {
  const { meta, payload, error } = action as unknown as Readonly<
    Record<'meta', Record<string, unknown>>
  > &
    Readonly<Record<'payload' | 'error', unknown>>
  const kind = String(meta['kind'])
  if (!Object.hasOwn(PAYLOADS, kind)) return `there is no kind "${kind}" of action`
  if (!isOrder(meta)) return '`meta` has no `fetchedAt` and `seq`, which say when it was made'
  if (!isTime(meta['date'])) return '`meta.date` is no time in ms'
  if (meta['landed'] !== undefined && !isOrder(meta['landed'])) {
    return '`meta.landed` has no `fetchedAt` and `seq`, which say when it was committed'
  }
  if (kind === 'request') return problemOfRequest(meta, payload, error)
  if (kind === 'set' && !isTime(meta['expiresAt'])) return '`meta.expiresAt` is no time in ms'
  if (kind === 'reset' && payload !== undefined) return problemOfFields('payload', payload, RESET)
  return problemOfFields('payload', payload, PAYLOADS[kind] as Fields)
}

function problemOfRequest(
  meta: Record<string, unknown>,
  payload: unknown,
  error: unknown,
): string | undefined {
  const problem = problemOfFields('meta', meta, REQUEST_META)
  if (problem !== undefined) return problem
  if (meta['requestStatus'] === 'pending') return undefined
  if (meta['requestStatus'] === 'fulfilled') {
    return problemOfFields('payload', payload, PAYLOADS['set'] as Fields)
  }
  return problemOfFields('error', error, ERROR)
}

function problemOfFields(name: string, value: unknown, fields: Fields): string | undefined {
  if (Object.keys(fields).length === 0 && value === undefined) return undefined
  if (!isPlain(value)) return `\`${name}\` is no plain object`
  for (const [field, check] of Object.entries(fields)) {
    if (!check(value[field])) return `\`${name}.${field}\` is not what such an action has`
  }
  return undefined
}

const isTime: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isText: Check = (value) => typeof value === 'string'
const isKeys: Check = (value) => Array.isArray(value) && value.every(isText)
const isOrder: Check = (value) =>
  isObject(value) && isTime(value['fetchedAt']) && isTime(value['seq'])
const orNothing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const recordOf =
  (check: Check): Check =>
  (value) =>
    isPlain(value) && Object.values(value).every(check)

/** A member of that name would become the prototype of what is copied from it. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Object.hasOwn(value, '__proto__')
}

const isMeta: Check = (value) =>
  isObject(value) &&
  isOrder(value) &&
  isTime(value['date']) &&
  isTime(value['expiresAt']) &&
  (value['landed'] === undefined || isOrder(value['landed']))

const isRow: Check = (row) =>
  isPlain(row) &&
  typeof row['data'] === 'object' &&
  row['data'] !== null &&
  typeof row['invalid'] === 'boolean' &&
  isMeta(row['meta'])

const isRequestRow: Check = (row) =>
  isPlain(row) &&
  isMeta(row) &&
  ['pending', 'fulfilled', 'rejected'].includes(row['status'] as string) &&
  typeof row['invalid'] === 'boolean' &&
  (row['error'] === undefined || problemOfFields('error', row['error'], ERROR) === undefined)

const isTable: Check = (value) => isObject(value) && Object.values(value).every(isRow)
const isValues: Check = (value) =>
  isObject(value) && Object.values(value).every((pk) => pk === null || isText(pk))

const REQUEST_META: Fields = {
  requestId: isText,
  requestStatus: (value) => ['pending', 'fulfilled', 'rejected'].includes(value as string),
  arg: (arg) =>
    isPlain(arg) && isText(arg['endpoint']) && isText(arg['key']) && Array.isArray(arg['args']),
  expiresAt: isTime,
}

const RESET: Fields = {
  requests: (value) => isObject(value) && Object.values(value).every(isRequestRow),
}

const ERROR: Fields = { name: isText, message: isText }

/** What the payload of each kind has. */
const PAYLOADS: Readonly<Record<string, Fields>> = {
  request: {},
  set: {
    entities: (value) => isObject(value) && Object.values(value).every(isTable),
    indexes: orNothing(recordOf(recordOf(isValues))),
  },
  invalidate: { key: isText },
  invalidateAll: { keys: isKeys },
  expireAll: { keys: isKeys },
  gc: { requests: isKeys },
  reset: {},
  optimistic: {},
  hydrate: {},
}
