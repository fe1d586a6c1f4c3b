import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { deferred } from '../../support/world'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { failNext } from '../support/fail'
import { hold } from '../support/hold'

const closed = 'The desk is closed (simulated outage).'

const cardIn = (column: Locator, quantity: number) =>
  column.getByRole('listitem').filter({ hasText: `buy ${quantity.toLocaleString('en')} COPPER` })

const button = (desk: Desk, name: string) => desk.page.getByRole('button', { name, exact: true })

const hasFocus = (desk: Desk, target: Locator) => target.and(desk.page.locator(':focus')).waitFor()

/** Waits until nothing is being saved any more. */
const settled = (card: Locator) =>
  card.getByText('Saving', { exact: true }).waitFor({ state: 'detached' })

async function addOrder(desk: Desk, quantity: string): Promise<void> {
  await desk.page.getByRole('combobox', { name: 'Symbol' }).selectOption('COPPER')
  await desk.page.getByRole('textbox', { name: 'Quantity' }).fill(quantity)
  await button(desk, 'Add order').click()
}

/** The board of orders. */
export function orderSuite(): void {
  describe('an order', () => {
    it('is moved at once by its buttons, which keep the focus', async ({ api, desk }) => {
      const { id } = await api.addOrder(1001)
      await desk.openOrders()
      const held = await hold(desk.page, `**/api/orders/${id}`)
      const requests = await desk.requestsDuring(async () => {
        await button(desk, 'Move Buy 1,001 COPPER to Working').focus()
        await desk.page.keyboard.press('Enter')
        await cardIn(desk.column('Working'), 1001).getByText('Saving', { exact: true }).waitFor()
        expect(await cardIn(desk.column('Open'), 1001).count()).toBe(0)
        await hasFocus(desk, button(desk, 'Move Buy 1,001 COPPER to Done'))
        await desk.page.keyboard.press('Enter')
        await cardIn(desk.column('Done'), 1001).waitFor()
        await hasFocus(desk, button(desk, 'Move Buy 1,001 COPPER right'))
        await held.responded
        // The second one waits for the first one.
        expect(await api.statusOf(id)).toBe('working')
        held.release()
        await desk.page.getByText('Buy 1,001 COPPER is now in the column Done.').waitFor()
      })
      await settled(cardIn(desk.column('Done'), 1001))
      await hasFocus(desk, button(desk, 'Move Buy 1,001 COPPER right'))
      expect(requests).toEqual([`PATCH /api/orders/${id}`, `PATCH /api/orders/${id}`])
      expect((await desk.orders('Done')).at(-1)).toBe('buy 1,001 COPPER')
      expect(await api.statusOf(id)).toBe('done')
    })

    it('is moved at once by the pointer, to the end of the column', async ({ api, desk }) => {
      const { id } = await api.addOrder(1002)
      await desk.openOrders()
      const held = await hold(desk.page, `**/api/orders/${id}`)
      await cardIn(desk.column('Open'), 1002).dragTo(desk.column('Done'))
      await cardIn(desk.column('Done'), 1002).getByText('Saving', { exact: true }).waitFor()
      expect(await cardIn(desk.column('Open'), 1002).count()).toBe(0)
      held.release()
      await settled(cardIn(desk.column('Done'), 1002))
      expect(await api.statusOf(id)).toBe('done')
      await desk.page.reload()
      await cardIn(desk.column('Done'), 1002).waitFor()
    })

    it('is back with a message when the server refuses to move it', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      const { id } = await api.addOrder(1003)
      await desk.openOrders()
      const refuse = deferred()
      await failNext(desk.page, `**/api/orders/${id}`, refuse.promise)
      await button(desk, 'Move Buy 1,003 COPPER to Working').click()
      await cardIn(desk.column('Working'), 1003).waitFor()
      refuse.resolve()
      const alert = cardIn(desk.column('Open'), 1003).getByRole('alert')
      await alert.waitFor()
      expect(await alert.textContent()).toBe(`Buy 1,003 COPPER was not moved to Working. ${closed}`)
      await cardIn(desk.column('Open'), 1003).waitFor()
      expect(await cardIn(desk.column('Working'), 1003).count()).toBe(0)
      await hasFocus(desk, button(desk, 'Move Buy 1,003 COPPER to Working'))
      await desk.page.keyboard.press('Enter')
      await desk.page.getByText('Buy 1,003 COPPER is now in the column Working.').waitFor()
      expect(await alert.count()).toBe(0)
    })

    it('is on the board before it is created, and its element stays', async ({ desk }) => {
      await desk.openOrders()
      const held = await hold(desk.page, '**/api/orders')
      await addOrder(desk, '1004')
      const card = cardIn(desk.column('Open'), 1004)
      await card.getByText('Saving', { exact: true }).waitFor()
      const element = await card.elementHandle()
      held.release()
      await settled(card)
      expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
    })

    it('is moved before it is created, and the server is asked when it has it', async ({
      api,
      desk,
    }) => {
      await desk.openOrders()
      const held = await hold(desk.page, '**/api/orders')
      await addOrder(desk, '1007')
      await button(desk, 'Move Buy 1,007 COPPER to Working').click()
      await hasFocus(desk, button(desk, 'Move Buy 1,007 COPPER to Done'))
      const card = cardIn(desk.column('Working'), 1007)
      const element = await card.elementHandle()
      held.release()
      await settled(card)
      expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
      await hasFocus(desk, button(desk, 'Move Buy 1,007 COPPER to Done'))
      await desk.page.getByText('Buy 1,007 COPPER is now in the column Working.').waitFor()
      const { body } = await api.request<{ quantity: number }[]>('GET', '/orders?status=working')
      expect(body.filter(({ quantity }) => quantity === 1007).length).toBe(1)
    })

    it('that is invalid shows an error at its field, and leaves the board', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.openOrders()
      await addOrder(desk, '100001')
      const field = desk.page.getByRole('textbox', { name: 'Quantity' })
      await desk.page.getByText('Quantity must be a whole number from 1 to 100000.').waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await field.inputValue()).toBe('100001')
      expect(await cardIn(desk.column('Open'), 100001).count()).toBe(0)
    })

    it('cannot be moved to a column that is not known', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      const { id } = await api.addOrder(1009)
      await desk.page.route('**/api/orders?status=done', (it) => it.fulfill({ status: 500 }))
      await desk.openOrders('Open', 'Working')
      await desk.column('Done').getByRole('alert').waitFor()
      const requests = await desk.requestsDuring(async () => {
        await cardIn(desk.column('Open'), 1009).dragTo(desk.column('Done'))
        await cardIn(desk.column('Open'), 1009).dragTo(desk.column('Working'))
        await desk.page.getByText('Buy 1,009 COPPER is now in the column Working.').waitFor()
        const toDone = button(desk, 'Move Buy 1,009 COPPER to Done')
        expect(await toDone.getAttribute('aria-disabled')).toBe('true')
      })
      expect(requests).toEqual([`PATCH /api/orders/${id}`])
    })

    it('leaves the board at once when it is deleted, and is back when refused', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      const { id } = await api.addOrder(1005, 'working')
      await desk.openOrders()
      const refuse = deferred()
      await failNext(desk.page, `**/api/orders/${id}`, refuse.promise)
      await button(desk, 'Delete Buy 1,005 COPPER').click()
      await cardIn(desk.column('Working'), 1005).waitFor({ state: 'detached' })
      await hasFocus(desk, desk.column('Working').getByRole('heading'))
      refuse.resolve()
      await desk.page.getByText(`Buy 1,005 COPPER was not deleted. ${closed}`).waitFor()
      await cardIn(desk.column('Working'), 1005).waitFor()
      await button(desk, 'Delete Buy 1,005 COPPER').click()
      await desk.page.getByText('Buy 1,005 COPPER was deleted.').waitFor()
      expect(await api.statusOf(id)).toBe(undefined)
    })
  })
}

/** The board while the server refuses everything. */
export function orderOutageSuite(): void {
  describe('an order in an outage', () => {
    it.afterEach(({ api }) => api.setOutage(false))

    it('is moved back, and a message says why', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      await api.addOrder(1006, 'working')
      await desk.openOrders()
      const before = await desk.orders('Working')
      await desk.setOutage(true)
      await cardIn(desk.column('Working'), 1006).dragTo(desk.column('Open'))
      await desk.page.getByText(`Buy 1,006 COPPER was not moved to Open. ${closed}`).waitFor()
      expect(await desk.orders('Working')).toEqual(before)
      await addOrder(desk, '1008')
      await desk.page
        .getByRole('alert')
        .filter({ hasText: /^The desk is closed/ })
        .waitFor()
      expect(await cardIn(desk.column('Open'), 1008).count()).toBe(0)
      await desk.setOutage(false)
      await button(desk, 'Add order').click()
      await cardIn(desk.column('Open'), 1008).waitFor()
    })
  })
}
