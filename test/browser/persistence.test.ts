import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Site } from './support/Site'

// The storages of a real browser, and a page that goes: test/managers/persistence.test.tsx has what needs no browser.

let site: Site
let page: Page

beforeAll(async () => {
  site = await Site.start('persistence.ts')
})

beforeEach(async () => {
  page = await site.open()
})

afterAll(async () => {
  await site.close()
})

/** How the page goes. */
const ways = {
  reloads: () => page.reload(),
  'goes to another page': async () => {
    await page.goto(`${site.url}/other`)
    await page.goto(`${site.url}/page`)
  },
}

const open = (storage: 'localStorage' | 'sessionStorage' | undefined, throttle: number) =>
  page.evaluate(
    async ([it, ms]) => {
      window.app = window.openApp(it, ms)
      await window.app.rehydrated()
    },
    [storage, throttle] as const,
  )

const change = () =>
  page.evaluate(async () => {
    await window.app.fetch()
    window.app.rename('2', 'Robert')
  })

/** Waits until a database has the change. */
const isInDatabase = () => page.evaluate(() => window.hasStored('Robert'))

const read = () => page.evaluate(() => window.app.read())
const RESTORED = { names: ['Ada', 'Robert'], requests: 0 }

describe.each(Object.entries(ways))('where the page %s', (_, go) => {
  it('IndexedDB has what was written', async () => {
    await open(undefined, 1)
    await change()
    await isInDatabase()
    await go()
    await open(undefined, 1)
    expect(await read()).toEqual(RESTORED)
  })

  it.each(['localStorage', 'sessionStorage'] as const)(
    '%s has what was not written yet, too: it is written as the page goes',
    async (storage) => {
      await open(storage, 1_000_000)
      await change()
      await go()
      await open(storage, 1_000_000)
      expect(await read()).toEqual(RESTORED)
    },
  )
})

it('a page that hides writes: a phone may end it then without a word', async () => {
  await open(undefined, 1_000_000)
  await change()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await isInDatabase()
  await page.reload()
  await open(undefined, 1_000_000)
  expect(await read()).toEqual(RESTORED)
})

it.each([undefined, 'localStorage'] as const)(
  'a sign-out in one tab is one in the other: %s',
  async (storage) => {
    await open(storage, 1)
    const other = await page.context().newPage()
    await other.goto(`${site.url}/page`)
    await other.evaluate(async (it) => {
      window.app = window.openApp(it, 1)
      await window.app.rehydrated()
      await window.app.fetch()
    }, storage)
    await page.evaluate(() => window.app.signOut())
    await other.waitForFunction(() => window.app.count() === 0)
    await other.evaluate(() => window.app.rename('7', 'of the next user'))
    await other.reload()
    const names = await other.evaluate(async (it) => {
      const app = window.openApp(it)
      await app.rehydrated()
      return [app.nameOf('1'), app.nameOf('2')]
    }, storage)
    expect(names).toEqual([undefined, undefined])
  },
)

it('10,000 rows survive, and one of them that changes is written alone', async () => {
  const puts = await page.evaluate(async () => {
    const keys: unknown[] = []
    const proto = IDBObjectStore.prototype
    const { put } = proto
    proto.put = function putAndCount(value: unknown, key?: IDBValidKey) {
      keys.push(key)
      return put.call(this, value, key)
    }
    const next = async () => {
      while (keys.length === 0) await new Promise((resolve) => setTimeout(resolve))
      return keys.splice(0)
    }
    const app = window.openApp(undefined, 1)
    await app.rehydrated()
    app.fill(10_000)
    const all = await next()
    app.rename('u5000', 'other')
    return [all.length, await next()]
  })
  // The rows, and what is stored beside them.
  expect(puts).toEqual([10_001, [['User', 'u5000']]])
  await page.reload()
  const seen = await page.evaluate(async () => {
    const app = window.openApp()
    await app.rehydrated()
    return [app.count(), app.nameOf('u5000'), app.nameOf('u9999')]
  })
  expect(seen).toEqual([10_000, 'other', '9999'])
})
