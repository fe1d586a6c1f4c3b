import { broughtValue } from '../../endpoint/brought'
import type { EndpointContract } from '../../endpoint/contract'
import { type CacheEntry, NO_DEPENDENCIES, visitRows } from '../../normalize/CacheEntry'
import type { RowMeta } from '../../schema/contract'
import { isLiteral, isSchemaObject } from '../../schema/schemaObject'
import type { FulfilledAction } from '../state/actions'
import { reviveError } from '../state/errors'
import { readBeside } from '../state/besideResults'
import { confirmedRow, confirmedState } from '../state/confirmed'
import { isStale } from '../state/expiry'
import { isFetching, isInvalidated, isSettled } from '../state/requestRows'
import type { MutationRow, Outage, RequestRow, RestState } from '../state/state'
import { type RowsRead, stateCacheOf } from '../state/StateCache'
import { lastOf } from '../../util/collections'
import { getOwn } from '../../util/record'
import { getRow } from '../state/table'
import { afterDeletion, namedRow } from './deletedCall'
import { isOfMembers, listsBeside } from './listsBeside'
import { inferResponse, inferResult, readResult } from './readRows'

type Args = readonly unknown[]

/** What a state holds for one call of an endpoint. */
export interface EndpointRead {
  readonly data: unknown
  /** There is data to show (it may be `null`, or nothing where the server sent nothing). */
  readonly isFound: boolean
  /** There was data, but it must not be shown: it was invalidated, or a part that it needs was. */
  readonly isInvalid: boolean
  /** The error to show; absent where the error policy keeps the data shown. */
  readonly error: Error | undefined
  /** Why the last request failed, where the error policy keeps the data shown. */
  readonly refetchError: Error | undefined
  readonly row: RequestRow | undefined
  /** When it goes stale, in ms since 1970; 0 where there is nothing. */
  readonly expiresAt: number
  /** Only a part of the data is there, which another response has brought. */
  readonly isPartial: boolean
  /** It waits for the network: it is missing, or was stale when the network was lost. */
  readonly isPaused: boolean
  readonly dependencies: readonly CacheEntry[]
  /** A row of it became doubtful after it was requested, or, without `rows`, what stands beside the members of a list. */
  isDoubtful(part?: 'rows'): boolean
  /** Whether another response wrote a row of it after this one was requested. */
  hasChanged(): boolean
}

/** What a stored or inferred result reads as. */
type Read = Pick<RowsRead, 'value' | 'isInvalid' | 'dependencies'>

const NOTHING_READ: Read = { value: undefined, isInvalid: false, dependencies: NO_DEPENDENCIES }

const LOST_READ: Read = { ...NOTHING_READ, isInvalid: true }

/** Reads what a state holds for one call. */
export function readEndpoint(
  state: RestState,
  endpoint: EndpointContract,
  key: string,
  args: Args,
): EndpointRead {
  const { schema } = endpoint
  const row = getRow(state.requests, key)
  const mayHaveResponse = row !== undefined && (row.status === 'fulfilled' || 'result' in row)
  const hasResponse = mayHaveResponse && (row.result !== undefined || isLiteral(schema))
  const read = hasResponse
    ? readStored(state, schema, row, args, key)
    : isLiteral(schema)
      ? NOTHING_READ
      : inferResponse(state, schema, args, key)
  // A response that names an entity of which there is no row is none; `null` and nothing are responses.
  const isThere = read.value !== undefined || (hasResponse && !isSchemaObject(schema))
  const shown = read.isInvalid
    ? afterDeletion(
        state,
        row,
        namedRow(state, endpoint, args, inferResult(state, schema, args, key), read),
      )
    : row
  return new StateRead(state, shown, read, isThere, endpoint)
}

/**
 * What a caller gets once its response is stored: what selectors show for it, without the expected changes of mutations in flight;
 * or the raw value without a schema.
 */
export function readResponse(
  state: RestState,
  endpoint: EndpointContract,
  args: Args,
  { payload, meta }: FulfilledAction,
  raw: unknown,
): unknown {
  const { key } = meta.arg
  const row = getRow(state.requests, key)
  const isSuperseded = isSettled(row) && meta.fetchedAt < row.fetchedAt
  if (!isSuperseded && isLiteral(endpoint.schema)) return raw
  const read = (it: RestState): Pick<Read, 'value' | 'dependencies'> => {
    if (!isSuperseded && payload.result !== undefined) {
      return readStored(it, endpoint.schema, payload, args, key)
    }
    // What has no result of its own, as all entities of a kind, is found by the arguments.
    const { data, dependencies } = readEndpoint(it, endpoint, key, args)
    return { value: data, dependencies }
  }
  const shown = read(state)
  return isExpected(state, shown) ? read(confirmedState(state)).value : shown.value
}

/** Whether mutations in flight are expected to change something that was read. */
function isExpected(
  { confirmed }: RestState,
  { dependencies }: Pick<Read, 'dependencies'>,
): boolean {
  if (Object.keys(confirmed).length === 0) return false
  let isFound = false
  const row = (schemaKey: string, pk: string | undefined): void => {
    const table = getOwn(confirmed, schemaKey)
    isFound ||= table !== undefined && (pk === undefined || getRow(table, pk) !== undefined)
  }
  visitRows(dependencies, { row, skips: () => isFound })
  return isFound
}

/** The response or the error of a mutation whose row is kept. */
export type MutationRead = Pick<EndpointRead, 'data' | 'error'>

/** Reads the row of a mutation that components share. */
export function readMutation(
  state: RestState,
  { schema }: EndpointContract,
  row: MutationRow | undefined,
): MutationRead {
  const { result, error, arg } = row ?? {}
  const isThere = row?.status === 'fulfilled' && result !== undefined
  return {
    data: isThere
      ? readStored(state, schema, row, arg?.args ?? [], row.requestId).value
      : undefined,
    error: error && reviveError(error),
  }
}

function readStored(
  state: RestState,
  schema: unknown,
  { result, beside }: Pick<RequestRow, 'result' | 'beside'>,
  args: Args,
  key: string,
): Read {
  if (beside !== undefined) {
    const value = readBeside(beside)
    return value === undefined ? LOST_READ : { ...NOTHING_READ, value }
  }
  return isLiteral(schema)
    ? { ...NOTHING_READ, value: result }
    : readResult(state, schema, result, args, key)
}

/** A class, as one is made at each read of a selector: what is rarely used is computed when it is. */
class StateRead implements EndpointRead {
  declare readonly data: unknown
  declare readonly isFound: boolean
  declare readonly isInvalid: boolean
  declare readonly error: Error | undefined
  declare readonly row: RequestRow | undefined
  declare readonly dependencies: readonly CacheEntry[]
  readonly #state: RestState
  readonly #endpoint: EndpointContract

  constructor(
    state: RestState,
    row: RequestRow | undefined,
    read: Read,
    isThere: boolean,
    endpoint: EndpointContract,
  ) {
    this.#state = state
    this.#endpoint = endpoint
    this.data = read.value
    this.isInvalid = row?.invalid === true || read.isInvalid
    this.isFound = isThere && !this.isInvalid
    this.row = row
    this.dependencies = read.dependencies
    this.error = row?.error && !this.#hidesError(row) ? reviveError(row.error) : undefined
  }

  get refetchError(): Error | undefined {
    const { error, errorPolicy } = this.row ?? {}
    return error && this.isFound && errorPolicy === 'soft' ? reviveError(error) : undefined
  }

  /** What was found without a response of its own is as fresh as the oldest row of it. */
  get expiresAt(): number {
    const { row } = this
    if (isInvalidated(row)) return 0
    if (isSettled(row)) return row.expiresAt
    let earliest = Infinity
    if (this.data !== undefined) {
      if (this.isPartial) return 0
      this.#someRow(({ expiresAt }) => {
        earliest = Math.min(earliest, expiresAt)
        return false
      })
    }
    return earliest === Infinity ? 0 : earliest
  }

  get isPartial(): boolean {
    const hasOwn = isSettled(this.row) && this.row.result !== undefined
    if (hasOwn || !this.isFound) return false
    return this.#endpoint.isPartial?.(lastOf(this.dependencies)?.data) === true
  }

  get isPaused(): boolean {
    const { offline } = this.#state.managers as { readonly offline?: Outage | null }
    if (!offline || isFetching(this.row)) return false
    const { reconnect } = broughtValue(this.#endpoint.refetchOn) ?? offline
    const isMissing = !this.isFound || isStale(this, offline.since)
    return reconnect === true && (isMissing || this.isDoubtful())
  }

  /** So each reader asks once for each doubt, whoever else has asked. */
  isDoubtful(part?: 'rows'): boolean {
    const { result, succeededAt, fetchedAt = 0 } = this.row ?? {}
    const since = succeededAt ?? fetchedAt
    const isLater = ({ doubtful = 0, renamed = 0 }: RowMeta): boolean =>
      Math.max(doubtful, renamed) > since
    if (this.#someRow(isLater)) return true
    if (part !== undefined) return false
    const beside = listsBeside(this.#endpoint.schema, result)
    const rows = beside.lists.map(([key, pk]) => confirmedRow(this.#state, key, pk))
    if (rows.some((it) => (it?.meta.changed ?? 0) > since)) return true
    if (rows.length === 0) return false
    const lengths = rows.map((it) => Object.keys(it?.data ?? {}).length)
    return this.#hasOtherMembers(since, !isOfMembers(beside, lengths))
  }

  /** Whether a row was deleted or hidden after a moment, which lists then leave out; or has other fields, where these count. */
  #hasOtherMembers(since: number, areFieldsCounted: boolean): boolean {
    let isFound = false
    const row = (schemaKey: string, pk = ''): void => {
      const found = isFound ? undefined : confirmedRow(this.#state, schemaKey, pk)
      if (found === undefined) return
      const { invalid, meta } = found
      isFound = invalid ? meta.landed > since : areFieldsCounted && (meta.changed ?? 0) > since
    }
    visitRows(this.dependencies, { row, skips: () => isFound })
    return isFound
  }

  hasChanged(): boolean {
    const { row } = this
    return row !== undefined && this.#someRow(({ landed }) => isOvertaken(row, landed))
  }

  /** Data hides a soft error, and one of a request that is older than the data, whoever brought that and knows it. */
  #hidesError({ errorPolicy, fetchedAt }: RequestRow): boolean {
    if (!this.isFound || errorPolicy === 'soft') return this.isFound
    const { source } = stateCacheOf(this.#state)
    return this.dependencies.some(({ schemaKey, pk }) => {
      const row =
        schemaKey === undefined || pk === undefined ? undefined : source.getRow(schemaKey, pk)
      return row !== undefined && !row.meta.doubtful && row.meta.fetchedAt > fetchedAt
    })
  }

  #someRow(test: (meta: RowMeta) => boolean): boolean {
    const { source } = stateCacheOf(this.#state)
    let isFound = false
    const row = (schemaKey: string, pk: string | undefined): void => {
      const found = isFound || pk === undefined ? undefined : source.getRow(schemaKey, pk)
      if (found !== undefined) isFound = test(found.meta)
    }
    visitRows(this.dependencies, { row, skips: () => isFound })
    return isFound
  }
}

/** Whether something landed after a response was requested, and is not that response itself. */
function isOvertaken(row: RequestRow, landed: number): boolean {
  const isOwn = row.landed !== undefined && landed === row.landed
  return !isOwn && landed > row.fetchedAt
}
