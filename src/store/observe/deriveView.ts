import type { EndpointContract } from '../../endpoint/contract'
import type { Freshness } from '../requests/Freshness'
import type { Call } from '../requests/InFlightRequest'
import type { EndpointRead } from '../select/readEndpoint'
import { isExpired, isSettled } from '../state/requestRows'
import type { RequestRow } from '../state/state'

/** What an observer reads, and whether it may fetch. */
export interface Observed extends Call {
  readonly fetches: boolean
}

/** What can be shown. */
export type View =
  | { readonly kind: 'data'; readonly data: unknown; readonly error: undefined }
  | { readonly kind: 'error'; readonly data: unknown; readonly error: Error }

/** What a reader shows: something, nothing yet (`loading`), or nothing any more (`suspend`). */
export type ObserverView = View | Waiting

/** A new object each time that a reader begins to wait. */
export interface Waiting {
  readonly kind: 'loading' | 'suspend'
}

/** What a reader showed last. */
export interface Shown {
  readonly view: ObserverView
  /** The last view that could be shown. */
  readonly presented: View | undefined
  /** The request row that the view was derived from. */
  readonly row: RequestRow | undefined
  /** The problem that is shown in place of data. */
  readonly problem: Error | undefined
  /**
   * The `fetchedAt` of the response that is too old for the reader, `rows` for what was found without one; a newer one has to
   * come.
   */
  readonly hidden: number | 'rows' | undefined
}

/** What a reader wants to see. */
export interface Policy {
  readonly endpoint: Pick<EndpointContract, 'name' | 'invalidIfStale'>
  readonly fetches: boolean
}

/** What is in progress for a call, and not in the state. */
export interface Progressing {
  /** A request whose response will be taken is in flight, or about to start. */
  readonly isInFlight: boolean
  /** Why there is no data and no request: a logout, an abort, a loop, or a disposed store. */
  readonly problem: Error | undefined
}

export const NOTHING_SHOWN: Shown = Object.freeze({
  view: Object.freeze({ kind: 'loading' } as const),
  presented: undefined,
  row: undefined,
  problem: undefined,
  hidden: undefined,
})

/**
 * What a reader shows, from what the state reads as, what is in flight, and what it showed last.
 * @returns `shown.view` itself where nothing changed; the same data after a wait is a new view
 */
export function deriveView(
  reading: EndpointRead,
  policy: Policy,
  { isInFlight, problem }: Progressing,
  shown: Shown,
): ObserverView {
  const { row, isFound } = reading
  if (mustNotShow(reading, policy, shown)) return waiting(shown)
  if (isFound) return viewOf(reading.data, reading.error, shown)
  // A problem is shown until there is a new request or another request row.
  const standing = shown.row === row && !isInFlight ? shown.problem : undefined
  const error =
    reading.error ??
    problem ??
    standing ??
    (isUnusable(reading) ? unusableError(row as RequestRow, policy.endpoint.name) : undefined)
  return error === undefined ? waiting(shown) : viewOf(undefined, error, shown)
}

/** Whether a view has nothing to show. */
export function isWaiting(view: ObserverView): view is Waiting {
  return view.kind === 'loading' || view.kind === 'suspend'
}

/** Whether the response cannot be shown, and another request would not help: no row that it needs has changed. */
function isUnusable(reading: EndpointRead): boolean {
  const { row, isFound, isLost } = reading
  if (row?.status !== 'fulfilled' || row.invalid || isFound || isLost) return false
  // An imported row has no moment, so this store has not sent a request yet.
  return row.fetchedAt !== 0 && !reading.hasChanged()
}

/** Stale data, or an error, that is there and must not be shown. */
function mustNotShow(reading: EndpointRead, policy: Policy, { hidden }: Shown): boolean {
  const { row, isFound, error } = reading
  if (hidden === 'rows' && (row === undefined || row.status === 'pending')) return true
  if (row !== undefined && hidden === row.fetchedAt) return true
  const isErrorOfReader = error !== undefined && policy.fetches
  return isExpired(row) && (isErrorOfReader || (policy.endpoint.invalidIfStale === true && isFound))
}

function waiting({ view, presented }: Shown): Waiting {
  if (isWaiting(view)) return view
  return { kind: presented === undefined ? 'loading' : 'suspend' }
}

function viewOf(data: unknown, error: Error | undefined, { view }: Shown): View {
  if (!isWaiting(view) && view.data === data && view.error === error) return view
  return error === undefined ? { kind: 'data', data, error } : { kind: 'error', data, error }
}

const unusableErrors = new WeakMap<RequestRow, Error>()

/** The error for a response that cannot be shown; the same one for the same response. */
function unusableError(row: RequestRow, name: string): Error {
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

/** What decides whether the data in the state is too old for a new reader. */
interface Ages {
  readonly freshness: Freshness
  /** The `fetchedAt` of failed responses that a user retried, by key. */
  readonly retries: ReadonlyMap<string, number>
  readonly settings: { readonly errorExpiryLength: number }
}

/** The response that a new reader must not show: it is stale, or a user retried it. */
export function tooOld(
  ages: Ages,
  { endpoint, key, fetches }: Observed,
  reading: EndpointRead,
): Shown['hidden'] {
  const { freshness, retries, settings } = ages
  const { row, error, isFound } = reading
  const hasResponse = isSettled(row)
  const retried = fetches && hasResponse ? retries.get(key) : undefined
  if (hasResponse && retried === row.fetchedAt) return retried
  const isUseless = hasResponse && fetches && isUnusable(reading)
  const isFailed = hasResponse && fetches && error !== undefined
  const isHidable = isUseless || isFailed || (endpoint.invalidIfStale === true && isFound)
  if (!isHidable) return undefined
  const length = endpoint.errorExpiryLength ?? settings.errorExpiryLength
  const expiresAt = isUseless ? row.date + length : reading.expiresAt
  if (!freshness.isStale(key, expiresAt)) return undefined
  return hasResponse ? row.fetchedAt : 'rows'
}
