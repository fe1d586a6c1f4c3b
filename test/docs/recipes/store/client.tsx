import { hydrateRoot } from 'react-dom/client'
import { makeStore, rest, type RootState } from './makeStore'
import { App } from './Recipes'

const text = document.getElementById('state')?.textContent ?? ''
export const store = makeStore(JSON.parse(text) as RootState)

export const root = hydrateRoot(
  document.getElementById('root') as HTMLElement,
  <App store={store} />,
)

/** The state of another page, which the server sends when the user navigates. */
export function takeOver(text: string) {
  const state = JSON.parse(text) as RootState
  store.dispatch(rest.hydrate(state.rest))
}
