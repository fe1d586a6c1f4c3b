import { createRest, rows } from 'rtk-rest'
import type { RestState } from 'rtk-rest'
import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { takeRecord } from '../support/takeRecord'
import type { Recorded } from '../support/takeRecord'

/** The places in our actions that JSON would lose or change. */
function findNonJson(desk: Desk): Promise<string[]> {
  return desk.page.evaluate(() => {
    const find = (value: unknown, path: string): string[] => {
      if (value === null || typeof value === 'string' || typeof value === 'boolean') return []
      if (typeof value === 'number') return Number.isFinite(value) ? [] : [path]
      if (typeof value !== 'object') return [path]
      const isPlain = [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))
      const inside = Object.entries(value).flatMap(([key, it]) => find(it, `${path}.${key}`))
      return isPlain ? inside : [path]
    }
    const ours = globalThis.demo?.actions.filter(({ type }) => type.startsWith('rest/')) ?? []
    return ours.flatMap((action) => find(action, action.type))
  })
}

/** Uses all that the page offers, and ends with an error on it. */
async function wholeSession(desk: Desk, name: string): Promise<void> {
  await desk.page.clock.install()
  await desk.open()
  await desk.signIn()
  await desk.select(name)
  const download = desk.page.waitForEvent('download')
  await desk.button('Download statement').click()
  await download
  await lookAtMarket(desk)
  await changeOrders(desk)
  await desk.rename('Renamed Robin')
  await addMember(desk, 'Nick New')
  await desk.addNote('The first note.')
  await desk.page.getByText('The note was added.').waitFor()
  await desk.vote('The first note.').click()
  await desk.vote('The first note.').filter({ hasText: '1 vote,' }).waitFor()
  await desk.button('Delete note: The first note.').click()
  await desk.notes.getByText('Nothing has been noted yet.').waitFor()
  await desk.deleteMember()
  await desk.setOutage(true)
  await desk.list.getByRole('button', { name: 'Refresh' }).click()
  await desk.list.locator('.stale').waitFor()
  await desk.setOutage(false)
  await desk.list.locator('.stale').waitFor({ state: 'detached' })
}

async function lookAtMarket(desk: Desk): Promise<void> {
  await desk.goTo('Market')
  await desk.market('Prices').getByRole('listitem').first().waitFor()
  await desk.market('Trades').getByRole('button', { name: 'Load more' }).click()
  await desk.market('Trades').getByText('80 trades so far').waitFor()
  const polled = desk.page.waitForResponse('**/api/ticker')
  await desk.page.clock.fastForward(2_000)
  await polled
  await desk.goTo('Desk')
  await desk.notes.getByText('Nothing has been noted yet.').waitFor()
}

async function changeOrders(desk: Desk): Promise<void> {
  const button = (name: string) => desk.page.getByRole('button', { name, exact: true })
  await desk.goTo('Orders')
  await desk.page.getByRole('textbox', { name: 'Quantity' }).fill('2001')
  await button('Add order').click()
  await desk.page.getByText('The order was added.').waitFor()
  await button('Move Buy 2,001 EURNOK to Working').click()
  await desk.page.getByText('Buy 2,001 EURNOK is now in the column Working.').waitFor()
  await button('Delete Buy 2,001 EURNOK').click()
  await desk.page.getByText('Buy 2,001 EURNOK was deleted.').waitFor()
  await desk.goTo('Desk')
  await desk.notes.getByText('Nothing has been noted yet.').waitFor()
}

async function addMember(desk: Desk, name: string): Promise<void> {
  const dialog = desk.page.getByRole('dialog', { name: 'New member' })
  await desk.list.getByRole('button', { name: 'New member' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nick.new@harbour.example')
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await desk.name(name).waitFor()
  await desk.notes.getByText('Nothing has been noted yet.').waitFor()
}

/** The state that the actions alone lead to. */
function replay(actions: Recorded['actions']): RestState {
  const { reducer } = createRest()
  return actions.reduce(reducer, reducer(undefined, { type: 'replay/start' }))
}

/** The record of a session that `demo` in the console of the browser returns. */
export function actionsSuite(): void {
  describe('the actions of a whole session', () => {
    it('are plain data with the names of their endpoints, and give the same state when replayed', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await api.addMember('Robin Recorded')
      await wholeSession(desk, 'Robin Recorded')
      expect(await findNonJson(desk)).toEqual([])
      const { actions, state } = await takeRecord(desk)
      expect(JSON.parse(JSON.stringify(replay(actions)))).toEqual(state)
      expect(rows(state.entities['Member']).length).toBeGreaterThan(12)
      const ours = actions.map(({ type }) => type).filter((type) => type.startsWith('rest/'))
      // A poll may be in flight when the market is left, and is aborted then.
      const always = ours.filter((type) => type !== 'rest/Quote.getTicker/rejected')
      expect([...new Set(always)].toSorted()).toEqual([
        'rest/Access.getList/fulfilled',
        'rest/Access.getList/pending',
        'rest/Member.create/fulfilled',
        'rest/Member.create/pending',
        'rest/Member.delete/fulfilled',
        'rest/Member.delete/pending',
        'rest/Member.getList/fulfilled',
        'rest/Member.getList/pending',
        'rest/Member.getList/rejected',
        'rest/Member.getStatement/fulfilled',
        'rest/Member.getStatement/pending',
        'rest/Member.partialUpdate/fulfilled',
        'rest/Member.partialUpdate/pending',
        'rest/Note.delete/fulfilled',
        'rest/Note.delete/pending',
        'rest/Note.getLatest/fulfilled',
        'rest/Note.getLatest/pending',
        'rest/Note.getList.unshift/fulfilled',
        'rest/Note.getList.unshift/pending',
        'rest/Note.getList/fulfilled',
        'rest/Note.getList/pending',
        'rest/Note.vote/fulfilled',
        'rest/Note.vote/pending',
        'rest/Order.create/fulfilled',
        'rest/Order.create/pending',
        'rest/Order.delete/fulfilled',
        'rest/Order.delete/pending',
        'rest/Order.getList.move/fulfilled',
        'rest/Order.getList.move/pending',
        'rest/Order.getList/fulfilled',
        'rest/Order.getList/pending',
        'rest/Outage.get/fulfilled',
        'rest/Outage.get/pending',
        'rest/Outage.set/fulfilled',
        'rest/Outage.set/pending',
        'rest/Quote.getTicker/fulfilled',
        'rest/Quote.getTicker/pending',
        'rest/Session.get/fulfilled',
        'rest/Trade.getList.getPage/fulfilled',
        'rest/Trade.getList.getPage/pending',
        'rest/Trade.getList/fulfilled',
        'rest/Trade.getList/pending',
        'rest/expireAll',
        'rest/gc',
        'rest/live/set',
      ])
    })
  })
}

/** The payload of the action of one change. */
export function payloadSuite(): void {
  describe('the action of a rename', () => {
    it('contains only the changed row', async ({ api, desk }) => {
      const { id } = await api.addMember('Petra Payload')
      await desk.open()
      await desk.select('Petra Payload')
      await desk.rename('Paula Payload')
      const { actions } = await takeRecord(desk)
      const renames = actions.filter(({ type }) => type === 'rest/Member.partialUpdate/fulfilled')
      expect(renames.map(({ payload }) => payload)).toEqual([
        {
          result: id,
          entities: {
            Member: {
              [id]: {
                data: expect.objectContaining({ id, name: 'Paula Payload' }),
                invalid: false,
                meta: expect.any(Object),
              },
            },
          },
        },
      ])
    })
  })
}
