import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { limitUploads } from '../support/limitUploads'

const inList = (desk: Desk, button: string) =>
  desk.list.getByRole('button', { name: button, exact: true })

const bar = (desk: Desk) => desk.list.getByRole('progressbar', { name: 'Upload of the file' })

/** Waits until the bar has more than `value` and is not full, and returns its new value. */
async function waitForProgress(desk: Desk, value: number): Promise<number> {
  const shown = await desk.page.waitForFunction((least) => {
    const progress = document.querySelector('progress')
    return progress !== null && progress.value > least && progress.value < progress.max
      ? progress.value
      : undefined
  }, value)
  return Number(await shown.jsonValue())
}

/** Members that are deleted or added together. */
export function manyMembersSuite(): void {
  describe('deleting selected members', () => {
    it('removes them everywhere with one request after the confirmation', async ({ api, desk }) => {
      const names = ['Dana Doomed', 'Dora Doomed', 'Dina Doomed']
      const members = await Promise.all(names.map((name) => api.addMember(name)))
      await api.addNote(String(members[0]?.id), 'Goes with Dana.')
      await api.addMember('Sally Spared')
      await desk.open()
      await desk.signIn()
      await desk.select('Dana Doomed')
      const before = await desk.counts()
      let body: unknown
      desk.page.on('request', (it) => (body = it.method() === 'DELETE' ? it.postDataJSON() : body))
      await inList(desk, 'Select').click()
      for (const name of names) await desk.list.getByLabel(`Select ${name}`).check()
      const requests = await desk.requestsDuring(async () => {
        await inList(desk, 'Delete 3 members').click()
        await inList(desk, 'Keep').and(desk.page.locator(':focus')).waitFor()
        await inList(desk, 'Keep').click()
        await inList(desk, 'Delete 3 members').and(desk.page.locator(':focus')).waitFor()
        await inList(desk, 'Delete 3 members').click()
        await inList(desk, 'Delete for good').click()
        await desk.page.getByText('3 members were deleted.').waitFor()
        for (const text of Object.values(await desk.texts())) expect(text).not.toContain('Doomed')
        await desk.detail.getByRole('heading', { name: 'No member selected' }).waitFor()
        await desk.row('Sally Spared').waitFor()
      })
      expect(requests).toEqual(['DELETE /api/members'])
      expect((body as string[]).toSorted()).toEqual(members.map(({ id }) => id).toSorted())
      expect(await desk.counts()).toEqual({ members: before.members - 3, notes: before.notes - 1 })
    })
  })

  describe('importing a file of members', () => {
    it('adds each to the lists of all and of its desk, with one request', async ({ desk }) => {
      await desk.open()
      await desk.signIn()
      await desk.tab('FX').click()
      await desk.row('Mei-Ling Chen').waitFor()
      await desk.tab('Rates').click()
      await desk.row('Hiroshi Tanaka').waitFor()
      const { members } = await desk.counts()
      const requests = await desk.requestsDuring(async () => {
        await desk.importMembers(
          'Ines Imported,ines@a.example,FX',
          'Ivo Imported,ivo@a.example,Rates',
        )
        await desk.page.getByText('2 members were added.').waitFor()
        await desk.row('Ivo Imported').waitFor()
        expect(await desk.row('Ines Imported').count()).toBe(0)
        await desk.tab('FX').click()
        await desk.row('Ines Imported').waitFor()
        expect(await desk.row('Ivo Imported').count()).toBe(0)
        await desk.tab('All').click()
        await desk.row('Ines Imported').waitFor()
        await desk.row('Ivo Imported').waitFor()
      })
      expect(requests).toEqual(['POST /api/members/import'])
      expect((await desk.counts()).members).toBe(members + 2)
    })

    it('shows errors by line for an invalid file, and adds no members until it is corrected', async ({
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      await desk.signIn()
      const { members } = await desk.counts()
      await desk.importMembers('Berta Broken,berta@a.example,FX', 'Bodo Broken,nowhere,FX', 'x')
      const alert = desk.list.getByRole('alert')
      await alert.waitFor()
      expect(await alert.textContent()).toBe(
        'Line 3: Email must look like name@company.example.\nLine 4: Expected 3 fields, found 1.',
      )
      expect((await desk.counts()).members).toBe(members)
      await desk.importMembers('Berta Broken,berta@a.example,FX')
      await desk.row('Berta Broken').waitFor()
      expect(await alert.count()).toBe(0)
      expect((await desk.counts()).members).toBe(members + 1)
    })

    it('shows how much of the file was sent on a slow network, also for another desk', async ({
      desk,
    }) => {
      await desk.open()
      await desk.signIn()
      const endLimit = await limitUploads(desk.page, 8_000)
      // Empty lines at the end of a file do not count.
      await desk.importMembers('Lena Large,lena@a.example,FX', '\n'.repeat(60_000))
      await bar(desk).waitFor()
      const value = await waitForProgress(desk, 0)
      await waitForProgress(desk, value)
      await desk.tab('FX').click()
      await bar(desk).waitFor()
      await endLimit()
      await desk.page.getByText('1 member was added.').waitFor()
      await desk.row('Lena Large').waitFor()
      expect(await bar(desk).count()).toBe(0)
    })
  })
}
