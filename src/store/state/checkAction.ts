import type { EntityRow } from '../../schema/contract'
import { isObject } from '../../util/isObject'
import type { RestAction } from './actions'
import {
  type Check,
  type Fields,
  hasFields,
  isError,
  isOrder,
  isPlain,
  isRequestRow,
  isRow,
  isStatus,
  isText,
  isTime,
  orNothing,
  STAMPS,
} from './checkRows'

/** Which fields of payloads need no check. */
interface KnownFields {
  isKnown(name: string, value: unknown): boolean
}

/** The parts of an action, whatever they are. */
interface Parts {
  readonly meta: Readonly<Record<string, unknown>>
  readonly payload: unknown
  readonly error: unknown
}

const NOTHING_KNOWN: KnownFields = { isKnown: () => false }

/** What is wrong with a copy of an action that this store made, whose rows the store writes as they are. */
export function problemOfCopy(action: RestAction, known: KnownFields): string | undefined {
  const { payload } = action as { readonly payload?: unknown }
  const problem = problemOfAction(action, known)
  if (problem !== undefined || payload === undefined) return problem
  return problemOf('payload', payload, OWN, known)
}

/** What is wrong with an action; `undefined` where it can be read. */
export function problemOfAction(action: RestAction, known = NOTHING_KNOWN): string | undefined {
  const { meta, payload, error } = action as unknown as Parts
  const kind = String(meta['kind'])
  if (!Object.hasOwn(PAYLOADS, kind)) return `there is no kind "${kind}"`
  const status = kind === 'request' ? meta['requestStatus'] : undefined
  const problem = problemOf('meta', meta, METAS[kind] ?? STAMPS)
  if (problem !== undefined || status === 'pending') return problem
  if (status === 'rejected') return isError(error) ? undefined : wrong('error')
  const isBareReset = kind === 'reset' && payload === undefined
  return isBareReset ? undefined : problemOf('payload', payload, PAYLOADS[kind] as Fields, known)
}

function problemOf(
  name: string,
  value: unknown,
  fields: Fields,
  known = NOTHING_KNOWN,
): string | undefined {
  const checks = Object.entries(fields)
  if (checks.length === 0 && value === undefined) return undefined
  if (!isPlain(value)) return wrong(name)
  const found = checks.find(
    ([field, check]) => !known.isKnown(field, value[field]) && !check(value[field]),
  )
  return found && wrong(`${name}.${found[0]}`)
}

function wrong(path: string): string {
  return `\`${path}\` is not what such an action has`
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

const isTouched = hasFields({ landed: isOrder, pks: isKeys })

const repairOf = (check: Check): Check => hasFields({ stamp: isOrder, row: check })

const isRepaired = hasFields({
  entities: mapOf(mapOf(repairOf(isLandedRow))),
  requests: mapOf(repairOf((row) => row === null || isRequestRow(row))),
  lastReset: repairOf(isOrder),
})

const isPk: Check = (value) => value === null || isText(value)
const isIndexes = recordOf(recordOf(mapOf(isPk)))

/** What a payload may have besides where this store made it. */
const OWN: Fields = {
  entities: orNothing(mapOf(mapOf(isLandedRow))),
  touched: orNothing(mapOf(listOf(isTouched))),
  indexes: orNothing(isIndexes),
  repaired: orNothing(isRepaired),
}

const SET_META: Fields = { ...STAMPS, expiresAt: isTime }

/** What the meta of a kind has besides its stamps. */
const METAS: Readonly<Record<string, Fields>> = {
  set: SET_META,
  request: {
    ...SET_META,
    requestId: isText,
    requestStatus: isStatus,
    arg: hasFields({ endpoint: isText, key: isText, args: Array.isArray }),
  },
}

const COMMIT: Fields = { entities: mapOf(mapOf(isRow)), indexes: orNothing(isIndexes) }

/** What the payload of each kind has. */
const PAYLOADS: Readonly<Record<string, Fields>> = {
  request: COMMIT,
  set: COMMIT,
  invalidate: { key: isText },
  invalidateAll: { keys: isKeys },
  expireAll: { keys: isKeys },
  gc: { requests: isKeys },
  reset: { requests: orNothing(mapOf(isRequestRow)) },
  optimistic: {},
  hydrate: {},
}
