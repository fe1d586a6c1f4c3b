import type { EndpointContract } from '../../endpoint/contract'
import { getOrCreate } from '../../util/collections'
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
  readonly data: unknown
  readonly error: Error | undefined
}

/** What a reader shows: something, or nothing (yet). */
export type ObserverView = View | Waiting

/** A new object each time that a reader begins to wait. */
export interface Waiting {
  readonly isWaiting: true
}

/** What components are suspended for that read one call, until one of them has rendered what came of it. */
export interface Suspension {
  /** When it began, in ms since 1970. */
  readonly since: number
  /** What they wait for; nothing any more once it is over. */
  promise: Promise<View | undefined> | undefined
  /** Stops the timer that forgets it. */
  keep?: () => void
}

/** What every reader starts from. */
export const LOADING: Waiting = Object.freeze({ isWaiting: true })

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
}

/**
 * What a reader shows, from what the state reads as and what it showed before.
 * @returns `before` itself where nothing changed; the same data after a wait is a new view
 */
export function deriveView(
  reading: EndpointRead,
  policy: Policy,
  { isTooOld, problem }: Circumstances,
  before: ObserverView,
): ObserverView {
  const { row, isFound, data } = reading
  const isFailure = policy.fetches && (reading.error !== undefined || isUnusable(reading))
  const isHidable = isFailure || (isFound && policy.endpoint.invalidIfStale === true)
  const isHidden = isHidable && (isExpired(row) || isTooOld())
  if (isFound && !isHidden) return viewOf({ data, error: reading.error }, before)
  const failure = isHidden ? undefined : (reading.error ?? unusableError(reading, policy))
  const error = failure ?? problem()
  if (error !== undefined) return viewOf({ data: undefined, error }, before)
  return isWaiting(before) ? before : { isWaiting: true }
}

/** Whether a view has nothing to show. */
export function isWaiting(view: ObserverView): view is Waiting {
  return 'isWaiting' in view
}

/** Whether the response cannot be shown, and another request would not help: no row that it needs has changed. */
export function isUnusable(reading: EndpointRead): boolean {
  const { row, isFound } = reading
  if (row?.status !== 'fulfilled' || row.invalid || isFound) return false
  // This store has not sent a request of an imported row yet, whose binary data is lost as well.
  return row.fetchedAt !== 0 && row.beside === undefined && !reading.hasChanged()
}

function viewOf(view: View, before: ObserverView): View {
  const isSame = !isWaiting(before) && before.data === view.data && before.error === view.error
  return isSame ? before : view
}

const unusableErrors = new WeakMap<RequestRow, Error>()

/** The error for a response that cannot be shown; the same one for the same response. */
function unusableError(reading: EndpointRead, { endpoint: { name } }: Policy): Error | undefined {
  if (!isUnusable(reading)) return undefined
  return getOrCreate(unusableErrors, reading.row as RequestRow, () => {
    const advice =
      process.env.NODE_ENV === 'production'
        ? ''
        : ': an entity in it is missing, invalid, or needs one that is'
    return new Error(`${name} responded, but the response cannot be shown${advice}.`)
  })
}
