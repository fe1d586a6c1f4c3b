import { useSyncExternalStore } from 'react'

/** The page that the address names: `#/articles/cups?offset=5`. */
export interface Address {
  /** `['articles', 'cups']` */
  readonly path: readonly string[]
  readonly search: URLSearchParams
}

/** The address of the page, as it changes. */
export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  const [path = '', search = ''] = hash.replace(/^#\//, '').split('?')
  const segments = path.split('/').filter((it) => it !== '')
  return { path: segments, search: new URLSearchParams(search) }
}

/** Opens another page, which is rendered at once. */
export function goTo(hash: string): void {
  window.history.pushState(null, '', hash)
  for (const notify of listeners) notify()
}

const listeners = new Set<() => void>()

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  window.addEventListener('hashchange', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('hashchange', onChange)
  }
}
