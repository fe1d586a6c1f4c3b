import { hydrateRoot } from 'react-dom/client'
import { createApp, type RootState } from '../../integration/hydration/app'

// Takes over a page that a server has made.

const { createStore, pageOf, rest } = createApp(location.origin)
const state = JSON.parse(document.querySelector('#state')?.textContent ?? '') as RootState
const store = createStore(state)
hydrateRoot(document.querySelector('main') as HTMLElement, pageOf(store))

const hydrated = {
  /** Takes over what the server of a later page has sent. */
  hydrate: (text: string): void =>
    store.dispatch(rest.hydrate((JSON.parse(text) as RootState).rest)),
}

declare global {
  interface Window {
    hydrated: typeof hydrated
  }
}

window.hydrated = hydrated
