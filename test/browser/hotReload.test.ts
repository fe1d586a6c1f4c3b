import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HotSite } from './support/HotSite'

// The recipe for hot reloading, with Vite's development server in a real browser.

let site: HotSite

beforeAll(async () => {
  site = await HotSite.start(new URL('../docs/recipes/redux/hotReloading/', import.meta.url), {
    '/todos': [{ id: '1', title: 'Write', isDone: true }],
  })
})

afterAll(async () => {
  await site.close()
})

const shows = async (text: string) => {
  await site.page.getByText(text, { exact: true }).waitFor()
  await site.settle()
}
const loads = () => site.page.evaluate(() => (window as { loads?: number }).loads)

describe('the recipe for hot reloading', () => {
  it('shows entities of an edited class, and what else is edited, without a reload', async () => {
    await shows('Write')
    await site.edit('todos.ts', ['return this.title', 'return `${this.title}!`'])
    await shows('Write!')
    expect(site.requests).toEqual(['GET /todos'])
    await site.edit(
      'todos.ts',
      ["  title = ''\n", "  title = ''\n  isDone = false\n"],
      ['${this.title}!', '${this.title} ${this.isDone}'],
    )
    await shows('Write true')
    expect(site.requests).toEqual(['GET /todos'])
    expect(await loads()).toBe(1)
    expect(site.complaints).toEqual([])
  })

  it('keeps the data in a new store where the options of createRest are edited', async () => {
    await site.edit('store.ts', ['dataExpiryLength: 60_000', 'dataExpiryLength: 90_000'])
    await site.edit('todos.ts', ['${this.title} ${this.isDone}', '${this.title}?'])
    await shows('Write?')
    expect(site.requests).toEqual(['GET /todos'])
    expect(await loads()).toBe(1)
    expect(site.complaints).toEqual([])
  })
})
