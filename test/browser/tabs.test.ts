import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Notes } from './support/Notes'
import { Site } from './support/Site'

// Real tabs of one browser, with one storage: test/managers/persistenceOfTabs.test.tsx has what needs no browser.

type Place = 'IndexedDB' | 'localStorage'

let site: Site
let notes: Notes

beforeAll(async () => {
  site = await Site.start('tabs.ts')
})

afterEach(() => {
  notes.release()
})

afterAll(async () => {
  await site.close()
})

/** Opens the first tab of a browser, and a server with notes. */
async function openFirst(): Promise<Page> {
  notes = new Notes('Ada', 'Bob')
  site.respond(notes.respond)
  return site.open()
}

async function openNext(first: Page): Promise<Page> {
  const page = await first.context().newPage()
  await page.goto(`${site.url}/page`)
  return page
}

const start = (page: Page, place: Place) =>
  page.evaluate((it) => {
    window.tab = window.openTab(it)
  }, place)

const shows = (page: Page, text: string) =>
  page.waitForFunction((it) => window.tab.texts().includes(it), text)

const untilStored = (page: Page, place: Place, text: string) =>
  page.evaluate(([where, it]) => window.untilStored(where, it), [place, text] as const)

const untilRequested = async (request: string) => {
  await expect.poll(() => notes.requested).toContain(request)
}

describe.each(['IndexedDB', 'localStorage'] as const)('tabs with %s', (place) => {
  it('have the next user as soon as one of them does', async () => {
    const here = await openFirst()
    await start(here, place)
    await here.evaluate(() => window.tab.signIn('Ada'))
    await shows(here, 'note 1 of Ada')
    await untilStored(here, place, 'note 1 of Ada')
    const there = await openNext(here)
    await start(there, place)
    await shows(there, 'note 1 of Ada')

    // The response to a request of Ada's comes when Bob has signed in.
    notes.hold()
    await there.evaluate(() => window.tab.refetch())
    await untilRequested('GET /notes')
    await here.evaluate(() => {
      window.tab.signOut()
      window.tab.signIn('Bob')
    })
    await there.waitForFunction(() => window.tab.resets() === 1)
    notes.release()
    // Where the tabs have two processes, the sign-out may come before the token of Bob.
    await there.evaluate(() => window.tab.refetch())
    for (const tab of [here, there]) await shows(tab, 'note 1 of Bob')
    await untilStored(here, place, 'note 1 of Bob')
    await there.evaluate(() => window.tab.write('2', 'written by Bob'))
    await shows(there, 'written by Bob')
    await untilStored(there, place, 'written by Bob')
    expect(await here.evaluate((it) => window.storedIn(it), place)).not.toContain('of Ada')
    expect(await here.evaluate(() => window.tab.resets())).toBe(1)
    expect(await there.evaluate(() => window.tab.texts())).toEqual([
      'note 1 of Bob',
      'written by Bob',
    ])
  })

  it('crash during a mutation, and the next start asks what became of it', async () => {
    const page = await openFirst()
    await start(page, place)
    await page.evaluate(() => window.tab.signIn('Ada'))
    await shows(page, 'note 1 of Ada')
    await untilStored(page, place, 'note 1 of Ada')
    notes.hold()
    await page.evaluate(() => window.tab.write('1', 'written by Ada'))
    await untilRequested('PATCH /notes/1')
    await untilStored(page, place, '"unsure":"')
    await Promise.all([
      page.waitForEvent('crash'),
      page.goto('chrome://crash').catch((error: unknown) => error),
    ])

    notes.hold()
    // All tabs of a site share a process, so that it takes a new one.
    const next = await openNext(page)
    await start(next, place)
    // The row of before is shown, and asked for.
    await shows(next, 'note 1 of Ada')
    await untilRequested('GET /notes')
    expect(await next.evaluate(() => window.tab.isFetching())).toBe(true)
    notes.release()
    await shows(next, 'written by Ada')
    expect(notes.requested).toEqual(['GET /notes'])
  })
})

it('a page without a network for two minutes asks once when that is back', async () => {
  const first = await openFirst()
  const page = await first.context().newPage()
  await page.clock.install()
  await page.goto(`${site.url}/page`)
  await start(page, 'IndexedDB')
  await page.evaluate(() => window.tab.signIn('Ada'))
  await shows(page, 'note 1 of Ada')

  await goOffline(page)
  notes.requested.length = 0
  notes.write('Ada', '1', 'written elsewhere')
  await page.clock.runFor('02:00')
  expect(notes.requested).toEqual([])
  await comeBack(page)
  await shows(page, 'written elsewhere')
  await page.clock.runFor('00:50')
  expect(notes.requested).toEqual(['GET /notes'])
})

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
}

/** A busy browser tells a page of the network before requests get through: then the network is lost again. */
async function comeBack(page: Page): Promise<void> {
  while (notes.requested.length === 0) {
    await page.context().setOffline(false)
    await vi
      .waitUntil(() => notes.requested.length > 0, { timeout: 10_000 })
      .catch(() => goOffline(page))
  }
}
