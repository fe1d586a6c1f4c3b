import { afterAll, beforeAll, expect, it } from 'vitest'
import { Site } from './support/Site'

// The frames of a real browser, and its clicks.

let site: Site

beforeAll(async () => {
  site = await Site.start('panel.tsx')
})

afterAll(async () => {
  await site.close()
})

it('the panel over 100,000 rows leaves the page to its user while 1,000 actions come', async () => {
  const page = await site.open()
  const panel = page.getByRole('complementary', { name: 'What happens' })
  await panel.getByRole('button', { name: 'User 100,000', expanded: true }).waitFor()
  await panel.getByRole('cell', { name: 'User 49' }).waitFor()
  await panel.evaluate((element) => void (window.panelBurst = window.startBurst(element)))
  await page.getByRole('button', { name: 'Pressed 0' }).click()
  // It ends after that.
  const { actions, frames, renders, added } = await page.evaluate(() => window.panelBurst!)
  await panel.getByRole('cell', { name: `Renamed ${actions - 1}`, exact: true }).waitFor()
  expect(renders).toBeGreaterThan(0)
  expect(renders).toBeLessThanOrEqual(frames)
  expect(added).toBeLessThan(2_000)
  expect(await panel.getByRole('row').count()).toBeLessThanOrEqual(101)
  expect(await panel.locator('*').count()).toBeLessThan(2_000)
})
