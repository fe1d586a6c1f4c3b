import type { EndpointContract } from '../../endpoint/contract'
import type { Reader } from '../Manager'
import type { EndpointRead } from '../select/readEndpoint'
import { isExpired } from '../state/requestRows'
import type { RequestRow } from '../state/state'

/** What an observer reads, and whether it may fetch. */
export interface Observed extends Reader {
  readonly fetches: boolean
}

/** What can be shown. */
export interface View {
  readonly kind: 'data' | 'error'
  readonly data: unknown
  readonly error: Error | undefined
  /** A request is in flight, and the reader shows that. */
  readonly isFetching?: boolean
}

/** What a reader shows: something, nothing yet (`loading`), or nothing any more (`suspend`). */
export type ObserverView = View | Waiting

/** A new object each time that a reader begins to wait. */
export interface Waiting {
  readonly kind: 'loading' | 'suspend'
}

/** What every reader starts from. */
export const LOADING: Waiting = Object.freeze({ kind: 'loading' })

/** What a reader wants to see. */
export interface Policy {
  readonly endpoint: Pick<EndpointContract, 'name' | 'invalidIfStale'>
  readonly fetches: boolean
}

/** What the state does not say. */
export interface Circumstances {
  /** What the state has was stale when the reader came. */
  isTooOld(): boolean
  /** Why there is no data and no request: a logout, or a disposed store. */
  problem(): Error | undefined
  /** A request is in flight, and the reader shows that. */
  readonly isFetching?: boolean
}

/**
 * What a reader shows, from what the state reads as and what it showed before.
 * @returns `before` itself where nothing changed; the same data after a wait is a new view
 */
export function deriveView(
  reading: EndpointRead,
  policy: Policy,
  { isTooOld, problem, isFetching = false }: Circumstances,
  before: ObserverView,
): ObserverView {
  const { row, isFound, data } = reading
  const isFailure = policy.fetches && (reading.error !== undefined || isUnusable(reading))
  const isHidable = isFailure || (isFound && policy.endpoint.invalidIfStale === true)
  const isHidden = isHidable && (isExpired(row) || isTooOld())
  if (isFound && !isHidden) return viewOf({ data, error: reading.error, isFetching }, before)
  const failure = isHidden ? undefined : (reading.error ?? unusableError(reading, policy))
  const error = failure ?? problem()
  if (error !== undefined) return viewOf({ data: undefined, error, isFetching }, before)
  return isWaiting(before) ? before : { kind: 'suspend' }
}

/** Whether a view has nothing to show. */
export function isWaiting(view: ObserverView): view is Waiting {
  return view.kind === 'loading' || view.kind === 'suspend'
}

/** Whether the response cannot be shown, and another request would not help: no row that it needs has changed. */
export function isUnusable(reading: EndpointRead): boolean {
  const { row, isFound, isLost } = reading
  if (row?.status !== 'fulfilled' || row.invalid || isFound || isLost) return false
  // An imported row has no moment, so this store has not sent a request yet.
  return row.fetchedAt !== 0 && !reading.hasChanged()
}

function viewOf(view: Omit<View, 'kind'>, before: ObserverView): View {
  const isSame =
    !isWaiting(before) &&
    before.data === view.data &&
    before.error === view.error &&
    (before.isFetching ?? false) === view.isFetching
  return isSame ? before : { kind: view.error === undefined ? 'data' : 'error', ...view }
}

const unusableErrors = new WeakMap<RequestRow, Error>()

/** The error for a response that cannot be shown; the same one for the same response. */
function unusableError(reading: EndpointRead, { endpoint: { name } }: Policy): Error | undefined {
  if (!isUnusable(reading)) return undefined
  const row = reading.row as RequestRow
  let error = unusableErrors.get(row)
  if (error === undefined) {
    const advice =
      process.env.NODE_ENV === 'production'
        ? ''
        : ': an entity in it is missing, invalid, or needs one that is'
    error = new Error(`${name} responded, but the response cannot be shown${advice}.`)
    unusableErrors.set(row, error)
  }
  return error
}
