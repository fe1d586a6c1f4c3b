import type { Page, Route } from 'playwright-core'

/** The status and body of the outage, as the server sends them. */
const closed = {
  status: 503,
  contentType: 'application/json',
  body: JSON.stringify({ message: 'The desk is closed (simulated outage).' }),
}

/**
 * Handles all requests to an address until the returned function is called; later ones reach the server. A page asks again for an
 * error that it renders late, so that one broken response alone may never be shown.
 */
export async function breakResponses(
  page: Page,
  url: string,
  handle: (route: Route) => Promise<void>,
): Promise<() => void> {
  let isBroken = true
  await page.route(url, (route) => (isBroken ? handle(route) : route.fallback()))
  return () => {
    isBroken = false
  }
}

/**
 * Lets the next request to an address fail as in an outage, when the test says so; later ones reach the server. The interception
 * stays: with `times: 1` it ends while other requests are on their way, of which one in ten never arrives.
 */
export async function failNext(page: Page, url: string, when: Promise<void>): Promise<void> {
  let isNext = true
  await page.route(url, async (route) => {
    if (!isNext) return await route.fallback()
    isNext = false
    await when
    await route.fulfill(closed)
  })
}
