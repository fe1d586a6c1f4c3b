import { hydrateRoot } from 'react-dom/client'
import { makeStore, rest, type RootState } from './makeStore'
import { App } from './Recipes'

export function start() {
  const text = document.getElementById('state')?.textContent ?? ''
  const store = makeStore(JSON.parse(text) as RootState)
  const root = hydrateRoot(document.getElementById('root') as HTMLElement, <App store={store} />)
  return { root, store }
}

/** The state of another page, which the server sends when the user navigates. */
export function takeOver(store: ReturnType<typeof makeStore>, text: string) {
  const state = JSON.parse(text) as RootState
  store.dispatch(rest.hydrate(state.rest))
}
