import type { Order } from '../../schema/contract'

/** The last moment of a JavaScript date, in ms since 1970: "never expires" as JSON. */
export const FOREVER = 8.64e15

/**
 * Whether something with an expiry time is stale: it may be shown, and is fetched again where it is needed anew.
 * @param now in ms since 1970. Default: `Date.now()`
 */
export function isStale(
  { expiresAt }: { readonly expiresAt: number },
  now: number = Date.now(),
): boolean {
  return now >= expiresAt
}

/** The expiry of a row that is made stale: before its response, where an expiry length of 0 gives the moment of it. */
export function staleSince({ date }: { readonly date: number }): number {
  return date - 1
}

/** Whether a row was made stale, and did not only expire. */
export function wasMadeStale(row: { readonly date: number; readonly expiresAt: number }): boolean {
  return row.expiresAt < row.date
}

/** When something that is fresh for `length` ms from now goes stale. */
export function expiryAt(now: number, length: number): number {
  return Math.min(now + length, FOREVER)
}

interface Times {
  readonly dataExpiryLength?: number | undefined
  readonly errorExpiryLength?: number | undefined
  readonly pollFrequency?: number | undefined
}

/**
 * In development alone.
 * @throws RangeError where an expiry length or a frequency is no number of ms
 */
export function checkTimes(times: Times): void {
  if (process.env.NODE_ENV !== 'production') check(times)
}

function check(times: Times): void {
  for (const option of ['dataExpiryLength', 'errorExpiryLength'] as const) {
    const length = times[option] ?? undefined
    if (length === undefined || (typeof length === 'number' && length >= 0)) continue
    throw new RangeError(`${option} must be a number of ms from 0 upwards, found ${length}.`)
  }
  const pollFrequency = times.pollFrequency ?? undefined
  if (pollFrequency === undefined) return
  if (typeof pollFrequency === 'number' && pollFrequency > 0) return
  throw new RangeError(`pollFrequency must be a number of ms above 0, found ${pollFrequency}.`)
}

/** Gives every start and every landing of a store its stamp: never earlier than the one before. */
export interface Clock {
  next(): Order
  /** The stamp before the next one. */
  now(): Order
}

/**
 * A clock of its own for each store: what other machines wrote into a state does not move it.
 * @param beforeNext is called before a stamp is drawn, and does what has to be older than the stamp
 */
export function createClock(beforeNext: () => void): Clock {
  let last: Order = { fetchedAt: 0, seq: 0 }
  const advance = (seq: number): Order =>
    (last = { fetchedAt: Math.max(last.fetchedAt, Date.now()), seq })
  return {
    next() {
      beforeNext()
      return advance(last.seq + 1)
    },
    now: () => advance(last.seq),
  }
}
