import { describe, expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { it } from '../support/deskTest'

/** Far more tab stops than the page has. */
const maxStops = 300

/** Presses the Tab key until the element has the focus, like a user without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const focused = target.and(page.locator(':focus'))
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) === 1) return
  }
  throw new Error(`${String(target)} cannot be reached with the Tab key.`)
}

const hasFocus = (page: Page, target: Locator) => target.and(page.locator(':focus')).waitFor()

/** The page without a mouse. The members are at the top of the list, a few tab stops from the start. */
export function keyboardSuite(): void {
  describe('with the keyboard only', () => {
    it('a member can be selected, renamed with Enter, and kept with Escape', async ({
      api,
      desk,
    }) => {
      const { id } = await api.addMember('Abel Typed')
      const { page } = desk
      await desk.open()
      await tabTo(page, desk.row('Abel Typed'))
      await page.keyboard.press('Enter')
      await hasFocus(page, desk.name('Abel Typed'))
      await desk.notes.getByText('Nothing has been noted yet.').waitFor()
      const field = desk.detail.getByRole('textbox', { name: 'Name' })
      const requests = await desk.requestsDuring(async () => {
        await page.keyboard.press('Tab')
        await hasFocus(page, desk.button('Rename'))
        await page.keyboard.press('Enter')
        await hasFocus(page, field)
        await page.keyboard.type('Abba Typed')
        await page.keyboard.press('Enter')
        await hasFocus(page, desk.name('Abba Typed'))
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await hasFocus(page, field)
        await page.keyboard.type('Nobody')
        await page.keyboard.press('Escape')
        await hasFocus(page, desk.name('Abba Typed'))
      })
      expect(requests).toEqual([`PATCH /api/members/${id}`])
      expect(await desk.row('Abba Typed').count()).toBe(1)
    })

    it('a member can be deleted after a confirmation, which focuses the button Keep', async ({
      api,
      desk,
    }) => {
      await api.addMember('Abby Erased')
      const { page } = desk
      await desk.open()
      await tabTo(page, desk.row('Abby Erased'))
      await page.keyboard.press('Enter')
      await hasFocus(page, desk.name('Abby Erased'))
      await tabTo(page, desk.button('Delete member'))
      await page.keyboard.press('Enter')
      await hasFocus(page, desk.button('Keep'))
      await page.keyboard.press('Enter')
      await hasFocus(page, desk.button('Delete member'))
      await page.keyboard.press('Enter')
      await hasFocus(page, desk.button('Keep'))
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await hasFocus(page, desk.list.getByRole('heading', { name: 'Members' }))
      expect(await desk.row('Abby Erased').count()).toBe(0)
    })

    it('a new member can be added, and closing the form restores the focus', async ({ desk }) => {
      const { page } = desk
      const opener = desk.list.getByRole('button', { name: 'New member' })
      const dialog = page.getByRole('dialog', { name: 'New member' })
      await desk.open()
      await tabTo(page, opener)
      await page.keyboard.press('Enter')
      await hasFocus(page, dialog.getByRole('textbox', { name: 'Name' }))
      await page.keyboard.press('Escape')
      await hasFocus(page, opener)
      await page.keyboard.press('Enter')
      await hasFocus(page, dialog.getByRole('textbox', { name: 'Name' }))
      await page.keyboard.type('Kai Keys')
      await page.keyboard.press('Tab')
      await page.keyboard.type('kai.keys@harbour.example')
      await page.keyboard.press('Enter')
      await hasFocus(page, desk.name('Kai Keys'))
      expect(await desk.row('Kai Keys').count()).toBe(1)
    })
  })
}
