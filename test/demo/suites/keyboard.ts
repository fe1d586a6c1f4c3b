import { describe, expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import type { Desk } from '../support/Desk'
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

declare global {
  var tabWalk: { readonly count: number; missed(): string[] } | undefined
}

/** Notes what can be pressed or filled in now, in the page and the panel, and what of it has the focus from then on. */
async function startTabWalk(page: Page): Promise<number> {
  return page.evaluate(() => {
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const isUsable = (it: Element) =>
      it.checkVisibility({ visibilityProperty: true }) && !it.matches(':disabled')
    // Of a group of radio buttons, one has the focus.
    const idOf = (it: Element) =>
      it instanceof HTMLInputElement && it.type === 'radio' ? it.name : it
    const roots = [document, document.querySelector('.rtk-rest-devtools')?.shadowRoot]
    const controls = roots
      .flatMap((root) => [...(root?.querySelectorAll(selector) ?? [])])
      .filter(isUsable)
    const focused = new Set<unknown>()
    const note = (event: Event) => {
      const [target] = event.composedPath()
      if (target instanceof Element) focused.add(idOf(target))
    }
    // Focus that stays within a shadow root is seen within it alone.
    for (const root of roots) root?.addEventListener('focusin', note)
    const missed = () =>
      controls
        .filter((it) => it.isConnected && isUsable(it) && !focused.has(idOf(it)))
        .map((it) => `${it.tagName} ${it.getAttribute('aria-label') ?? it.textContent}`)
    globalThis.tabWalk = { count: controls.length, missed }
    return controls.length
  })
}

/** Presses Tab through the whole page, and gives what never had the focus. */
async function missedByTab({ page }: Desk): Promise<string[]> {
  const count = await startTabWalk(page)
  expect(count).toBeGreaterThan(20)
  const missed = () => page.evaluate(() => globalThis.tabWalk?.missed() ?? ['all'])
  // What the panel adds meanwhile takes stops too.
  for (let round = 0; round < 3; round++) {
    for (let stop = 0; stop <= count; stop++) await page.keyboard.press('Tab')
    if ((await missed()).length === 0) return []
  }
  return missed()
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

    it('a form that is opened again before its closing is told is shown, and empty', async ({
      desk,
    }) => {
      const { page } = desk
      const opener = desk.list.getByRole('button', { name: 'New member' })
      const field = page.getByRole('dialog', { name: 'New member' }).getByLabel('Name')
      await desk.open()
      await opener.click()
      await field.fill('Left Behind')
      // In one task, as on a slow machine: the browser tells of the closing in a later one.
      await opener.evaluate((button: HTMLElement) => {
        document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
        button.click()
      })
      await field.and(page.locator(':focus')).waitFor()
      expect(await field.inputValue()).toBe('')
      await page.keyboard.type('Here Now')
      expect(await field.inputValue()).toBe('Here Now')
    })
  })
}

/** The way of the Tab key through the views; alone, as it presses some hundred keys. */
export function tabWalkSuite(): void {
  describe('with the Tab key', () => {
    it.for(['Desk', 'Market', 'Orders'] as const)(
      'all that can be pressed or filled in has its turn in the view %s',
      async (view, { desk }) => {
        // A poll that is in flight when the market is left is aborted.
        desk.complaints.expectFailedRequests()
        await desk.open()
        await desk.signIn()
        await desk.select('Amara Okafor')
        await desk.goTo(view)
        expect(await missedByTab(desk)).toEqual([])
      },
    )
  })
}
