import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'

const toast = (desk: Desk) => desk.page.getByRole('status').locator('.toast')

/** What the address holds. */
export function addressSuite(): void {
  describe('the address of the page', () => {
    it('holds the view, the member and the filter, for a reload and the Back button', async ({
      desk,
    }) => {
      // A poll of the market may be in flight when it is left.
      desk.complaints.expectFailedRequests()
      await desk.open()
      await desk.tab('FX').click()
      await desk.row('Elif Yıldız').waitFor()
      await desk.select('Elif Yıldız')
      await desk.goTo('Market')
      await desk.page.reload()
      await desk.market('Trades').waitFor()
      await desk.page.goBack()
      await desk.name('Elif Yıldız').waitFor()
      expect(await desk.tab('FX').getAttribute('aria-pressed')).toBe('true')
      await desk.page.reload()
      await desk.name('Elif Yıldız').waitFor()
      await desk.row('Elif Yıldız').waitFor()
      expect(await desk.row('Amara Okafor').count()).toBe(0)
      expect(await desk.page.evaluate(() => document.activeElement === document.body)).toBe(true)
      await desk.page.goBack()
      await desk.detail.getByRole('heading', { name: 'No member selected' }).waitFor()
      await desk.page.goBack()
      await desk.row('Amara Okafor').waitFor()
    })

    it('of a member is a link that opens the member elsewhere', async ({ desk, elsewhere }) => {
      await desk.open()
      const href = await desk.row('Ingrid Halvorsen').getAttribute('href')
      await elsewhere.page.goto(new URL(String(href), desk.page.url()).href)
      await elsewhere.name('Ingrid Halvorsen').waitFor()
      await elsewhere
        .row('Ingrid Halvorsen')
        .and(elsewhere.page.locator('[aria-current]'))
        .waitFor()
    })

    it('of a member who was deleted shows that in one sentence, with no form and no Retry', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      const { id } = await api.addMember('Gwen Gone')
      await api.request('DELETE', `/members/${id}`)
      await desk.open()
      await desk.page.goto(new URL(`#desk?member=${id}`, desk.page.url()).href)
      await desk.detail.getByText('There is no such member.').waitFor()
      expect(await desk.detail.getByRole('alert').count()).toBe(1)
      expect(await desk.button('Retry').count()).toBe(0)
      expect(await desk.button('Add note').count()).toBe(0)
    })

    it('leads back past a member that was deleted', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      await api.addMember('Dora Departed')
      await desk.open()
      await desk.select('Benedikt Sørensen')
      await desk.select('Dora Departed')
      await desk.deleteMember()
      await desk.page.goBack()
      await desk.name('Benedikt Sørensen').waitFor()
    })
  })

  describe('the news on the page', () => {
    it('fade, and do not outlive their view', async ({ api, desk }) => {
      await desk.page.emulateMedia({ reducedMotion: 'no-preference' })
      await api.addMember('Nina News')
      await desk.open()
      await desk.select('Nina News')
      await desk.rename('Nora News')
      await toast(desk).getByText('Nina News is now Nora News.').waitFor()
      await toast(desk).evaluate((it) => it.getAnimations().forEach((one) => one.finish()))
      expect(await toast(desk).evaluate((it) => getComputedStyle(it).opacity)).toBe('0')
      await desk.goTo('Orders')
      expect(await toast(desk).count()).toBe(0)
      await desk.goTo('Desk')
      await desk.row('Nora News').waitFor()
      expect(await toast(desk).count()).toBe(0)
    })
  })
}
