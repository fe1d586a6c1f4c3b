import { describe, expect } from 'vitest'
import { hold } from '../support/hold'
import { it } from '../support/deskTest'

/** How the page loads with a new database, which no other test may change meanwhile. */
export function loadSuite(): void {
  describe('loading the page', () => {
    it('shows skeletons, then members and latest notes, with one request each', async ({
      desk,
    }) => {
      const { release } = await hold(desk.page, '**/api/**')
      await desk.load()
      expect(await desk.page.title()).toBe('Harbour Street exchange desk')
      await desk.page.getByRole('status', { name: 'Loading members' }).waitFor()
      await desk.page.getByRole('status', { name: 'Loading latest notes' }).waitFor()
      expect(await desk.countTexts()).toEqual(['–', '–'])
      release()
      await desk.row('Amara Okafor').waitFor()
      await desk.latest.getByRole('listitem').first().waitFor()
      expect(await desk.page.getByRole('status', { name: /Loading/ }).count()).toBe(0)
      expect(await desk.list.getByRole('listitem').count()).toBe(12)
      expect(await desk.latest.getByRole('listitem').count()).toBe(12)
      const rowCounts = await desk.list.getByRole('listitem').allTextContents()
      const inRows = rowCounts.map((text) => Number(/(\d+)\s*notes?/.exec(text)?.[1]))
      const notes = inRows.reduce((sum, count) => sum + count, 0)
      expect(await desk.counts()).toEqual({ members: 12, notes })
      expect(desk.requests.toSorted()).toEqual(['GET /api/members', 'GET /api/notes?limit=12'])
      // There was no input yet, so the page must not have moved the focus.
      expect(await desk.page.evaluate(() => document.activeElement === document.body)).toBe(true)
    })
  })
}

/** What one sees of a member, on a laptop and on a phone. */
export function layoutSuite(): void {
  describe('selecting a member', () => {
    it('shows the fields from the list at once, and requests only the notes', async ({ desk }) => {
      await desk.open()
      const { release } = await hold(desk.page, '**/api/members/*/notes')
      const requests = await desk.requestsDuring(async () => {
        await desk.row('Chiara Lombardi').click()
        await desk.name('Chiara Lombardi').waitFor()
        await desk.notes.getByRole('status', { name: 'Loading notes' }).waitFor()
        expect(await desk.detail.getByText('11 January 2021').count()).toBe(1)
        release()
        await desk.note('Wants forwards quoted in pips').waitFor()
      })
      expect(requests).toEqual([expect.stringMatching(/^GET \/api\/members\/[\w-]+\/notes$/)])
      expect(await desk.notes.getByRole('listitem').count()).toBe(3)
    })
  })

  describe('the layout of the page', () => {
    it('shows either the list or the member on a phone, without horizontal scrolling', async ({
      desk,
    }) => {
      const scrollsSideways = () =>
        desk.page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        )
      await desk.page.setViewportSize({ width: 390, height: 844 })
      await desk.open()
      expect(await desk.detail.isVisible()).toBe(false)
      expect(await scrollsSideways()).toBe(false)
      await desk.select('Benedikt Sørensen')
      expect(await desk.list.isVisible()).toBe(false)
      expect(await scrollsSideways()).toBe(false)
      await desk.button('Back to members').click()
      await desk.row('Benedikt Sørensen').waitFor()
      expect(await desk.detail.isVisible()).toBe(false)
      await desk.row('Benedikt Sørensen').and(desk.page.locator(':focus')).waitFor()
    })

    it('has the switches in sight, also where a long page is not scrolled', async ({ desk }) => {
      await desk.page.setViewportSize({ width: 1440, height: 900 })
      await desk.open()
      const inSight = async () => {
        const { y = -1, height = 0 } = (await desk.outageSwitch.boundingBox()) ?? {}
        return y >= 0 && y + height <= 900
      }
      expect(await inSight()).toBe(true)
      await desk.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      expect(await inSight()).toBe(true)
    })

    it('shows list and member side by side on a wide screen, without a back button', async ({
      desk,
    }) => {
      await desk.open()
      await desk.select('Benedikt Sørensen')
      expect(await desk.button('Back to members').isVisible()).toBe(false)
      expect(await desk.list.isVisible()).toBe(true)
    })
  })
}
