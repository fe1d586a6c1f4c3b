/** Whether something with an expiry time is stale: it may be shown, and is fetched again where it is needed anew. */
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
