import type { EntityRow } from '../schema/contract'
import { isObject } from '../util/isObject'
import type { RestAction } from './actions'
import {
  type Check,
  isError,
  isOrder,
  isPlain,
  isRequestRow,
  isRow,
  isText,
  isTime,
  orNothing,
} from './checkRows'

type Fields = Readonly<Record<string, Check>>

/** Which fields of payloads need no check. */
interface KnownFields {
  isKnown(name: string, value: unknown): boolean
}

const NOTHING_KNOWN: KnownFields = { isKnown: () => false }

/** What is wrong with a copy of an action that this store made, whose rows the store writes as they are. */
export function problemOfCopy(action: RestAction, known: KnownFields): string | undefined {
  const { payload } = action as { readonly payload?: unknown }
  const problem = problemOfAction(action, known)
  if (problem !== undefined || payload === undefined) return problem
  return problemOfFields('payload', payload, OWN, known)
}

/** What is wrong with an action, as a sentence; `undefined` where it can be read. */
export function problemOfAction(action: RestAction, known = NOTHING_KNOWN): string | undefined {
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
  if (kind === 'request') return problemOfRequest(meta, payload, error, known)
  if (kind === 'set' && !isTime(meta['expiresAt'])) return '`meta.expiresAt` is no time in ms'
  const fields = kind === 'reset' && payload !== undefined ? RESET : (PAYLOADS[kind] as Fields)
  return problemOfFields('payload', payload, fields, known)
}

function problemOfRequest(
  meta: Record<string, unknown>,
  payload: unknown,
  error: unknown,
  known: KnownFields,
): string | undefined {
  const problem = problemOfFields('meta', meta, REQUEST_META)
  if (problem !== undefined) return problem
  if (meta['requestStatus'] === 'pending') return undefined
  if (meta['requestStatus'] === 'fulfilled') {
    return problemOfFields('payload', payload, PAYLOADS['set'] as Fields, known)
  }
  return isError(error) ? undefined : '`error` is not what such an action has'
}

function problemOfFields(
  name: string,
  value: unknown,
  fields: Fields,
  known = NOTHING_KNOWN,
): string | undefined {
  if (Object.keys(fields).length === 0 && value === undefined) return undefined
  if (!isPlain(value)) return `\`${name}\` is no plain object`
  for (const [field, check] of Object.entries(fields)) {
    if (!known.isKnown(field, value[field]) && !check(value[field]))
      return `\`${name}.${field}\` is not what such an action has`
  }
  return undefined
}

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const isKeys = listOf(isText)
/** Keys of users may be anything. */
const mapOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)
const recordOf =
  (check: Check): Check =>
  (value) =>
    isPlain(value) && Object.values(value).every(check)

/** A row that is written as it is has to say when it landed. */
const isLandedRow: Check = (row) => isRow(row) && isOrder((row as EntityRow).meta.landed)

const isTouched: Check = (value) =>
  isPlain(value) && isOrder(value['landed']) && isKeys(value['pks'])

const repairOf =
  (check: Check): Check =>
  (value) =>
    isPlain(value) && isOrder(value['stamp']) && check(value['row'])

const isRepaired: Check = (value) => problemOfFields('repaired', value, REPAIRED) === undefined

const isPk: Check = (value) => value === null || isText(value)
const isIndexes = recordOf(recordOf(mapOf(isPk)))

const REQUEST_META: Fields = {
  requestId: isText,
  requestStatus: (value) => ['pending', 'fulfilled', 'rejected'].includes(value as string),
  arg: (arg) =>
    isPlain(arg) && isText(arg['endpoint']) && isText(arg['key']) && Array.isArray(arg['args']),
  expiresAt: isTime,
}

const RESET: Fields = {
  requests: orNothing(mapOf(isRequestRow)),
}

const REPAIRED: Fields = {
  entities: mapOf(mapOf(repairOf(isLandedRow))),
  requests: mapOf(repairOf((row) => row === null || isRequestRow(row))),
  lastReset: repairOf(isOrder),
}

/** What a payload may have besides where this store made it. */
const OWN: Fields = {
  entities: orNothing(mapOf(mapOf(isLandedRow))),
  touched: orNothing(mapOf(listOf(isTouched))),
  indexes: orNothing(isIndexes),
  repaired: orNothing(isRepaired),
}

/** What the payload of each kind has. */
const PAYLOADS: Readonly<Record<string, Fields>> = {
  request: {},
  set: {
    entities: mapOf(mapOf(isRow)),
    indexes: orNothing(isIndexes),
  },
  invalidate: { key: isText },
  invalidateAll: { keys: isKeys },
  expireAll: { keys: isKeys },
  gc: { requests: isKeys },
  reset: {},
  optimistic: {},
  hydrate: {},
}
