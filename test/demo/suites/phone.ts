import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { hold } from '../support/hold'

const phone = { width: 390, height: 844 }

/** What can be pressed in the page and the panel, but is lower or narrower than a thumb needs. */
function tooSmall(desk: Desk): Promise<string[]> {
  return desk.page.evaluate(() =>
    [document, document.querySelector('.rtk-rest-devtools')?.shadowRoot]
      .flatMap((root) => [
        ...(root?.querySelectorAll('a, button, select, input:not([type="checkbox"])') ?? []),
      ])
      .filter((it) => it.checkVisibility())
      .map((it) => ({ it, box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 40 || box.width < 40)
      .map(({ it, box }) => `${it.outerHTML} ${box.width} x ${box.height}`),
  )
}

/** The element of the page that has the focus, if the footer covers it. */
function coveredFocus({ page }: Desk): Promise<string | undefined> {
  return page.evaluate(() => {
    const [focused, footer] = [document.activeElement, document.querySelector('.footer')]
    if (!focused?.closest('main') || footer === null) return undefined
    const isCovered = focused.getBoundingClientRect().bottom > footer.getBoundingClientRect().top
    return isCovered ? focused.outerHTML : undefined
  })
}

const heightOf = async (part: Locator) => (await part.boundingBox())?.height

/** Small screens, and what stays in its place. */
export function phoneSuite(): void {
  describe('the page on a phone', () => {
    it('has a header of one line, targets of 40 px, and the switches in sight', async ({
      desk,
    }) => {
      // A poll that is in flight when the market is left is aborted.
      desk.complaints.expectFailedRequests()
      await desk.page.setViewportSize(phone)
      await desk.open()
      expect(await heightOf(desk.header)).toBeLessThan(60)
      expect(await tooSmall(desk)).toEqual([])
      const control = await desk.outageSwitch.boundingBox()
      expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThan(phone.height)
      expect(await desk.page.getByRole('slider', { name: 'Latency' }).isVisible()).toBe(true)
      await desk.select('Benedikt Sørensen')
      expect(await tooSmall(desk)).toEqual([])
      for (const view of ['Market', 'Orders'] as const) {
        await desk.goTo(view)
        expect(await tooSmall(desk)).toEqual([])
      }
      await desk.page.getByRole('button', { name: 'Show what happens' }).click()
      await desk.page.getByRole('heading', { name: 'Optimistic updates' }).waitFor()
      for (const view of ['Orders', 'Market', 'Desk'] as const) {
        await desk.goTo(view)
        expect(await tooSmall(desk)).toEqual([])
      }
    })

    it.for(['Desk', 'Orders'] as const)(
      'has nothing below the footer in the view %s that the Tab key comes to',
      async (view, { desk }) => {
        await desk.page.setViewportSize(phone)
        await desk.open()
        await desk.goTo(view)
        const covered: unknown[] = []
        for (let stop = 0; stop < 40; stop++) {
          await desk.page.keyboard.press('Tab')
          covered.push(await coveredFocus(desk))
        }
        expect(covered.filter((it) => it !== undefined)).toEqual([])
      },
    )

    it('shows what happened in sight', async ({ api, desk }) => {
      await api.addMember('Pia Phone')
      await desk.page.setViewportSize(phone)
      await desk.open()
      await desk.select('Pia Phone')
      await desk.addNote('At the end of the page.')
      const toast = desk.page.getByText('The note was added.')
      await toast.waitFor()
      const { y = -1, height = 0 } = (await toast.boundingBox()) ?? {}
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + height).toBeLessThan(phone.height)
    })
  })

  describe('what is loading', () => {
    it('has the rows of what comes, and the filters stay in their places', async ({ desk }) => {
      const { release } = await hold(desk.page, '**/api/members*')
      await desk.load()
      const skeleton = desk.page.getByRole('status', { name: 'Loading members' })
      await skeleton.waitFor()
      const before = await skeleton.locator('.member').first().boundingBox()
      release()
      await desk.row('Amara Okafor').waitFor()
      const row = desk.list.getByRole('listitem').first().locator('.member')
      expect(await row.boundingBox()).toEqual(before)
      const tab = await desk.tab('Commodities').boundingBox()
      await desk.tab('FX').click()
      await desk.row('Elif Yıldız').waitFor()
      expect(await desk.tab('Commodities').boundingBox()).toEqual(tab)
    })
  })

  describe('the table of trades', () => {
    it('has a head that stays, and numbers that are grouped and right-aligned', async ({
      desk,
    }) => {
      await desk.page.setViewportSize({ width: 1440, height: 900 })
      await desk.openMarket()
      const trades = desk.market('Trades')
      await trades.locator('.trade').nth(39).scrollIntoViewIfNeeded()
      await trades.getByRole('columnheader', { name: 'Quantity' }).waitFor()
      const head = await trades.getByRole('columnheader', { name: 'Quantity' }).boundingBox()
      expect(head?.y).toBeGreaterThanOrEqual(0)
      expect(head?.y).toBeLessThan(900)
      const quantities = await trades.locator('.trade__quantity').allTextContents()
      expect(quantities.filter((text) => !/^\d{1,3}(,\d{3})*$/.test(text))).toEqual([])
      expect(quantities.some((text) => text.includes(','))).toBe(true)
      const ends = await trades
        .locator('.trade__quantity')
        .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().right))
      expect(new Set(ends).size).toBe(1)
    })
  })
}
