import { renderToString } from 'react-dom/server'
import { serializeState } from 'rtk-rest/hydration'
import { makeStore, rest, type RootState } from './makeStore'
import { RecipeResource } from './RecipeResource'
import { App } from './Recipes'

export async function renderPage(): Promise<string> {
  const store = makeStore()
  try {
    await store.dispatch(rest.fetch(RecipeResource.getList)).unwrap()
    return pageOf(renderToString(<App store={store} />), store.getState())
  } finally {
    rest.dispose(store)
  }
}

export const pageOf = (html: string, state: RootState) => `<div id="root">${html}</div>
  <script id="state" type="application/json">${serializeState(state)}</script>
  <script type="module" src="/client.js"></script>`
