import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'

const sizes = [
  { name: '1440 px, beside the panel', width: 1440, height: 900 },
  { name: '1024 px, above the drawer', width: 1024, height: 768 },
  { name: '390 px, on a phone', width: 390, height: 844 },
] as const

type Size = (typeof sizes)[number]

const triesOf = ({ page }: Desk) => page.getByRole('list', { name: 'Three things to try' })

async function boxOf(part: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
  return { x, y, right: x + width, bottom: y + height }
}

/** What to try is in sight: in the panel beside the page, else on the page. */
async function expectTriesInSight(desk: Desk, { height }: Size): Promise<void> {
  await triesOf(desk).waitFor()
  const [tries, panel] = [await boxOf(triesOf(desk)), await boxOf(desk.panel)]
  expect(tries.x).toBeGreaterThanOrEqual(panel.x)
  expect(tries.y).toBeGreaterThan(0)
  expect(tries.bottom).toBeLessThan(panel.y === 0 ? height : panel.y)
}

/** The panel is beside the page, or a bar below it. */
async function expectPanelInPlace(desk: Desk, { width, height }: Size): Promise<void> {
  const { x, y, right, bottom } = await boxOf(desk.panel)
  const isBeside = width === 1440
  expect([right, bottom]).toEqual([width, height])
  expect(x > 900).toBe(isBeside)
  expect(y < height - 80).toBe(isBeside)
}

/** The member is beside the list, or in its place on a phone. */
async function expectDesk(desk: Desk, { width }: Size): Promise<void> {
  expect(await desk.list.isVisible()).toBe(width > 390)
  if (width === 390) return
  const [list, detail] = [await boxOf(desk.list), await boxOf(desk.detail)]
  expect(detail.y).toBe(list.y)
  expect(detail.x).toBeGreaterThan(list.right)
}

/** Selects a member; on a phone from the list, to which a button leads back. */
async function select(desk: Desk, name: string): Promise<void> {
  const back = desk.button('Back to members')
  if (await back.isVisible()) await back.click()
  await desk.select(name)
}

/** What the panel, open or not, says of the newest click with this name. */
const groupOf = ({ panel }: Desk, click: string) =>
  panel
    .locator('.wh-group, .wh-newest')
    .filter({ hasText: `Click: ${click}` })
    .first()

/** Waits until a group says what followed, and gives the number of components. */
async function componentsAfter(group: Locator, line: RegExp): Promise<number> {
  const said = group.getByText(line)
  await said.waitFor()
  return Number(/(\d+) components? rendered$/.exec((await said.textContent()) ?? '')?.[1])
}

const opacityOf = (part: Locator) => part.evaluate((it) => getComputedStyle(it).opacity)

const done = (desk: Desk) => triesOf(desk).getByText('(done)').count()

async function renameMember(desk: Desk, size: Size, id: string): Promise<void> {
  await select(desk, 'Tia Tried')
  await expectDesk(desk, size)
  const requests = await desk.requestsDuring(() => desk.rename('Tina Tried'))
  expect(requests).toEqual([`PATCH /api/members/${id}`])
  // The list, the header, the details and the latest notes; on a phone some of these are hidden.
  const line = /^1 request, 1 row, \d places, \d+ components rendered$/
  expect(await componentsAfter(groupOf(desk, 'Save'), line)).toBeLessThanOrEqual(22)
  await desk.latest.getByText('Tina Tried').first().waitFor()
  expect(await done(desk)).toBe(1)
}

async function openAgain(desk: Desk): Promise<void> {
  await select(desk, 'Otto Other')
  const requests = await desk.requestsDuring(() => select(desk, 'Tina Tried'))
  expect(requests).toEqual([])
  await componentsAfter(groupOf(desk, 'Tina Tried'), /^0 requests, already known, /)
  await triesOf(desk).getByText('(done)').nth(1).waitFor()
}

/** Opens the drawer where the panel is not beside the page. */
async function openPanel(desk: Desk): Promise<void> {
  const show = desk.panel.getByRole('button', { name: 'Show what happens' })
  if (await show.isVisible()) await show.click()
}

async function moveInOutage(desk: Desk, quantity: number): Promise<void> {
  const what = `Buy ${quantity.toLocaleString('en')} COPPER`
  const card = (column: 'Open' | 'Working') =>
    desk.column(column).getByRole('listitem').filter({ hasText: what.toLowerCase() })
  await desk.goTo('Orders')
  await desk.page.getByRole('slider', { name: 'Latency' }).press('End')
  await desk.page.waitForResponse((it) => it.request().method() === 'PUT')
  await desk.setOutage(true)
  const toast = desk.page.locator('.toast', { hasText: 'Outage simulated' })
  await toast.waitFor()
  expect(await opacityOf(toast)).toBe('1')
  await openPanel(desk)
  const move = desk.page.getByRole('button', { name: `Move ${what} to Working` })
  // What is pending is so for the latency alone.
  await Promise.all([
    move.click(),
    card('Working').waitFor(),
    desk.panel.getByText(/^pending: Order \S+ status "open" → "working"$/).waitFor(),
  ])
  expect(await opacityOf(toast)).toBe('0')
  await card('Open').getByText(`${what} was not moved to Working. The desk is closed`).waitFor()
  expect(await card('Working').count()).toBe(0)
  const group = groupOf(desk, `Move ${what}`)
  await group.getByText(/^503 /).first().waitFor()
  expect(await componentsAfter(group, /^\d requests?, 0 rows, \d places?, /)).toBeLessThan(30)
  await triesOf(desk).getByText('(done)').nth(2).waitFor()
}

/** What a new visitor is invited to do, by what there is to see and to click in windows of three sizes. */
export function triesSuite(): void {
  describe('the three things to try', () => {
    it.afterEach(async ({ api }) => {
      await api.request('PUT', '/outage', { on: false, latency: 0 })
    })

    it.for(sizes)('show what they say at $name', async (size, { api, desk }) => {
      // The last one is about that.
      desk.complaints.expectFailedRequests()
      const { id } = await api.addMember('Tia Tried')
      await api.addNote(id, 'Tried by a new visitor.')
      await api.addMember('Otto Other')
      await api.addOrder(size.width)
      await desk.page.setViewportSize(size)
      await desk.open()
      await expectTriesInSight(desk, size)
      await expectPanelInPlace(desk, size)
      await renameMember(desk, size, id)
      await openAgain(desk)
      await moveInOutage(desk, size.width)
    })
  })
}
