import type { WebSocketRoute } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { takeRecord } from '../support/takeRecord'

const livePrices = (desk: Desk) => desk.market('Live prices').getByRole('listitem')

/** Waits until other live prices are shown. */
async function waitForMovedPrice(desk: Desk): Promise<void> {
  const before = await livePrices(desk).allTextContents()
  await desk.page.waitForFunction((old) => {
    const shown = [...document.querySelectorAll('.live__price')].map((it) => it.textContent)
    return shown.length === old.length && shown.some((text, at) => text !== old[at])
  }, before)
}

/** The sockets of the page that is loaded next, which the test can cut. */
async function passSockets(desk: Desk): Promise<readonly WebSocketRoute[]> {
  const sockets: WebSocketRoute[] = []
  await desk.page.routeWebSocket('**/api/prices', (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  return sockets
}

/** Waits until the page has stored both of its lists. */
async function waitForStored(desk: Desk): Promise<void> {
  const lists = ['/api/members', '/api/notes'].map((it) => expect.stringContaining(`GET ${it}`))
  await expect.poll(() => storedKeys(desk)).toEqual(expect.arrayContaining(lists))
}

/** The keys of what the page has stored. */
function storedKeys({ page }: Desk): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('exchange-desk')
        opening.onsuccess = () => {
          const database = opening.result
          const [name] = database.objectStoreNames
          const end = (keys: readonly IDBValidKey[]) => {
            database.close()
            resolve(keys.map(String))
          }
          if (name === undefined) return end([])
          const keys = database.transaction(name).objectStore(name).getAllKeys()
          keys.onsuccess = () => end(keys.result)
        }
      }),
  )
}

/** The requests of a page that is loaded again, once the storage responds in time. */
async function requestsOfRestored(desk: Desk): Promise<string[]> {
  const before = desk.complaints.slowReads
  const requests = await desk.requestsDuring(() => desk.open())
  return desk.complaints.slowReads > before ? requestsOfRestored(desk) : requests
}

const table = (desk: Desk, name: string) =>
  desk.page.evaluate(
    (key) => Object.keys(globalThis.demo?.store.getState().rest.entities[key] ?? {}),
    name,
  )

declare global {
  var idleFlashes: string[] | undefined
  var flashCount: number | undefined
}

/** From now on, notes what flashes although its text has not changed just before. */
const watchIdleFlashes = (desk: Desk) =>
  desk.page.evaluate(() => {
    const idle: string[] = []
    globalThis.idleFlashes = idle
    globalThis.flashCount = 0
    const changed = new Set<Node | null>()
    // The page's own observer is older, so it is called first: with what is taken here, or with nothing of interest.
    const observer = new MutationObserver(() => changed.clear())
    const observed = { subtree: true, childList: true, characterData: true }
    observer.observe(document.body, { ...observed, characterDataOldValue: true })
    const { animate } = Element.prototype
    Element.prototype.animate = function animateNoted(...args) {
      for (const { type, target, oldValue } of observer.takeRecords()) {
        if (type === 'childList') changed.add(target)
        else if (target.nodeValue !== oldValue) changed.add(target.parentElement)
      }
      queueMicrotask(() => changed.clear())
      const leaves = [this, ...this.querySelectorAll('*')].filter((it) => !it.childElementCount)
      for (const it of leaves) if (!changed.has(it)) idle.push(it.textContent)
      globalThis.flashCount = (globalThis.flashCount ?? 0) + 1
      return animate.apply(this, args)
    }
  })

/** What makes a tab last: pushed prices, a reload, unused data, a network that is cut. */
export function lifeSuite(): void {
  describe('the live prices on the page', () => {
    it('move by themselves, without requests, also those of the ticker', async ({ desk }) => {
      await desk.openMarket()
      await livePrices(desk).first().waitFor()
      expect(await livePrices(desk).count()).toBe(4)
      await waitForMovedPrice(desk)
      await waitForMovedPrice(desk)
      expect(desk.requests.filter((it) => it.includes('/prices'))).toEqual([])
      await desk.page.locator('.wh').getByText('rest/live/set').first().waitFor()
    })
  })

  describe('the polled and pushed prices', () => {
    it('flash where their digits have changed, and nowhere else', async ({ desk }) => {
      await desk.openMarket()
      await desk.market('Trades').locator('.trade').first().waitFor()
      await livePrices(desk).first().waitFor()
      await waitForMovedPrice(desk)
      await watchIdleFlashes(desk)
      await desk.page.waitForFunction(() => globalThis.flashCount !== 0)
      for (let poll = 0; poll < 2; poll += 1) await desk.page.waitForResponse('**/api/ticker')
      await waitForMovedPrice(desk)
      expect(await desk.page.evaluate(() => globalThis.idleFlashes)).toEqual([])
    })
  })

  describe('a reload of the page', () => {
    it('shows what was there at once, and requests nothing of it', async ({ desk }) => {
      // A reload aborts what is in flight, such as a source file.
      desk.complaints.expectFailedRequests()
      await desk.open()
      await waitForStored(desk)
      const requests = await requestsOfRestored(desk)
      expect(requests.filter((it) => /members|notes/.test(it))).toEqual([])
    })
  })

  describe('what nothing shows', () => {
    it('goes after a minute, while what is shown stays', async ({ desk }) => {
      // A poll may be in flight when its view is left.
      desk.complaints.expectFailedRequests()
      await desk.page.clock.install()
      await desk.openOrders('Open')
      await desk.goTo('Market')
      await desk.market('Trades').locator('.trade').first().waitFor()
      expect(await table(desk, 'Order')).not.toEqual([])
      for (let minute = 0; minute < 3; minute += 1) await desk.page.clock.runFor(60_000)
      expect(await table(desk, 'Order')).toEqual([])
      expect(await table(desk, 'Trade')).not.toEqual([])
      const { actions } = await takeRecord(desk)
      expect(actions.map(({ type }) => type)).toContain('rest/gc')
    })
  })

  describe('a page without a network', () => {
    it('says so, shows what it has, and goes on when the network is back', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.openMarket()
      await desk.market('Trades').locator('.trade').first().waitFor()
      await desk.page.context().setOffline(true)
      const notice = desk.page.getByText('No network.')
      await notice.waitFor()
      const before = desk.requests.length
      // What was never loaded waits; what was is shown.
      const toDesk = desk.page.getByRole('navigation', { name: 'Views' }).getByText('Desk')
      await toDesk.click()
      await desk.page.getByRole('status', { name: 'Loading members' }).waitFor()
      await desk.goTo('Market')
      expect(await desk.market('Trades').locator('.trade').count()).toBeGreaterThan(0)
      await toDesk.click()
      expect(desk.requests.slice(before)).toEqual([])
      await desk.page.context().setOffline(false)
      await notice.waitFor({ state: 'detached' })
      await desk.list.getByRole('listitem').first().waitFor()
    })

    it('has its prices pushed by another socket when the network is back', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      const sockets = await passSockets(desk)
      await desk.openMarket()
      await livePrices(desk).first().waitFor()
      const feed = desk.newFeed()
      await desk.page.context().setOffline(true)
      await desk.page.getByText('No network.').waitFor()
      // The browser plays that no request gets through, and leaves what is open.
      await sockets[0]?.close()
      await desk.page.context().setOffline(false)
      await feed
      await waitForMovedPrice(desk)
    })
  })
}

/** An outage is one of all pages. */
export function outageLifeSuite(): void {
  describe('the live prices in an outage', () => {
    it('go on after an outage', async ({ desk, api }) => {
      desk.complaints.expectFailedRequests()
      await desk.openMarket()
      await livePrices(desk).first().waitFor()
      const feed = desk.newFeed()
      await api.request('PUT', '/outage', { on: true })
      await api.request('PUT', '/outage', { on: false })
      await feed
      await waitForMovedPrice(desk)
    })
  })
}
