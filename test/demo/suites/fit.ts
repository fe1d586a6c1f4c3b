import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'

/** What does not fit the window, or its part of the page. */
function misfits({ page }: Desk): Promise<string[]> {
  return page.evaluate(() => {
    const right = (element: Element) => element.getBoundingClientRect().right
    const parts = [...document.querySelectorAll('.header, .footer, .panel')]
    const beyond = parts.flatMap((part) => {
      const { left } = part.getBoundingClientRect()
      return [...part.querySelectorAll('a, button, input, label, p, span, td')]
        .filter((it) => it.checkVisibility() && !it.closest('dialog, .tabs, .visually-hidden'))
        .filter((it) => right(it) > right(part) + 1 || it.getBoundingClientRect().left < left - 1)
        .map((it) => it.outerHTML)
    })
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) beyond.push(`The page is ${scrollWidth} px wide.`)
    const height = document.querySelector('.header')?.clientHeight ?? 0
    if (height > 64) beyond.push(`The header is ${height} px high.`)
    return beyond
  })
}

/** The page in windows of all widths. */
export function fitSuite(): void {
  describe('the page in a window of any width', () => {
    it('fits, with a header of one line, with a user and without', async ({ api, desk }) => {
      // A poll that is in flight when the market is left is aborted.
      desk.complaints.expectFailedRequests()
      await api.addMember('Maximiliane Featherstonehaugh-Cholmondeley')
      await desk.open()
      const look = async (...views: ('Desk' | 'Market' | 'Orders')[]) => {
        for (const view of views) {
          await desk.goTo(view)
          for (const width of [320, 360, 390, 768, 1024, 1280, 1440]) {
            await desk.page.setViewportSize({ width, height: 860 })
            expect([view, width, await misfits(desk)]).toEqual([view, width, []])
          }
        }
      }
      await look('Market', 'Orders', 'Desk')
      await desk.signIn()
      await look('Market', 'Orders', 'Desk')
      // On a phone in place of the list.
      await desk.select('Maximiliane Featherstonehaugh-Cholmondeley')
      await look('Desk')
    })

    it('fits a phone in a font of wide letters', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.page.setViewportSize({ width: 320, height: 860 })
      await desk.open()
      await desk.page.locator('main').evaluate((main) => (main.style.letterSpacing = '0.1em'))
      await desk.goTo('Market')
      expect(await misfits(desk)).toEqual([])
    })
  })
}
