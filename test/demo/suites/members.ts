import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Api } from '../support/Api'
import { it } from '../support/deskTest'
import { watchFrames } from '../support/watchFrames'

/** A member with a note that is the latest of all. */
async function addNoted(api: Api, name: string): Promise<string> {
  const { id } = await api.addMember(name)
  await api.addNote(id, 'The latest of all.')
  return id
}

/** Members that are renamed and deleted. */
export function memberSuite(): void {
  describe('renaming a member', () => {
    it('updates all places in one frame, with one request', async ({ api, desk }) => {
      const id = await addNoted(api, 'Zeno Abbott')
      const { id: otherId } = await api.addMember('Walter Marker')
      await desk.open()
      await desk.select('Zeno Abbott')
      const mixedFrames = await watchFrames(desk.page, ['Zeno Abbott', 'Zelda Quist'])
      const requests = await desk.requestsDuring(async () => {
        await desk.rename('Zelda Quist')
        const texts = Object.values(await desk.texts())
        for (const text of texts) expect(text).toContain('Zelda Quist')
        for (const text of texts) expect(text).not.toContain('Zeno Abbott')
        await desk.select('Walter Marker')
      })
      expect(await mixedFrames()).toEqual([])
      // The second request is that of the test: no list was fetched again in between.
      expect(requests).toEqual([`PATCH /api/members/${id}`, `GET /api/members/${otherId}/notes`])
    })

    it('moves the member to its place in the list', async ({ api, desk }) => {
      await api.addMember('Zora Last')
      await desk.open()
      await desk.select('Zora Last')
      await desk.rename('Aaron First')
      expect((await desk.names())[0]).toBe('Aaron First')
    })

    it('shows the error of the server if rejected, and changes nothing', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      await api.addMember('Xaver Stone')
      await desk.open()
      await desk.select('Xaver Stone')
      await desk.button('Rename').click()
      await desk.detail.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(81))
      await desk.button('Save').click()
      const refusal = desk.detail.getByRole('alert')
      await refusal.waitFor()
      expect(await refusal.textContent()).toBe('Name must not be longer than 80 characters.')
      await desk.button('Cancel').click()
      await desk.name('Xaver Stone').waitFor()
      expect(await desk.row('Xaver Stone').count()).toBe(1)
    })
  })

  describe('deleting a member', () => {
    it('is confirmed within the panel, however long the name is, and Escape keeps the member', async ({
      api,
      desk,
    }) => {
      const name = `Yan${'y'.repeat(66)}`
      await api.addMember(name)
      await desk.open()
      await desk.select(name)
      await desk.button('Delete member').click()
      const end = async (part: Locator) => {
        const { x = 0, width = Infinity } = (await part.boundingBox()) ?? {}
        return x + width
      }
      const confirmation = desk.detail.getByRole('group', { name: `Delete ${name}` })
      expect(await end(confirmation)).toBeLessThan(await end(desk.detail))
      expect(await end(desk.button('Delete for good'))).toBeLessThan(await end(confirmation))
      await desk.page.keyboard.press('Escape')
      await desk.button('Delete member').and(desk.page.locator(':focus')).waitFor()
      expect(await desk.row(name).count()).toBe(1)
    })

    it('removes it everywhere with one request', async ({ api, desk }) => {
      const id = await addNoted(api, 'Vera Gone')
      const { id: otherId } = await api.addMember('Wilma Marker')
      await desk.open()
      await desk.select('Vera Gone')
      const { members, notes } = await desk.counts()
      const requests = await desk.requestsDuring(async () => {
        await desk.deleteMember()
        for (const text of Object.values(await desk.texts()))
          expect(text).not.toContain('Vera Gone')
        await desk.select('Wilma Marker')
      })
      expect(await desk.counts()).toEqual({ members: members - 1, notes: notes - 1 })
      expect(requests).toEqual([`DELETE /api/members/${id}`, `GET /api/members/${otherId}/notes`])
    })

    it('is canceled in the confirmation', async ({ api, desk }) => {
      await api.addMember('Karl Kept')
      await desk.open()
      await desk.select('Karl Kept')
      const requests = await desk.requestsDuring(async () => {
        await desk.button('Delete member').click()
        await desk.button('Keep').click()
        await desk.button('Delete member').waitFor()
      })
      expect(requests).toEqual([])
      expect(await desk.row('Karl Kept').count()).toBe(1)
    })

    it('shows the error of the server if the member is already deleted', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      const { id } = await api.addMember('Rosa Raced')
      await desk.open()
      await desk.select('Rosa Raced')
      await api.request('DELETE', `/members/${id}`)
      await desk.button('Delete member').click()
      await desk.button('Delete for good').click()
      const refusal = desk.detail.getByRole('alert')
      await refusal.waitFor()
      expect(await refusal.textContent()).toBe(`There is no member with the id ${id}.`)
    })
  })
}
