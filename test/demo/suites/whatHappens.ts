import type { Locator } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { endBurst, startBurst, writeRows } from '../panel/support/burst'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'

/** What followed from something that the user did; the newest first. */
const groupOf = (desk: Desk, cause: string) =>
  desk.panel.locator('.wh-group', {
    has: desk.page.getByRole('button', { name: new RegExp(`^${cause} `) }),
  })

const lineOf = (group: Locator) => group.locator('.wh-group__line').first()

const done = (desk: Desk) => desk.page.locator('.try--done')

/** Opens a table, which may be open already. */
async function openTable(desk: Desk, name: string | RegExp): Promise<void> {
  const chip = desk.panel.getByRole('button', { name })
  if ((await chip.getAttribute('aria-expanded')) === 'false') await chip.click()
}

/** Waits for the line under what the user did. */
const waitForLine = (desk: Desk, cause: string, pattern: RegExp) =>
  lineOf(groupOf(desk, cause).first()).filter({ hasText: pattern }).waitFor()

interface Flash {
  readonly element: Element
  readonly text: string
}

declare global {
  var flashes: Flash[] | undefined
}

/** Notes the elements that flash after the newest click, and gives the texts of those that are still on the page. */
async function watchFlashes(desk: Desk): Promise<() => Promise<string[]>> {
  await desk.page.evaluate(() => {
    const startAgain = () => {
      globalThis.flashes = []
    }
    startAgain()
    addEventListener('click', startAgain, { capture: true })
    const { animate } = Element.prototype
    Element.prototype.animate = function animateNoted(...args) {
      globalThis.flashes?.push({ element: this, text: this.textContent ?? '' })
      return animate.apply(this, args)
    }
  })
  return () =>
    desk.page.evaluate(() =>
      (globalThis.flashes ?? []).filter((it) => it.element.isConnected).map((it) => it.text),
    )
}

/** The password that the server knows of the users of these tests. */
const PASSWORD = 'harbour'

/** Signs in with this password, which is replaced on the way to the server; gives the token. */
async function signInWith(desk: Desk, password: string): Promise<string> {
  await desk.page.route('**/api/session', (route) => {
    const body = route.request().postData() ?? ''
    expect(body).toContain(password)
    return route.continue({ postData: body.replace(password, PASSWORD) })
  })
  const response = desk.page.waitForResponse('**/api/session')
  await desk.signIn({ password })
  const { token } = (await (await response).json()) as { readonly token: string }
  return token
}

/** All that the panel can show: with each group, table and row opened. */
const textsOf = (panel: Locator) =>
  panel.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const all = (of: string) => [...element.querySelectorAll<HTMLElement>(of)]
    for (const head of all('.wh-group__head[aria-expanded="false"]')) head.click()
    const texts: string[] = []
    for (const index of all('.wh-chip').keys()) {
      const chip = all('.wh-chip')[index]
      if (chip?.getAttribute('aria-expanded') === 'false') chip.click()
      await frame()
      texts.push(element.outerHTML)
      for (const key of all('.wh-key').slice(0, 10)) {
        key.click()
        await frame()
        texts.push(element.querySelector('.wh-json')?.textContent ?? '')
      }
    }
    return texts
  })

/** The panel beside the page. */
export function whatHappensSuite(): void {
  describe('the panel What happens', () => {
    it('shows the request, the row, the places and the components of a rename, and flashes the places', async ({
      api,
      desk,
    }) => {
      const { id } = await api.addMember('Wanda Watched')
      await api.addNote(id, 'Watched by the panel.')
      await desk.open()
      await desk.select('Wanda Watched')
      const flashed = await watchFlashes(desk)
      await desk.rename('Willa Watched')
      const group = groupOf(desk, 'Click: Save')
      await waitForLine(
        desk,
        'Click: Save',
        /^1 request, 1 row, 4 places, \d+ components rendered$/,
      )
      await group.getByText('PATCH').waitFor()
      await group.getByText(`/api/members/${id.slice(0, 8)}…`).waitFor()
      await group.getByText(/^\d+ ms$/).waitFor()
      await group.getByText('rest/Member.partialUpdate/fulfilled').waitFor()
      await group.getByText(`Member ${id.slice(0, 8)}…: name`).waitFor()
      // The name is in the header, in the list, above the details, and beside the note. The button that came back is as it was, and
      // the toast is no part of the page.
      const texts = await flashed()
      expect(texts).not.toContain('Rename')
      expect(texts).not.toContain('Wanda Watched is now Willa Watched.')
      expect(texts.filter((text) => text === 'Willa Watched').length).toBe(4)
      expect(await done(desk).count()).toBe(1)
    })

    it('flashes as many places after a change of view as it counts', async ({ desk }) => {
      await desk.open()
      const flashed = await watchFlashes(desk)
      await desk.goTo('Orders')
      for (const status of ['Open', 'Working', 'Done'] as const)
        await desk.column(status).locator('li, .empty').first().waitFor()
      await waitForLine(desk, 'Click: Orders', /^3 requests, \d+ rows, \d+ places?, /)
      const line = lineOf(groupOf(desk, 'Click: Orders'))
      // Each response adds to both.
      await vi.waitFor(async () => {
        const places = Number(/(\d+) places?/.exec((await line.textContent()) ?? '')?.[1])
        expect((await flashed()).length).toBe(places)
      }, 10_000)
    })

    it('does not mention requests where only a form is opened', async ({ api, desk }) => {
      await api.addMember('Fred Formed')
      await desk.open()
      await desk.select('Fred Formed')
      await desk.button('Rename').click()
      await desk.detail.getByRole('textbox', { name: 'Name' }).waitFor()
      await waitForLine(desk, 'Click: Rename', /^\d+ places?, /)
    })

    it('opens tables and rows as JSON, and lights up the cells that changed', async ({
      api,
      desk,
    }) => {
      await api.addMember('Jo Json')
      await desk.open()
      await desk.select('Jo Json')
      const panel = desk.panel
      await openTable(desk, /^Member \d/)
      await desk.rename('Joe Json')
      const cell = panel.getByRole('cell', { name: 'Joe Json' })
      // Lit once: what moves the row does not light it up again.
      await cell.and(desk.page.locator('.wh-lit--done')).waitFor()
      expect(await cell.evaluate((it) => it.getAnimations().length)).toBe(0)
      await panel.getByRole('row', { name: 'Joe Json' }).getByRole('button').click()
      const json = await panel.getByRole('group', { name: /as JSON$/ }).textContent()
      expect(JSON.parse(json ?? '')).toMatchObject({ data: { name: 'Joe Json' }, invalid: false })
    })

    it('shows an earlier state of the page, and the present again', async ({ api, desk }) => {
      await api.addMember('Tess Travelled')
      await desk.open()
      await desk.select('Tess Travelled')
      await desk.rename('Tara Travelled')
      await waitForLine(desk, 'Click: Save', /^1 request, 1 row, /)
      const group = groupOf(desk, 'Click: Save')
      const before = 'Show the page before rest/Member.partialUpdate/fulfilled'
      await group.getByRole('button', { name: before }).click()
      await desk.name('Tess Travelled').waitFor()
      await desk.row('Tess Travelled').waitFor()
      await desk.panel.getByRole('button', { name: 'Back to now' }).click()
      await desk.name('Tara Travelled').waitFor()
      await desk.row('Tara Travelled').waitFor()
      await openTable(desk, /^Member \d/)
      const requests = await desk.requestsDuring(async () => {
        const row = desk.panel.getByRole('row', { name: 'Tara Travelled' })
        await row.getByRole('button').click()
        const response = desk.page.waitForResponse('**/api/members*')
        await desk.panel.getByRole('button', { name: /^Refetch Member / }).click()
        await response
      })
      expect(requests).toContain('GET /api/members')
    })

    it('contains no password and no token of a sign-in', async ({ desk }) => {
      await desk.open()
      const password = 'unmistakable-4711'
      const token = await signInWith(desk, password)
      const panel = desk.panel
      await panel.getByText('Session.create (sensitive)').waitFor()
      await panel.getByText('session/tokenReceived').waitFor()
      const texts = await textsOf(panel)
      expect(texts.some((text) => text.includes('Session.create (sensitive)'))).toBe(true)
      expect(texts.some((text) => text.includes('"email": '))).toBe(true)
      for (const secret of [token, password]) {
        expect(texts.filter((text) => text.includes(secret))).toEqual([])
      }
    })

    it('is reached with the keyboard, hides, and stays hidden', async ({ desk }) => {
      await desk.open()
      const hide = desk.panel.getByRole('button', { name: 'Hide what happens' })
      const show = desk.panel.getByRole('button', { name: 'Show what happens' })
      await hide.focus()
      // What to try can be folded away.
      await desk.page.keyboard.press('Tab')
      await desk.page.keyboard.press('Enter')
      await desk.page.getByText('Open a member and rename them').waitFor({ state: 'hidden' })
      await desk.page.keyboard.press('Tab')
      expect(await desk.panel.locator('.wh-group__head:focus').count()).toBe(1)
      await desk.page.keyboard.press('Enter')
      await desk.panel.locator('.wh-group__head[aria-expanded="false"]').first().waitFor()
      await desk.page.keyboard.press('Shift+Tab')
      await desk.page.keyboard.press('Shift+Tab')
      await desk.page.keyboard.press('Enter')
      await show.and(desk.page.locator(':focus')).waitFor()
      await desk.open()
      await show.waitFor()
    })

    it('is a bar with the newest line on a phone, and covers nothing at the end of the page', async ({
      desk,
    }) => {
      await desk.page.setViewportSize({ width: 390, height: 844 })
      await desk.open()
      await desk.panel.getByText(/^\d+ requests, /).waitFor()
      await desk.outageSwitch.scrollIntoViewIfNeeded()
      await desk.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const bar = await desk.panel.boundingBox()
      const control = await desk.outageSwitch.boundingBox()
      expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
      await desk.panel.getByRole('button', { name: 'Show what happens' }).click()
      await desk.panel.getByRole('heading', { name: 'Optimistic updates' }).waitFor()
    })
  })

  describe('the source behind a part of the page', () => {
    it('opens in a dialog, file by file, and is loaded then', async ({ desk }) => {
      await desk.open()
      await desk.list.getByRole('button', { name: 'Source: Members' }).press('Enter')
      const dialog = desk.page.getByRole('dialog', { name: 'The source behind Members' })
      await dialog.getByText('export function MemberList(').waitFor()
      await dialog.getByRole('button', { name: 'resources/Member.ts' }).click()
      await dialog.getByText('export class Member extends Entity').waitFor()
      await desk.page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    })
  })
}

/** What needs the switches of the server, which all pages share. */
export function slowServerSuite(): void {
  describe('the switches beside the panel', () => {
    it.afterEach(async ({ api }) => {
      await api.request('PUT', '/outage', { on: false, latency: 0 })
    })

    it('latency delays requests, and is set by the keyboard', async ({ api, desk }) => {
      const { id } = await api.addMember('Quentin Slow')
      await desk.open()
      const slider = desk.page.getByRole('slider', { name: 'Latency' })
      const set = desk.page.waitForResponse('**/api/outage')
      await slider.press('ArrowRight')
      await slider.press('ArrowRight')
      expect(await slider.getAttribute('aria-valuetext')).toBe('0.5 s')
      expect(await (await set).json()).toEqual({ id: 'desk', on: false, latency: 500 })
      const started = Date.now()
      await desk.row('Quentin Slow').click()
      await desk.panel.locator('.wh-request--pending', { hasText: id.slice(0, 8) }).waitFor()
      await desk.notes.getByText('Nothing has been noted yet.').waitFor()
      expect(Date.now() - started).toBeGreaterThanOrEqual(500)
    })
  })
}

/** What leaves many rows behind. */
export function manyRowsSuite(): void {
  describe('the panel What happens with many rows and actions', () => {
    it('leaves the page to its user while 10,000 rows and 100 actions a second arrive', async ({
      desk,
    }) => {
      await desk.open()
      const panel = desk.panel
      await writeRows(desk)
      await openTable(desk, 'Bulk 10,000')
      await startBurst(desk, 'Amara Okafor')
      await desk.select('Amara Okafor')
      await panel.getByRole('cell', { name: /^name \d{3,}$/ }).waitFor()
      await desk.rename('Amara Busy')
      // Counted in actions, so that it holds on a machine of any speed.
      const { clickedAt, between } = await endBurst(desk)
      expect(clickedAt).toBeGreaterThanOrEqual(0)
      expect(between).toBeGreaterThanOrEqual(0)
      expect(between).toBeLessThan(100)
      expect(await panel.getByRole('row').count()).toBeLessThanOrEqual(101)
      expect(await panel.locator('.wh-action').count()).toBeLessThanOrEqual(200)
      expect(await panel.locator('*').count()).toBeLessThan(2_000)
      await desk.rename('Amara Okafor')
    })

    it('stays bounded', async ({ desk }) => {
      await desk.open()
      await desk.signIn()
      const lines = Array.from({ length: 200 }, (_, n) => `Bulk ${n},b${n}@bulk.example,FX`)
      await desk.importMembers(...lines)
      await desk.page.getByText('200 members were added.').waitFor()
      const panel = desk.panel
      await openTable(desk, /^Member \d+$/)
      expect(await panel.getByRole('row').count()).toBeLessThanOrEqual(101)
      await waitForLine(desk, 'Change: Import CSV', /^1 request, 2\d\d rows, /)
      // In one task, as in a busy second: the panel renders in the next frame.
      await desk.page.evaluate(() => {
        for (let n = 0; n < 300; n++) globalThis.demo?.store.dispatch({ type: `app/tick ${n}` })
      })
      await panel.getByText('app/tick 299').waitFor()
      expect(await panel.locator('.wh-action').count()).toBeLessThanOrEqual(200)
      expect(await panel.locator('*').count()).toBeLessThan(2_000)
    })
  })
}
