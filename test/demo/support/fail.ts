import type { Page } from 'playwright-core'

/** The status and body of the outage, as the server sends them. */
const closed = {
  status: 503,
  contentType: 'application/json',
  body: JSON.stringify({ message: 'The desk is closed (simulated outage).' }),
}

/** Lets the next request to an address fail as in an outage, when the test says so; later ones reach the server. */
export async function failNext(page: Page, url: string, when: Promise<void>): Promise<void> {
  let isNext = true
  // Not `times: 1`, which ends the interception while requests are on their way: one of them may never arrive.
  await page.route(url, async (route) => {
    if (!isNext) return await route.fallback()
    isNext = false
    await when
    await route.fulfill(closed)
  })
}
