import { renderToString } from 'react-dom/server'
import { serializeState } from 'rtk-rest/hydration'
import { makeStore, rest } from './makeStore'
import { App, RecipeResource } from './Recipes'

export async function renderPage(): Promise<string> {
  const store = makeStore()
  try {
    await store.dispatch(rest.fetch(RecipeResource.getList)).unwrap()
    const html = renderToString(<App store={store} />)
    const state = serializeState(store.getState())
    return `<div id="root">${html}</div>
      <script id="state" type="application/json">${state}</script>
      <script type="module" src="/client.js"></script>`
  } finally {
    rest.dispose(store)
  }
}
