/** Whether something with an expiry time is stale: it may be shown, and is fetched again where it is needed anew. */
export function isStale(
  { expiresAt }: { readonly expiresAt: number },
  now: number = Date.now(),
): boolean {
  return now >= expiresAt
}
