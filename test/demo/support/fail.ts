import type { Page } from 'playwright-core'

/** The status and body of the outage, as the server sends them. */
const closed = {
  status: 503,
  contentType: 'application/json',
  body: JSON.stringify({ message: 'The desk is closed (simulated outage).' }),
}

/** Lets the next request to an address fail as in an outage, when the test says so; later ones reach the server. */
export async function failNext(page: Page, url: string, when: Promise<void>): Promise<void> {
  const fail = async (route: { fulfill(response: typeof closed): Promise<void> }) => {
    await when
    await route.fulfill(closed)
  }
  await page.route(url, fail, { times: 1 })
}
