import { describe, expect } from 'vitest'
import { it } from '../support/deskTest'
import { hold } from '../support/hold'

/** What happens if responses land late, or in another order than their requests. */
export function raceSuite(): void {
  describe('a late response', () => {
    it('for a member that is no longer selected is not shown', async ({ api, desk }) => {
      const slow = await api.addMember('Sina Slow')
      const quick = await api.addMember('Quentin Quick')
      await api.addNote(slow.id, 'Said about the slow one.')
      await api.addNote(quick.id, 'Said about the quick one.')
      desk.complaints.expectFailedRequests()
      await desk.open()
      const held = await hold(desk.page, `**/api/members/${slow.id}/notes`)
      await desk.row('Sina Slow').click()
      await desk.notes.getByRole('status', { name: 'Loading notes' }).waitFor()
      await held.responded
      await desk.select('Quentin Quick')
      held.release()
      await held.delivered
      await desk.note('Said about the quick one.').waitFor()
      expect((await desk.texts()).detail).not.toContain('Said about the slow one.')
      await desk.select('Sina Slow')
      await desk.note('Said about the slow one.').waitFor()
      expect((await desk.texts()).detail).not.toContain('Said about the quick one.')
    })

    it('for an earlier filter does not replace the list of the current one', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      const held = await hold(desk.page, '**/api/members?desk=Commodities')
      await desk.tab('Commodities').click()
      await held.responded
      await desk.tab('Equities').click()
      await desk.row('Farid Rahimi').waitFor()
      held.release()
      await held.delivered
      expect(await desk.names()).toContain('Amara Okafor')
      expect(await desk.row('Ingrid Halvorsen').count()).toBe(0)
      await desk.tab('Commodities').click()
      await desk.row('Ingrid Halvorsen').waitFor()
      expect(await desk.row('Farid Rahimi').count()).toBe(0)
    })

    it('from before a rename does not restore the old name', async ({ api, desk }) => {
      await api.addMember('Otto Old')
      await desk.open()
      await desk.select('Otto Old')
      const held = await hold(desk.page, '**/api/members')
      await desk.list.getByRole('button', { name: 'Refresh' }).click()
      await held.responded
      await desk.rename('Nero New')
      held.release()
      await desk.row('Nero New').waitFor()
      expect(await desk.row('Otto Old').count()).toBe(0)
      expect(await desk.name('Nero New').count()).toBe(1)
    })

    it('from before a new note does not remove it', async ({ api, desk }) => {
      await api.addMember('Lena Late')
      await desk.open()
      await desk.select('Lena Late')
      const held = await hold(desk.page, '**/api/notes?limit=12')
      await desk.latest.getByRole('button', { name: 'Refresh' }).click()
      await held.responded
      await desk.addNote('Newer than the response.')
      held.release()
      await held.delivered
      await desk.latest.getByText('Newer than the response.').waitFor()
    })
  })

  describe('a response that does not arrive', () => {
    it('leaves the data on the page, and does not block the rest', async ({ api, desk }) => {
      await api.addMember('Ute Unhurt')
      await desk.open()
      const held = await hold(desk.page, '**/api/notes?limit=12')
      await desk.latest.getByRole('button', { name: 'Refresh' }).click()
      await desk.latest.locator('.stale').filter({ hasText: 'Requested again' }).waitFor()
      expect(await desk.latest.getByRole('listitem').count()).toBe(12)
      await desk.select('Ute Unhurt')
      await desk.rename('Uta Unhurt')
      await desk.row('Uta Unhurt').waitFor()
      held.release()
      await desk.latest.locator('.stale').waitFor({ state: 'detached' })
    })
  })
}
