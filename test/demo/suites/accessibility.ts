import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect } from 'vitest'
import { isExhaustive } from '../../support/runs'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { hold } from '../support/hold'

const laptop = { width: 1024, height: 768 }
const phone = { width: 390, height: 844 }

/** What axe finds on the page as it is, with the elements: by all its rules, or by one. */
async function violationsOf({ page }: Desk, rule?: string): Promise<string[]> {
  // Without a second page, which would only add what frames have; this one has none.
  const builder = new AxeBuilder({ page }).setLegacyMode()
  if (rule !== undefined) builder.withRules(rule)
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${String(target)}: ${failureSummary}`),
  )
}

/** Each view, and what opens in it. */
const places: Readonly<Record<string, (desk: Desk) => Promise<unknown>>> = {
  'the desk with a member': openMember,
  'the form of a name, and a confirmation': async (desk) => {
    await openMember(desk)
    await desk.button('Rename').click()
    await desk.detail.getByRole('textbox', { name: 'Name' }).waitFor()
    await desk.button('Delete member').click()
    await desk.button('Keep').waitFor()
  },
  'the form of a new member': async (desk) => {
    await desk.open()
    await desk.list.getByRole('button', { name: 'New member' }).click()
    await desk.page.getByRole('dialog', { name: 'New member' }).waitFor()
  },
  'the form to sign in': async (desk) => {
    await desk.open()
    await desk.page.getByRole('button', { name: 'Sign in' }).click()
    await desk.page.getByRole('dialog', { name: 'Sign in' }).getByLabel('User').waitFor()
  },
  'the source of an order': async (desk) => {
    await desk.openOrders()
    await desk.page
      .getByRole('button', { name: /^Source: / })
      .first()
      .click()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
  },
  'the desk while it loads': async (desk) => {
    await hold(desk.page, '**/api/**')
    await desk.load()
    await desk.page.getByRole('status', { name: 'Loading members' }).waitFor()
  },
  'the market while it loads': async (desk) => {
    await hold(desk.page, '**/api/**')
    await desk.load('#market')
    await desk.page.getByRole('status', { name: 'Loading trades' }).waitFor()
  },
  'the source of a part': async (desk) => {
    await desk.open()
    await desk.list.getByRole('button', { name: 'Source: Members' }).click()
    await desk.page.getByText('export function MemberList(').waitFor()
  },
  'the desk with members that are selected': async (desk) => {
    await desk.open()
    await desk.signIn()
    await desk.list.getByRole('button', { name: 'Select', exact: true }).click()
    await desk.list.getByRole('checkbox', { name: 'Select Amara Okafor' }).check()
    await desk.list.getByRole('checkbox', { name: 'Select Farid Rahimi' }).check()
    await desk.list.getByRole('button', { name: 'Delete 2 members' }).waitFor()
  },
  'a session that has ended': async (desk) => {
    desk.complaints.expectFailedRequests()
    await openMember(desk)
    await desk.signIn()
    await desk.page.route('**/statement', (it) => it.fulfill({ status: 401, json: {} }))
    await desk.button('Download statement').click()
    await desk.page.getByRole('button', { name: 'Go on without signing in' }).waitFor()
  },
  'the desk of a user': async (desk) => {
    await desk.open()
    await desk.signIn()
  },
  'the market': (desk) => desk.openMarket(),
  'the orders': (desk) => desk.openOrders(),
}

/** The place that is looked at on a phone, too; `npm run exhaustive` does it with all. */
const onPhone = 'the desk with a member'

async function openMember(desk: Desk): Promise<void> {
  await desk.open()
  await desk.select('Amara Okafor')
}

/** An automatic check of a library, which finds what a machine can find: names, roles, contrasts, structure. */
export function accessibilitySuite(): void {
  describe('axe finds no violation', () => {
    it.for(Object.keys(places))('in %s', async (place, { desk }) => {
      await desk.page.emulateMedia({ colorScheme: 'light' })
      await places[place]?.(desk)
      expect(await violationsOf(desk), 'light').toEqual([])
      await desk.page.emulateMedia({ colorScheme: 'dark' })
      await desk.page.setViewportSize(laptop)
      expect(await violationsOf(desk, 'color-contrast'), 'dark, on 1024 px').toEqual([])
      if (!isExhaustive && place !== onPhone) return
      await desk.page.setViewportSize(phone)
      expect(await violationsOf(desk), 'on a phone').toEqual([])
    })
  })
}

/** The page while the server refuses. */
export function outageAccessibilitySuite(): void {
  describe('axe finds no violation in an outage', () => {
    it.afterEach(({ api }) => api.setOutage(false))

    it('with errors in place of data, and with data of some age', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      await api.setOutage(true)
      await desk.load()
      await desk.list.getByRole('alert').waitFor()
      expect(await violationsOf(desk)).toEqual([])
      await api.setOutage(false)
      await desk.open()
      await desk.setOutage(true)
      await desk.list.getByRole('button', { name: 'Refresh' }).click()
      await desk.list.locator('.stale').waitFor()
      await desk.page.emulateMedia({ colorScheme: 'light' })
      expect(await violationsOf(desk), 'light').toEqual([])
      await desk.page.emulateMedia({ colorScheme: 'dark' })
      expect(await violationsOf(desk, 'color-contrast'), 'dark').toEqual([])
    })
  })
}
