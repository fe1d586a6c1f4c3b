import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Site } from './support/Site'

// refetchOn in StrictMode in a real browser, with a network that is cut and comes back.

let site: Site
let page: Page

beforeAll(async () => {
  site = await Site.start('focus.tsx')
  site.respond((_, response) => {
    response.setHeader('content-type', 'application/json').end(String(site.requests.length))
  })
})

beforeEach(async () => {
  page = await site.open()
})

afterAll(async () => {
  await site.close()
})

const show = (...names: readonly string[]) => page.evaluate((it) => window.show(...it), names)
const showing = (name: string, text: string) =>
  page.waitForFunction(
    ([id = '', expected]) => document.getElementById(id)?.textContent === expected,
    [name, text],
  )

/** A page of a headless browser is always visible: what is played here is its event, which bubbles from the document. */
const setVisible = (isVisible: boolean) =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    isVisible ? 'visible' : 'hidden',
  )

describe('refetchOn in a browser', () => {
  it('fetches stale data again when the page is seen again', async () => {
    await show('a')
    await showing('a', '1')
    await setVisible(false)
    expect(site.requests).toHaveLength(1)
    await setVisible(true)
    await showing('a', '2')
    expect(site.requests).toHaveLength(2)
  })

  it('waits for the network, and goes on when it is back', async () => {
    await show('a')
    await showing('a', '1')
    await page.context().setOffline(true)
    await showing('a', '1, paused')
    await show('a', 'b')
    await showing('b', 'loading, paused')
    expect(site.requests).toHaveLength(1)
    await page.context().setOffline(false)
    await page.waitForFunction(
      () => !/paused|loading/.test(document.querySelector('main')?.textContent ?? 'loading'),
    )
    expect(site.requests).toHaveLength(3)
  })
})
