import type { Locator } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { breakResponses } from '../support/fail'

const closed = 'The desk is closed at the moment.'
const unreachable = 'The desk could not be reached.'
const odd = 'The desk gave an odd answer.'

const alertIn = (part: Locator) => part.getByRole('alert').filter({ hasText: 'Retry' })

async function expectError(part: Locator, sentence: string): Promise<void> {
  await alertIn(part).waitFor()
  expect(await alertIn(part).getByRole('paragraph').textContent()).toBe(sentence)
}

/** Retries while the server still refuses; the error comes again after one request. */
async function retryInVain(desk: Desk, part: Locator, path: string): Promise<void> {
  const requests = await desk.requestsDuring(async () => {
    const response = desk.page.waitForResponse((it) => it.url().includes(path))
    await alertIn(part).getByRole('button', { name: 'Retry' }).click()
    expect((await response).status()).toBe(503)
    await expectError(part, closed)
  })
  expect(requests).toEqual([expect.stringContaining(path)])
}

const latencyOf = ({ page }: Desk) => page.getByRole('slider', { name: 'Latency' })

const showsLatency = ({ page }: Desk, text: string) =>
  page.locator('.latency').getByText(text, { exact: true }).waitFor()

const noticeIn = (part: Locator) => part.locator('.stale')

/** Waits for the line that says how old the data is, and why. */
const expectNotice = (part: Locator, sentence: string) =>
  noticeIn(part)
    .filter({ hasText: /^As of \d\d:\d\d, (less than a minute|\d+ minutes?) ago\./ })
    .filter({ hasText: sentence })
    .waitFor()

/** Waits until a part shows its data, without an error or a word about its age. */
async function expectRecovered(part: Locator): Promise<void> {
  await alertIn(part).waitFor({ state: 'detached' })
  await noticeIn(part).waitFor({ state: 'detached' })
  await part.getByRole('listitem').first().waitFor()
}

async function retryWell(part: Locator): Promise<void> {
  await alertIn(part).getByRole('button', { name: 'Retry' }).click()
  await part.getByRole('listitem').first().waitFor()
  expect(await alertIn(part).count()).toBe(0)
}

/** Lets so much time pass that a poll is due, until something is shown. The time between failed polls doubles. */
async function pollUntil(desk: Desk, shown: Locator): Promise<void> {
  while (!(await shown.isVisible())) {
    await desk.page.clock.fastForward(60_000)
    await desk.page.title()
  }
}

/** The whole page while the server refuses; these tests share the switch of one server. */
export function outageSuite(): void {
  describe('an outage of the server', () => {
    it.afterEach(({ api }) => api.setOutage(false))

    it('at the start shows errors and no counts, and its end loads the data', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await api.setOutage(true)
      await desk.load()
      await expectError(desk.list, closed)
      await expectError(desk.latest, closed)
      expect(await desk.countTexts()).toEqual(['–', '–'])
      await desk.page.getByRole('switch', { checked: true }).waitFor()
      await retryInVain(desk, desk.list, '/api/members')
      await retryInVain(desk, desk.latest, '/api/notes')
      const requests = await desk.requestsDuring(async () => {
        await desk.setOutage(false)
        await expectRecovered(desk.list)
        await expectRecovered(desk.latest)
      })
      expect(requests.toSorted()).toEqual([
        'GET /api/members',
        'GET /api/notes?limit=12',
        'PUT /api/outage',
      ])
      expect(await desk.row('Amara Okafor').count()).toBe(1)
    })

    it('keeps what a Refresh requests again, says how old it is, and its end loads it', async ({
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      const { members } = await desk.counts()
      await desk.setOutage(true)
      await desk.page.getByRole('button', { name: /^Click: Simulate outage / }).waitFor()
      await desk.list.getByRole('button', { name: 'Refresh' }).click()
      await desk.latest.getByRole('button', { name: 'Refresh' }).click()
      await expectNotice(desk.list, closed)
      await expectNotice(desk.latest, closed)
      expect((await desk.names()).length).toBe(members)
      expect((await desk.counts()).members).toBe(members)
      const refused = desk.page.waitForResponse('**/api/members')
      await noticeIn(desk.list).getByRole('button', { name: 'Retry' }).click()
      expect((await refused).status()).toBe(503)
      await expectNotice(desk.list, closed)
      await desk.setOutage(false)
      await expectRecovered(desk.list)
      await expectRecovered(desk.latest)
    })

    it('that begins and ends elsewhere is noticed by the page', async ({ api, desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      await api.setOutage(true)
      await desk.list.getByRole('button', { name: 'Refresh' }).click()
      await expectNotice(desk.list, closed)
      await desk.page.getByRole('switch', { checked: true }).waitFor()
      await api.setOutage(false)
      await expectRecovered(desk.list)
      await desk.page.getByRole('switch', { checked: false }).waitFor()
    })

    it('that begins and ends in another page is shown by the switch, without a click here', async ({
      desk,
      elsewhere,
    }) => {
      for (const it of [desk, elsewhere]) it.complaints.expectFailedRequests()
      await desk.open()
      await elsewhere.openMarket()
      await desk.setOutage(true)
      await elsewhere.page.getByRole('switch', { checked: true }).waitFor()
      await elsewhere.setOutage(false)
      await desk.page.getByRole('switch', { checked: false }).waitFor()
    })

    it('has a latency that is that of the page where it was set last', async ({
      api,
      desk,
      elsewhere,
    }) => {
      onTestFinished(async () => void (await api.request('PUT', '/outage', { latency: 0 })))
      await desk.open()
      await elsewhere.open()
      await latencyOf(desk).press('ArrowRight')
      await showsLatency(elsewhere, '0.25 s')
      await latencyOf(elsewhere).press('ArrowRight')
      await showsLatency(desk, '0.5 s')
      await latencyOf(desk).press('ArrowLeft')
      await showsLatency(elsewhere, '0.25 s')
    })

    it('shows the age of the data in minutes, and a member of a list that is old', async ({
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await desk.page.clock.install()
      await desk.open()
      await desk.setOutage(true)
      await desk.page.clock.fastForward('02:05')
      await desk.list.getByRole('button', { name: 'Refresh' }).click()
      await noticeIn(desk.list).filter({ hasText: ', 2 minutes ago.' }).waitFor()
      await desk.row('Farid Rahimi').click()
      await desk.name('Farid Rahimi').waitFor()
      await expectNotice(desk.detail, closed)
    })

    it('allows selecting a member, and its end loads the notes', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      await desk.setOutage(true)
      await desk.row('Farid Rahimi').click()
      await desk.name('Farid Rahimi').waitFor()
      await expectError(desk.notes, closed)
      await retryInVain(desk, desk.notes, '/notes')
      await desk.setOutage(false)
      await expectRecovered(desk.notes)
      expect(await desk.notes.getByRole('listitem').count()).toBe(4)
    })

    it('shows the error of the server for mutations, and keeps the input', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await api.addMember('Ralf Refused')
      await desk.open()
      await desk.select('Ralf Refused')
      await desk.setOutage(true)
      await desk.detail.getByRole('textbox', { name: 'New note' }).fill('Not now.')
      await desk.button('Add note').click()
      await desk.notes.getByText('The desk is closed (simulated outage).').waitFor()
      expect(await desk.note('Not now.').count()).toBe(0)
      await desk.setOutage(false)
      await desk.button('Add note').click()
      await desk.note('Not now.').waitFor()
    })

    it('rejects an import with the error of the server, until it has ended', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      await desk.signIn()
      const { members } = await desk.counts()
      await desk.setOutage(true)
      await desk.importMembers('Paula Patient,paula@a.example,FX')
      await desk.list.getByText('The desk is closed (simulated outage).').waitFor()
      expect(await desk.list.getByRole('progressbar').count()).toBe(0)
      expect(await desk.row('Paula Patient').count()).toBe(0)
      await desk.setOutage(false)
      await desk.importMembers('Paula Patient,paula@a.example,FX')
      await desk.row('Paula Patient').waitFor()
      expect((await desk.counts()).members).toBe(members + 1)
    })

    it('keeps the last prices on the page, marked as old', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.page.clock.install()
      await desk.openMarket()
      const panel = desk.market('Prices')
      await panel.getByRole('listitem').first().waitFor()
      await desk.setOutage(true)
      await pollUntil(desk, panel.getByText('No response.'))
      await panel.getByText(/^As of \d\d:\d\d, /).waitFor()
      expect(await panel.getByRole('listitem').count()).toBe(4)
      await desk.setOutage(false)
      await pollUntil(desk, panel.getByText('requested every two seconds'))
    })

    it('during a reload does not end a session with a cookie', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      await desk.signIn({ keep: true })
      await desk.setOutage(true)
      await desk.load()
      await desk.account.getByRole('button', { name: 'Sign in' }).waitFor()
      await desk.page.getByRole('switch', { checked: true }).waitFor()
      await desk.setOutage(false)
      await desk.signedIn.waitFor()
    })
  })
}

/** Responses that the API never sends; each is made up for one page alone. */
export function brokenResponseSuite(): void {
  describe('a response of the server', () => {
    it('with a closed connection shows an error until Retry succeeds', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      const mend = await breakResponses(desk.page, '**/api/members', (it) =>
        it.abort('connectionreset'),
      )
      // The page would find out by itself that the server responds.
      await desk.page.route('**/api/outage', (it) => it.abort('connectionreset'))
      await desk.load()
      await expectError(desk.list, unreachable)
      mend()
      await retryWell(desk.list)
    })

    it('of a proxy that does not reach the server, or of one that failed, says so', async ({
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await desk.page.route('**/api/members', (it) => it.fulfill({ status: 502 }))
      await desk.page.route('**/api/notes?limit=12', (it) => it.fulfill({ status: 500 }))
      await desk.load()
      await expectError(desk.list, unreachable)
      await expectError(desk.latest, 'The desk could not answer (500).')
    })

    it('that comes again after a closed connection loads the data', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      const isOffline = { value: true }
      await desk.page.route('**/api/**', (it) =>
        isOffline.value ? it.abort('connectionreset') : it.fallback(),
      )
      await desk.load()
      await expectError(desk.list, unreachable)
      isOffline.value = false
      await expectRecovered(desk.list)
      await expectRecovered(desk.latest)
    })

    it('with an HTML page shows an error until Retry succeeds', async ({ desk }) => {
      const page = { contentType: 'text/html', body: '<!doctype html><h1>Welcome</h1>' }
      const mend = await breakResponses(desk.page, '**/api/members', (it) => it.fulfill(page))
      await desk.load()
      await expectError(desk.list, odd)
      mend()
      await retryWell(desk.list)
    })

    it('with incomplete JSON shows an error until Retry succeeds', async ({ desk }) => {
      const half = { contentType: 'application/json', body: '[{"id":"1","name":"Am' }
      const mend = await breakResponses(desk.page, '**/api/notes?limit=12', (it) =>
        it.fulfill(half),
      )
      await desk.load()
      await expectError(desk.latest, odd)
      await desk.row('Amara Okafor').waitFor()
      mend()
      await retryWell(desk.latest)
    })
  })
}
