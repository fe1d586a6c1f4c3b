import { describe, expect } from 'vitest'
import { it } from '../support/deskTest'

/** Notes that are added and deleted. */
export function noteSuite(): void {
  describe('a note', () => {
    it('that is added is first in both lists and counted, with one request', async ({
      api,
      desk,
    }) => {
      const { id } = await api.addMember('Nora Noted')
      await api.addNote(id, 'Was here before.')
      const { id: otherId } = await api.addMember('Nils Marker')
      await desk.open()
      await desk.select('Nora Noted')
      const { notes } = await desk.counts()
      const requests = await desk.requestsDuring(async () => {
        await desk.addNote('Came just now.')
        expect(await desk.latest.locator('li p').first().textContent()).toBe('Came just now.')
        await desk.row('Nora Noted').getByText('2 notes').waitFor()
        expect(await desk.notes.locator('.note__text').allTextContents()).toEqual([
          'Came just now.',
          'Was here before.',
        ])
        await desk.select('Nils Marker')
      })
      expect((await desk.counts()).notes).toBe(notes + 1)
      expect(requests).toEqual([
        `POST /api/members/${id}/notes`,
        `GET /api/members/${otherId}/notes`,
      ])
    })

    it('that is deleted is removed from both lists and the count, with one request', async ({
      api,
      desk,
    }) => {
      const { id } = await api.addMember('Dora Deleted')
      const { id: noteId } = await api.addNote(id, 'Is to vanish.')
      const { id: otherId } = await api.addMember('Dirk Marker')
      await desk.open()
      await desk.select('Dora Deleted')
      const { notes } = await desk.counts()
      const requests = await desk.requestsDuring(async () => {
        await desk.button('Delete note: Is to vanish.').click()
        await desk.notes.getByText('Nothing has been noted yet.').waitFor()
        await desk.row('Dora Deleted').getByText('0 notes').waitFor()
        for (const text of Object.values(await desk.texts())) expect(text).not.toContain('vanish')
        await desk.select('Dirk Marker')
      })
      expect((await desk.counts()).notes).toBe(notes - 1)
      expect(requests).toEqual([
        `DELETE /api/members/${id}/notes/${noteId}`,
        `GET /api/members/${otherId}/notes`,
      ])
    })

    it('that is deleted with a double click leaves the next one alone', async ({ api, desk }) => {
      const { id } = await api.addMember('Dino Doubleclick')
      await api.addNote(id, 'Is next.')
      const { id: noteId } = await api.addNote(id, 'Goes twice.')
      await desk.open()
      await desk.select('Dino Doubleclick')
      const requests = await desk.requestsDuring(async () => {
        await desk.button('Delete note: Goes twice.').dblclick()
        await desk.page.getByText('The note was deleted.').waitFor()
      })
      expect(requests).toEqual([`DELETE /api/members/${id}/notes/${noteId}`])
      await desk.note('Is next.').waitFor()
    })

    it('without a text shows an error in its form until one is typed', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      await api.addMember('Emil Empty')
      await desk.open()
      await desk.select('Emil Empty')
      await desk.button('Add note').click()
      const refusal = desk.notes.getByRole('alert')
      await refusal.waitFor()
      expect(await refusal.textContent()).toBe('Text must not be empty.')
      await desk.addNote('Not empty.')
      expect(await refusal.count()).toBe(0)
    })
  })
}
