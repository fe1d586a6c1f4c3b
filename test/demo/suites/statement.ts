import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'

const bar = (desk: Desk) =>
  desk.detail.getByRole('progressbar', { name: 'Download of the statement' })

/** Waits until the bar shows that some of the statement has come, and gives how much. */
async function waitForProgress(desk: Desk): Promise<{ value: number; max: number }> {
  const progress = await bar(desk).elementHandle()
  await desk.page.waitForFunction(
    (it) => it instanceof HTMLProgressElement && it.value > 0,
    progress,
  )
  return bar(desk).evaluate((it) => {
    const { value, max } = it as HTMLProgressElement
    return { value, max }
  })
}

/** A member's statement. */
export function statementSuite(): void {
  describe('downloading a statement', () => {
    it('shows the progress, and saves all bytes under the name of the server', async ({
      api,
      desk,
      statements,
    }) => {
      const name = 'Bjørn Yıldırım'
      const { id } = await api.addMember(name)
      const sent = await api.send('GET', `/members/${id}/statement`, undefined, await api.signIn())
      const bytes = Buffer.from(await sent.arrayBuffer())
      const held = statements.hold(id)
      await desk.open()
      await desk.signIn()
      await desk.select(name)
      const requests = await desk.requestsDuring(async () => {
        const download = desk.page.waitForEvent('download')
        await desk.button('Download statement').dblclick()
        const { value, max } = await waitForProgress(desk)
        expect(max).toBe(bytes.length)
        expect(value).toBeLessThan(max / 2)
        held.release()
        const file = await download
        expect(file.suggestedFilename()).toBe(`Statement ${name}.csv`)
        expect(await readFile(await file.path())).toEqual(bytes)
        await desk.page.getByText(`Statement ${name}.csv was saved.`).waitFor()
      })
      expect(requests).toEqual([`GET /api/members/${id}/statement`])
      expect(await bar(desk).count()).toBe(0)
      // Nothing of it is kept.
      await desk.page.waitForFunction(
        () => !JSON.stringify(globalThis.demo?.store.getState()).includes('/statement'),
      )
    })

    it('can be canceled, which aborts the response, and started again', async ({
      api,
      desk,
      statements,
    }) => {
      desk.complaints.expectFailedRequests()
      const { id } = await api.addMember('Cora Cancelled')
      const held = statements.hold(id)
      await desk.open()
      await desk.signIn()
      await desk.select('Cora Cancelled')
      await desk.button('Download statement').click()
      await waitForProgress(desk)
      await desk.button('Cancel download').click()
      await held.dropped
      await desk.page.getByText('The download was cancelled.').waitFor()
      expect(await bar(desk).count()).toBe(0)
      await desk.button('Download statement').and(desk.page.locator(':focus')).waitFor()
      held.release()
      const download = desk.page.waitForEvent('download')
      await desk.button('Download statement').click()
      expect((await download).suggestedFilename()).toBe('Statement Cora Cancelled.csv')
    })

    it('saves the file under a default name if the server sends none', async ({ api, desk }) => {
      await api.addMember('Nuno Nameless')
      const plain = { contentType: 'text/csv', body: 'day,instrument,quantity,price,value\n' }
      await desk.page.route('**/statement', (it) => it.fulfill(plain))
      await desk.open()
      await desk.signIn()
      await desk.select('Nuno Nameless')
      const download = desk.page.waitForEvent('download')
      await desk.button('Download statement').click()
      expect((await download).suggestedFilename()).toBe('Statement.csv')
    })
  })
}
