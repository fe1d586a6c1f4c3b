import type { EndpointContract } from '../../endpoint/contract'
import { NO_PARTS, type Part } from '../../normalize/parts'
import type { Order, RowMeta } from '../../schema/contract'
import { isKind } from '../../schema/kinds'
import { isLiteral } from '../../schema/literal'
import { compareOrder } from '../../schema/order'
import { LOST, restoreOnce } from '../../util/binaries'
import { reviveError } from '../state/errors'
import { wasMadeStale } from '../state/expiry'
import type { RequestRow, RestState } from '../state/state'
import { getRow } from '../state/table'
import { readingOf, type RowsRead } from '../trail'
import { inferResult, readResult } from './readRows'

/** What a state holds for one call of an endpoint. */
export interface EndpointRead {
  readonly data: unknown
  /** There is data to show (it may be `null`, or nothing where the server sent nothing). */
  readonly isFound: boolean
  /** There was data, but it must not be shown: it was invalidated, or a part that it needs was. */
  readonly isInvalid: boolean
  /** The error to show; absent where the error policy says that the data goes on being shown. */
  readonly error: Error | undefined
  readonly row: RequestRow | undefined
  /** A binary in it is gone, as in a state that came from elsewhere. */
  readonly isLost: boolean
  /** When it goes stale, in ms since 1970; 0 where there is nothing. */
  readonly expiresAt: number
  readonly parts: readonly Part[]
  /** A row of it is doubtful, or was made stale. */
  isDoubtful(): boolean
  /** Whether another response wrote a row of it after this one was requested. */
  hasChanged(): boolean
}

const NOTHING_READ: RowsRead = {
  value: undefined,
  isInvalid: false,
  parts: NO_PARTS,
  argsText: undefined,
}

const LOST_READ: RowsRead = { ...NOTHING_READ, isInvalid: true }

/** Reads what a state holds for one call. */
export function readEndpoint(
  state: RestState,
  endpoint: EndpointContract,
  key: string,
  args: readonly unknown[],
): EndpointRead {
  const row = getRow(state.requests, key)
  const hasAnswer = row !== undefined && (row.status === 'fulfilled' || 'result' in row)
  const isAnswer = hasAnswer && (row.result !== undefined || isLiteral(endpoint.schema))
  const read = isAnswer
    ? answer(state, endpoint, key, row, args)
    : inferred(state, endpoint, key, args)
  const isRead = isAnswer ? isShown(endpoint, read) : read.value !== undefined
  return new StateRead(state, row, read, isRead && row?.invalid !== true)
}

/** A class, as one is made at each read of a selector: what is rarely asked is computed when it is. */
class StateRead implements EndpointRead {
  readonly data: unknown
  readonly isFound: boolean
  readonly isInvalid: boolean
  readonly isLost: boolean
  readonly error: Error | undefined
  readonly row: RequestRow | undefined
  readonly parts: readonly Part[]
  readonly #state: RestState
  readonly #read: RowsRead

  constructor(state: RestState, row: RequestRow | undefined, read: RowsRead, isFound: boolean) {
    this.#state = state
    this.#read = read
    this.data = read.value
    this.isFound = isFound
    this.isInvalid = row?.invalid === true || read.isInvalid
    this.isLost = read === LOST_READ
    this.error = visibleError(row, isFound)
    this.row = row
    this.parts = read.parts
  }

  /** It may take a look at every row. */
  get expiresAt(): number {
    if (this.row?.invalid === true) return 0
    return answerExpiry(this.row) ?? earliestExpiry(this.#state, this.#read)
  }

  isDoubtful(): boolean {
    return someMeta(this.#state, this.#read, isDoubtfulMeta)
  }

  hasChanged(): boolean {
    const { row } = this
    if (row === undefined) return false
    return someMeta(this.#state, this.#read, ({ landed }) => isOvertaken(row, landed))
  }
}

/** A row that was made stale counts as well; one that only expired is a matter of its own request. */
function isDoubtfulMeta(meta: RowMeta): boolean {
  return meta.doubtful === true || wasMadeStale(meta)
}

function answer(
  state: RestState,
  endpoint: EndpointContract,
  key: string,
  row: RequestRow,
  args: readonly unknown[],
): RowsRead {
  const { schema } = endpoint
  const result = restoreOnce(row.result)
  if (result === LOST) return LOST_READ
  return isLiteral(schema)
    ? { ...NOTHING_READ, value: result }
    : readResult(state, schema, result, args, key)
}

function inferred(
  state: RestState,
  endpoint: EndpointContract,
  key: string,
  args: readonly unknown[],
): RowsRead {
  return isLiteral(endpoint.schema) ? NOTHING_READ : inferResult(state, endpoint.schema, args, key)
}

/** An answer that names an entity of which there is no row is none; `null` and nothing are answers. */
function isShown(endpoint: EndpointContract, read: RowsRead): boolean {
  return !read.isInvalid && (read.value !== undefined || !isKind(endpoint.schema))
}

/** A soft error is hidden by data alone: where there is none, readers would wait for ever. */
function visibleError(row: RequestRow | undefined, isFound: boolean): Error | undefined {
  if (row?.error === undefined) return undefined
  const isHidden = row.errorPolicy === 'soft' && row.result !== undefined && isFound
  return isHidden ? undefined : reviveError(row.error)
}

function answerExpiry(row: RequestRow | undefined): number | undefined {
  return row === undefined || row.status === 'pending' ? undefined : row.expiresAt
}

/** Whether something landed after a response was requested, and is not that response itself. */
function isOvertaken(row: RequestRow, landed: Order): boolean {
  const isOwn = row.landed !== undefined && compareOrder(landed, row.landed) === 0
  return !isOwn && compareOrder(landed, row) > 0
}

/** What was found without a request of its own is as fresh as the oldest row of it. */
function earliestExpiry(state: RestState, read: RowsRead): number {
  if (read.value === undefined) return 0
  let earliest = Infinity
  someMeta(state, read, ({ expiresAt }) => {
    earliest = Math.min(earliest, expiresAt)
    return false
  })
  return earliest === Infinity ? 0 : earliest
}

/** Whether a row that was read passes a test of its meta. */
function someMeta(state: RestState, read: RowsRead, test: (meta: RowMeta) => boolean): boolean {
  const { source } = readingOf(state)
  const seen = new Set<Part>()
  let isFound = false
  const row = (schemaKey: string, pk: string): void => {
    const meta = isFound ? undefined : source.getRow(schemaKey, pk)?.meta
    if (meta !== undefined && test(meta)) isFound = true
  }
  const enter = (part: Part): boolean => !isFound && seen.size < seen.add(part).size
  for (const part of read.parts) part.forEachRow({ row, enter })
  return isFound
}
