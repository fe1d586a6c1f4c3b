import { describe, expect } from 'vitest'
import { deferred } from '../../support/world'
import type { Api, NoteJson } from '../support/Api'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { failNext } from '../support/fail'
import { hold } from '../support/hold'

const closed = 'The desk is closed (simulated outage).'

/** Opens a new member who has one note. */
async function openNoted(api: Api, desk: Desk, name: string): Promise<NoteJson> {
  const { id } = await api.addMember(name)
  const note = await api.addNote(id, `About ${name}.`)
  await desk.open()
  await desk.select(name)
  return note
}

/** How many votes the server has counted. */
async function votesOf(
  api: Api,
  { memberId, text }: Pick<NoteJson, 'memberId' | 'text'>,
): Promise<number | undefined> {
  const { body } = await api.request<NoteJson[]>('GET', `/members/${memberId}/notes`)
  return body.find((note) => note.text === text)?.votes
}

/** Waits until the button shows this number of votes. */
const shows = (desk: Desk, { text }: Pick<NoteJson, 'text'>, votes: number) =>
  desk
    .vote(text)
    .filter({ hasText: new RegExp(`▲ ${votes} *votes?,`) })
    .waitFor()

/** Notes that are on the page before the server responds, or leave it. */
export function optimisticNoteSuite(): void {
  describe('a note that is on its way', () => {
    it('is shown at once with a mark, and its element stays when the server responds', async ({
      api,
      desk,
    }) => {
      const { memberId } = await openNoted(api, desk, 'Uma Unhurried')
      const { notes } = await desk.counts()
      const held = await hold(desk.page, `**/api/members/${memberId}/notes`)
      await desk.addNote('Not there yet.')
      const item = desk.note('Not there yet.')
      await item.getByText('Saving', { exact: true }).waitFor()
      await desk.row('Uma Unhurried').getByText('2 notes').waitFor()
      expect((await desk.counts()).notes).toBe(notes + 1)
      expect(await desk.latest.locator('li p').first().textContent()).toBe('Not there yet.')
      expect(await desk.detail.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('')
      await desk.vote('Not there yet.').click()
      await desk.vote('Not there yet.').filter({ hasText: '▲ 1 vote,' }).waitFor()
      const element = await item.elementHandle()
      held.release()
      await desk.page.getByText('The note was added.').waitFor()
      await item.getByText('Saving', { exact: true }).waitFor({ state: 'detached' })
      expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
      expect(await desk.notes.getByRole('listitem').count()).toBe(2)
      expect((await desk.counts()).notes).toBe(notes + 1)
      const note = { memberId, text: 'Not there yet.' }
      expect(await votesOf(api, note)).toBe(1)
      await shows(desk, note, 1)
    })

    it('leaves the page when the server refuses it, and its text is back in the form', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      const { memberId } = await openNoted(api, desk, 'Ulf Unwanted')
      const refuse = deferred()
      await failNext(desk.page, `**/api/members/${memberId}/notes`, refuse.promise)
      await desk.addNote('Is not to be.')
      refuse.resolve()
      await desk.notes.getByText(closed).waitFor()
      expect(await desk.note('Is not to be.').count()).toBe(0)
      await desk.row('Ulf Unwanted').getByText('1 note').waitFor()
      const field = desk.detail.getByRole('textbox', { name: 'New note' })
      expect(await field.inputValue()).toBe('Is not to be.')
      await desk.button('Add note').click()
      await desk.page.getByText('The note was added.').waitFor()
      await desk.row('Ulf Unwanted').getByText('2 notes').waitFor()
    })

    it('vanishes at once when it is deleted, and is back when the server refuses', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      const note = await openNoted(api, desk, 'Urs Undeleted')
      const refuse = deferred()
      const url = `**/api/members/${note.memberId}/notes/${note.id}`
      await failNext(desk.page, url, refuse.promise)
      await desk.button(`Delete note: ${note.text}`).click()
      await desk.notes.getByText('Nothing has been noted yet.').waitFor()
      await desk.row('Urs Undeleted').getByText('0 notes').waitFor()
      for (const text of Object.values(await desk.texts())) expect(text).not.toContain(note.text)
      refuse.resolve()
      await desk.note(note.text).waitFor()
      await desk.notes.getByText(`The note “${note.text}” was not deleted. ${closed}`).waitFor()
      await desk.row('Urs Undeleted').getByText('1 note').waitFor()
      await desk.button(`Delete note: ${note.text}`).click()
      await desk.page.getByText('The note was deleted.', { exact: true }).waitFor()
      expect(await desk.notes.getByRole('alert').count()).toBe(0)
    })
  })

  describe('two quick votes', () => {
    it('are shown at once, sent one after the other, and counted', async ({ api, desk }) => {
      const note = await openNoted(api, desk, 'Vito Voted')
      const held = await hold(desk.page, '**/votes')
      const requests = await desk.requestsDuring(async () => {
        await desk.vote(note.text).dblclick()
        await shows(desk, note, 2)
        await held.responded
      })
      const path = `/api/members/${note.memberId}/notes/${note.id}/votes`
      expect(requests).toEqual([`POST ${path}`])
      const responses = [0, 1].map(() => desk.page.waitForResponse(`**${path}`))
      held.release()
      await Promise.all(responses)
      await desk.note(note.text).getByText('Saving').waitFor({ state: 'detached' })
      await shows(desk, note, 2)
      expect(await votesOf(api, note)).toBe(2)
    })

    it('count as one if the first is refused', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      const note = await openNoted(api, desk, 'Vera Voted')
      const refuse = deferred()
      await failNext(desk.page, '**/votes', refuse.promise)
      await desk.vote(note.text).dblclick()
      await shows(desk, note, 2)
      refuse.resolve()
      await desk.notes.getByText(`The vote for “${note.text}” was not counted. ${closed}`).waitFor()
      await desk.note(note.text).getByText('Saving').waitFor({ state: 'detached' })
      await shows(desk, note, 1)
      expect(await votesOf(api, note)).toBe(1)
    })
  })
}
