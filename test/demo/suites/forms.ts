import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { hold } from '../support/hold'

const dialogOf = (desk: Desk) => desk.page.getByRole('dialog', { name: 'New member' })
const nameField = (part: Locator) => part.getByRole('textbox', { name: 'Name' })

async function openNewMember(desk: Desk): Promise<Locator> {
  await desk.list.getByRole('button', { name: 'New member' }).click()
  await nameField(dialogOf(desk)).waitFor()
  return dialogOf(desk)
}

/** What a screen reader says of a field besides its name. */
async function descriptionOf(field: Locator): Promise<string> {
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean)
  const texts = ids.map((id) => field.page().locator(`[id="${id}"]`).textContent())
  return (await Promise.all(texts)).join(' ')
}

/** Errors of the server at their fields, and responses that come when the form is left. */
export function formSuite(): void {
  describe('a form', () => {
    it('shows the errors of the server at their fields, and focuses the first', async ({
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      const dialog = await openNewMember(desk)
      const name = nameField(dialog)
      const email = dialog.getByRole('textbox', { name: 'Email' })
      await email.fill('no address')
      await dialog.getByRole('button', { name: 'Add member' }).click()
      await dialog.getByRole('alert').first().waitFor()
      expect(await descriptionOf(name)).toBe('Name must not be empty.')
      expect(await descriptionOf(email)).toBe('Email must look like name@company.example.')
      expect(await name.getAttribute('aria-invalid')).toBe('true')
      expect(await email.getAttribute('aria-invalid')).toBe('true')
      expect(await dialog.getByRole('alert').count()).toBe(2)
      await name.and(desk.page.locator(':focus')).waitFor()
      await name.fill('Fay Fields')
      await email.fill('fay@harbour.example')
      await dialog.getByRole('button', { name: 'Add member' }).click()
      await desk.name('Fay Fields').waitFor()
    })

    it('to sign in shows which field is missing', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      await desk.signIn({ password: '' })
      const dialog = desk.page.getByRole('dialog', { name: 'Sign in' })
      const password = dialog.getByRole('textbox', { name: 'Password' })
      expect(await descriptionOf(password)).toBe('Password must not be empty.')
      await desk.page.keyboard.press('Escape')
    })
  })

  describe('a late response', () => {
    it('to a rename does not close the form that was opened since', async ({ api, desk }) => {
      const { id } = await api.addMember('Lara Latename')
      await desk.open()
      await desk.select('Lara Latename')
      const held = await hold(desk.page, `**/api/members/${id}`)
      await desk.button('Rename').click()
      await nameField(desk.detail).fill('Lea Latename')
      await desk.button('Save').click()
      await held.responded
      await desk.button('Cancel').click()
      await desk.button('Rename').click()
      await nameField(desk.detail).fill('Typed since')
      held.release()
      await desk.row('Lea Latename').waitFor()
      expect(await nameField(desk.detail).inputValue()).toBe('Typed since')
    })

    it('to a rename does not close the form of another member', async ({ api, desk }) => {
      const { id } = await api.addMember('Mara Latename')
      await api.addMember('Nora Othername')
      await desk.open()
      await desk.select('Mara Latename')
      const held = await hold(desk.page, `**/api/members/${id}`)
      await desk.button('Rename').click()
      await nameField(desk.detail).fill('Mia Latename')
      await desk.button('Save').click()
      await held.responded
      await desk.select('Nora Othername')
      await desk.button('Rename').click()
      await nameField(desk.detail).fill('Typed since')
      held.release()
      await desk.row('Mia Latename').waitFor()
      expect(await nameField(desk.detail).inputValue()).toBe('Typed since')
    })

    it('to a new member does not close the form that was opened since', async ({ desk }) => {
      await desk.open()
      const held = await hold(desk.page, '**/api/members')
      const dialog = await openNewMember(desk)
      await nameField(dialog).fill('Olaf Latecomer')
      await dialog.getByRole('textbox', { name: 'Email' }).fill('olaf@harbour.example')
      await dialog.getByRole('button', { name: 'Add member' }).click()
      await held.responded
      await desk.page.keyboard.press('Escape')
      await openNewMember(desk)
      await nameField(dialog).fill('Typed since')
      held.release()
      await desk.page.getByText('Olaf Latecomer was added.').waitFor()
      expect(await nameField(dialog).inputValue()).toBe('Typed since')
      expect(await desk.name('Olaf Latecomer').count()).toBe(0)
    })

    it('to a new note does not remove what was typed since', async ({ api, desk }) => {
      const { id } = await api.addMember('Otto Overtyped')
      await desk.open()
      await desk.select('Otto Overtyped')
      const held = await hold(desk.page, `**/api/members/${id}/notes`)
      const field = desk.detail.getByRole('textbox', { name: 'New note' })
      await field.fill('The first.')
      await desk.button('Add note').click()
      await held.responded
      await field.fill('Typed since')
      held.release()
      await desk.row('Otto Overtyped').getByText('1 note').waitFor()
      await desk.page.getByText('The note was added.').waitFor()
      expect(await field.inputValue()).toBe('Typed since')
    })

    it('to a deletion leaves a member open that was selected since', async ({ api, desk }) => {
      const { id } = await api.addMember('Pia Latedelete')
      await api.addMember('Quirin Opened')
      await desk.open()
      await desk.select('Pia Latedelete')
      const held = await hold(desk.page, `**/api/members/${id}`)
      await desk.button('Delete member').click()
      await desk.button('Delete for good').click()
      await held.responded
      await desk.select('Quirin Opened')
      const field = desk.detail.getByRole('textbox', { name: 'New note' })
      await field.fill('Typed since')
      held.release()
      await desk.page.getByText('Pia Latedelete was deleted.').waitFor()
      expect(await desk.row('Pia Latedelete').count()).toBe(0)
      expect(await desk.name('Quirin Opened').count()).toBe(1)
      expect(await field.inputValue()).toBe('Typed since')
    })
  })

  describe('a deletion that is on its way', () => {
    it('cannot be kept, and the confirmation says so', async ({ api, desk }) => {
      const { id } = await api.addMember('Rita Running')
      await desk.open()
      await desk.select('Rita Running')
      const held = await hold(desk.page, `**/api/members/${id}`)
      await desk.button('Delete member').click()
      await desk.button('Delete for good').click()
      await held.responded
      expect(await desk.button('Keep').getAttribute('aria-disabled')).toBe('true')
      // Playwright would wait until it is enabled.
      await desk.button('Keep').dispatchEvent('click')
      await desk.detail.getByText('Rita Running is being deleted.').waitFor()
      held.release()
      await desk.detail.getByRole('heading', { name: 'No member selected' }).waitFor()
    })
  })
}
