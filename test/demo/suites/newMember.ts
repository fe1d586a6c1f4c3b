import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'

const dialogOf = (desk: Desk) => desk.page.getByRole('dialog', { name: 'New member' })

async function fillIn(desk: Desk, name: string, email: string): Promise<void> {
  await desk.list.getByRole('button', { name: 'New member' }).click()
  await dialogOf(desk).getByRole('textbox', { name: 'Name' }).fill(name)
  await dialogOf(desk).getByRole('textbox', { name: 'Email' }).fill(email)
}

const submit = (desk: Desk) => dialogOf(desk).getByRole('button', { name: 'Add member' }).click()

async function showTab(desk: Desk, name: string, somebody: string): Promise<void> {
  await desk.tab(name).click()
  await desk.row(somebody).waitFor()
}

/** Members that are added. */
export function newMemberSuite(): void {
  describe('adding a member', () => {
    it('adds it to the lists of all and of its desk only', async ({ desk }) => {
      await desk.open()
      await showTab(desk, 'Rates', 'Hiroshi Tanaka')
      await showTab(desk, 'FX', 'Mei-Ling Chen')
      const { members } = await desk.counts()
      const requests = await desk.requestsDuring(async () => {
        await fillIn(desk, 'Aisha Khan', 'aisha.khan@harbour.example')
        // The form offers the desk that the list shows.
        expect(await dialogOf(desk).getByRole('combobox', { name: 'Desk' }).inputValue()).toBe('FX')
        await submit(desk)
        await desk.name('Aisha Khan').waitFor()
        await desk.notes.getByText('Nothing has been noted yet.').waitFor()
        expect(await desk.names()).toEqual([
          'Aisha Khan',
          'Chiara Lombardi',
          'Elif Yıldız',
          'Mei-Ling Chen',
        ])
        await showTab(desk, 'All', 'Aisha Khan')
        await showTab(desk, 'Rates', 'Hiroshi Tanaka')
        expect(await desk.row('Aisha Khan').count()).toBe(0)
      })
      expect(requests).toEqual([
        'POST /api/members',
        expect.stringMatching(/^GET \/api\/members\/[\w-]+\/notes$/),
      ])
      expect((await desk.counts()).members).toBe(members + 1)
      expect(await dialogOf(desk).count()).toBe(0)
    })

    it('shows the error of the server in the form, and keeps the input', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      const { members } = await desk.counts()
      await fillIn(desk, 'Bert Broken', 'no address')
      await submit(desk)
      const refusal = dialogOf(desk).getByRole('alert')
      await refusal.waitFor()
      expect(await refusal.textContent()).toBe('Email must look like name@company.example.')
      expect(await desk.counts()).toMatchObject({ members })
      await dialogOf(desk).getByRole('textbox', { name: 'Email' }).fill('bert@harbour.example')
      await submit(desk)
      await desk.name('Bert Broken').waitFor()
      expect(await desk.counts()).toMatchObject({ members: members + 1 })
    })

    it('sends one request after several clicks', async ({ desk }) => {
      await desk.open()
      await fillIn(desk, 'Olga Once', 'olga@harbour.example')
      const requests = await desk.requestsDuring(async () => {
        await dialogOf(desk).getByRole('button', { name: 'Add member' }).dblclick()
        await desk.name('Olga Once').waitFor()
        await desk.notes.getByText('Nothing has been noted yet.').waitFor()
      })
      expect(requests.filter((it) => it.startsWith('POST'))).toEqual(['POST /api/members'])
      expect(await desk.row('Olga Once').count()).toBe(1)
    })
  })
}
