import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Site } from './support/Site'

// The idle time of a real browser.

let site: Site
let page: Page

beforeAll(async () => {
  site = await Site.start('unused.ts')
  page = await site.open()
})

afterAll(async () => {
  await site.close()
})

it('garbage removes what nothing uses in the idle time of the page, in several slices', async () => {
  await page.evaluate(() => window.unused.fill(20_000))
  expect(await page.evaluate(() => window.unused.ids().length)).toBeGreaterThanOrEqual(20_000)
  await page.waitForFunction(() => window.unused.ids().length === 1)
  expect(await page.evaluate(() => window.unused.ids())).toEqual(['shown'])
  expect(await page.evaluate(() => window.unused.count())).toBeGreaterThan(3)
})
