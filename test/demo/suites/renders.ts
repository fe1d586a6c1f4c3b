import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'

/** How many components the panel counts for something that the user did, once it shows all that there is to show. */
async function renderedBy(desk: Desk, cause: string): Promise<number> {
  await desk.page.evaluate(() => {
    globalThis.demo?.store.dispatch({ type: 'test/all is shown' })
  })
  await desk.page.getByText('test/all is shown').waitFor()
  const line = await desk.page
    .getByRole('button', { name: new RegExp(`^${cause} .* components? rendered$`) })
    .first()
    .textContent()
  return Number(/(\d+) components? rendered$/.exec(line ?? '')?.[1])
}

/** What a change renders: the parts that show it, and the lists that hold them. */
export function renderSuite(): void {
  describe('the components that render', () => {
    it('after a vote are those of one note', async ({ api, desk }) => {
      const { id } = await api.addMember('Vito Voted')
      for (const text of ['One.', 'Two.', 'Three.']) await api.addNote(id, text)
      await desk.open()
      await desk.select('Vito Voted')
      await desk.vote('Two.').click()
      await desk.note('Two.').getByText('Saving').waitFor({ state: 'detached' })
      expect(await renderedBy(desk, 'Click: .*Two\\.')).toBeLessThanOrEqual(7)
    })

    it('after the move of an order are two columns and one card', async ({ api, desk }) => {
      await api.addOrder(1011)
      await desk.openOrders()
      await desk.page.getByRole('button', { name: 'Move Buy 1,011 COPPER to Working' }).click()
      await desk.page.getByText('Buy 1,011 COPPER is now in the column Working.').waitFor()
      expect(await renderedBy(desk, 'Click: Move')).toBeLessThanOrEqual(10)
    })
  })
}
