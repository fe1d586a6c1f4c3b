import type { Page } from 'playwright-core'
import { deferred } from '../../support/world'

/** Responses that are held back. */
export interface Held {
  /** Resolves when the server has responded to the first of them. */
  readonly responded: Promise<void>
  /** Lets all of them through, and later ones too. */
  release(): void
  /** Resolves when the page was given the first of them, if it still wanted it. */
  readonly delivered: Promise<void>
}

/** Lets the server respond at once, but holds its responses back until the test releases them. */
export async function hold(page: Page, url: string): Promise<Held> {
  const responded = deferred()
  const released = deferred()
  const delivered = deferred()
  await page.route(url, async (route) => {
    const response = await route.fetch()
    responded.resolve()
    await released.promise
    await route.fulfill({ response })
    delivered.resolve()
  })
  return { responded: responded.promise, release: released.resolve, delivered: delivered.promise }
}
