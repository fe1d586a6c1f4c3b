import { expect, it } from 'vitest'
import { received, respond } from './api'
import { makeStore, rest, type RootState } from './store/makeStore'
import { RecipeResource } from './store/RecipeResource'
import { renderWhatLoads } from './store/waitingServer'

// Apart from the pages that are hydrated: React warns of two of its renderers in one process.
it('the recipe for components that request while a server renders sends their data along', async () => {
  respond(() => ({ json: [{ id: '1', title: 'Soup' }] }))
  const page = await renderWhatLoads()
  expect(page).toContain('<li>Soup</li>')
  const [, state = ''] = /json">(.*)<\/script>\n/.exec(page) ?? []
  const store = makeStore(JSON.parse(state) as RootState)
  const { selectData } = rest.selectors
  expect(selectData(store.getState(), RecipeResource.getList)).toMatchObject([{ title: 'Soup' }])
  expect(received).toHaveLength(1)
})
