import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { failNext } from '../support/fail'
import { hold } from '../support/hold'

const tickerRequests = (desk: Desk) => desk.requests.filter((it) => it === 'GET /api/ticker').length

/** The prices as they are shown. */
const prices = (desk: Desk) => desk.market('Prices').locator('.quote__price').allTextContents()

/** Waits until other prices are shown than these. */
async function waitForNewPrices(desk: Desk, before: readonly string[]): Promise<void> {
  await desk.page.waitForFunction((old) => {
    const shown = [...document.querySelectorAll('.quote__price')].map((it) => it.textContent)
    return shown.length === old.length && shown.every((text, at) => text !== old[at])
  }, before)
}

/** Waits until what is shown are the very digits that the server sent, and gives them. */
async function shownAsSent(desk: Desk): Promise<string[]> {
  const found = await desk.page.waitForFunction(() => {
    const rows = Object.entries(globalThis.demo?.store.getState().rest.entities['Quote'] ?? {})
    const sent = new Map(rows.map(([symbol, row]) => [symbol, row.data.price]))
    const quotes = [...document.querySelectorAll('.quote')].map((quote) => ({
      symbol: quote.querySelector('.quote__symbol')?.textContent,
      price: quote.querySelector('.quote__price')?.textContent.replaceAll(',', ''),
    }))
    const isSame = quotes.every(({ symbol, price }) => sent.get(String(symbol)) === price)
    return isSame && quotes.map(({ price }) => String(price))
  })
  return (await found.jsonValue()) as string[]
}

/** The second view. */
export function marketSuite(): void {
  describe('the ticker on the page', () => {
    it('shows all digits of each price, and sends requests only while it is mounted', async ({
      desk,
    }) => {
      // A poll that is in flight when the market is left is aborted.
      desk.complaints.expectFailedRequests()
      await desk.page.clock.install()
      await desk.openMarket()
      await desk.market('Prices').getByRole('listitem').first().waitFor()
      const first = await prices(desk)
      await desk.page.clock.fastForward(2_000)
      await waitForNewPrices(desk, first)
      expect(tickerRequests(desk)).toBeGreaterThan(1)
      const exact = await shownAsSent(desk)
      expect(exact).toHaveLength(4)
      expect(exact[3]).toMatch(/^0\.\d{12}$/)
      await desk.goTo('Desk')
      await desk.row('Amara Okafor').waitFor()
      const before = tickerRequests(desk)
      await desk.page.clock.fastForward(60_000)
      await desk.page.title()
      expect(tickerRequests(desk)).toBe(before)
    })
  })

  describe('the trades on the page', () => {
    it('load page by page until the last one, without duplicates', async ({ desk }) => {
      await desk.openMarket()
      const trades = desk.market('Trades')
      const more = trades.getByRole('button', { name: 'Load more' })
      const requests = await desk.requestsDuring(async () => {
        for (const shown of [80, 120, 160, 200, 240]) {
          await more.click()
          await trades.getByText(`${shown} trades so far.`).waitFor()
        }
        await more.click()
        await trades.getByText('These are all 250 trades.').waitFor()
      })
      expect(await more.count()).toBe(0)
      await trades.getByText('These are all 250 trades.').and(desk.page.locator(':focus')).waitFor()
      expect(await trades.locator('.trade').count()).toBe(250)
      const times = await trades
        .locator('time')
        .evaluateAll((all) => all.map((it) => it.getAttribute('datetime') ?? ''))
      expect(times).toEqual(times.toSorted().toReversed())
      const pages = requests.filter((it) => it.includes('/trades'))
      expect(pages).toHaveLength(6)
      expect(new Set(pages).size).toBe(6)
    })
  })

  describe('the trades that are refreshed', () => {
    it('keep their pages, and stay on the page meanwhile', async ({ desk }) => {
      await desk.openMarket()
      const trades = desk.market('Trades')
      await trades.getByRole('button', { name: 'Load more' }).click()
      await trades.getByText('80 trades so far.').waitFor()
      const held = await hold(desk.page, '**/api/trades*')
      const requests = await desk.requestsDuring(async () => {
        await trades.getByRole('button', { name: 'Refresh trades' }).click()
        await held.responded
        await trades.locator('.stale').filter({ hasText: 'Requested again' }).waitFor()
        expect(await trades.locator('.trade').count()).toBe(80)
        held.release()
        await desk.page.getByText('The trades are up to date.').waitFor()
      })
      expect(requests.filter((it) => it.includes('/trades'))).toEqual([
        'GET /api/trades',
        expect.stringMatching(/^GET \/api\/trades\?cursor=\d+$/),
      ])
      expect(await trades.locator('.trade').count()).toBe(80)
    })

    it('stay as they are where a later page fails, and say why', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.openMarket()
      const trades = desk.market('Trades')
      await trades.getByRole('button', { name: 'Load more' }).click()
      await trades.getByText('80 trades so far.').waitFor()
      await failNext(desk.page, '**/api/trades?cursor=*', Promise.resolve())
      const refresh = trades.getByRole('button', { name: 'Refresh trades' })
      await refresh.click()
      const alert = trades.getByRole('alert')
      await alert.filter({ hasText: 'The trades were not refreshed. The desk is closed' }).waitFor()
      await trades.getByText('80 trades so far.').waitFor()
      await refresh.click()
      await desk.page.getByText('The trades are up to date.').waitFor()
      await trades.getByText('80 trades so far.').waitFor()
      expect(await alert.count()).toBe(0)
    })
  })

  describe('revoking access on the page', () => {
    it('removes a program, and not the person with the same id', async ({ desk }) => {
      await desk.openMarket()
      const access = desk.market('Access')
      const program = access.getByRole('listitem').filter({ hasText: 'Closing auction' })
      await program.waitFor()
      const before = await access.getByRole('listitem').count()
      const deletions = () => desk.requests.filter((it) => it.startsWith('DELETE'))
      await program.getByRole('button', { name: 'Revoke access of Closing auction' }).click()
      await desk.page.getByText('Closing auction may not use the desk any more.').waitFor()
      expect(await program.count()).toBe(0)
      expect(deletions()).toEqual(['DELETE /api/access/algo/1'])
      expect(await access.getByRole('listitem').filter({ hasText: 'Aoife Brennan' }).count()).toBe(
        1,
      )
      expect(await access.getByRole('listitem').count()).toBe(before - 1)
      await access.getByRole('heading').and(desk.page.locator(':focus')).waitFor()
    })
  })
}
