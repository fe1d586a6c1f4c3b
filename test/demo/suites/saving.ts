import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { it } from '../support/deskTest'
import { hold } from '../support/hold'

const markIn = (part: Locator) => part.getByText('Saving', { exact: true })

/** The mark of what is being saved. */
export function savingSuite(): void {
  describe('a row that is being saved', () => {
    it('of a member is marked until the response, and nothing moves', async ({ api, desk }) => {
      const { id } = await api.addMember('Sven Saved')
      await api.addMember('Swantje Still')
      await desk.open()
      await desk.select('Sven Saved')
      const row = desk.row('Sven Saved')
      const boxes = async () => [
        await row.boundingBox(),
        await row.locator('.member__count').boundingBox(),
      ]
      const before = await boxes()
      const held = await hold(desk.page, `**/api/members/${id}`)
      await desk.button('Rename').click()
      await desk.detail.getByRole('textbox', { name: 'Name' }).fill('Sven Savedx')
      await desk.button('Save').click()
      await markIn(row).waitFor()
      expect(await boxes()).toEqual(before)
      expect(await markIn(desk.row('Swantje Still')).count()).toBe(0)
      held.release()
      await desk.name('Sven Savedx').waitFor()
      expect(await markIn(desk.list).count()).toBe(0)
    })
  })
}
