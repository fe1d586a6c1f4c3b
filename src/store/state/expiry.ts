/** The last moment of a JavaScript date, in ms since 1970: "never expires" as JSON. */
export const FOREVER = 8.64e15

/**
 * Tells if something with an expiry time is stale: it may be shown, and is fetched again where it is needed anew.
 * @param now in ms since 1970. Default: `Date.now()`
 */
export function isStale(
  { expiresAt }: { readonly expiresAt: number },
  now: number = Date.now(),
): boolean {
  return now >= expiresAt
}

/** When something that is fresh for `length` ms from now goes stale. */
export function expiryAt(now: number, length: number): number {
  return Math.min(now + length, FOREVER)
}

/** What is younger is fresh to a reader that comes, in ms. */
export const GRACE = 1_000

/** Whether a response came a moment ago. */
export function isYoung({ date }: { readonly date: number }, now: number): boolean {
  return now >= date && now - date < GRACE
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

/** What a moment is later than the one before at least, in ms. */
export const TICK = 0.001

/** Gives every start and every landing of a store its moment, in ms since 1970: later than all before. */
export interface Clock {
  next(): number
  /** A moment that is not before any that was given, and before the next one. */
  now(): number
}

/** A clock of its own for each store: what other machines wrote into a state does not move it. */
export function createClock(): Clock {
  let last = 0
  return {
    next: () => (last = Math.max(Date.now(), last + TICK)),
    now: () => (last = Math.max(Date.now(), last)),
  }
}
