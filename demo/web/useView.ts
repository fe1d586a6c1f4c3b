import { useSyncExternalStore } from 'react'

/** The views of the page, by their names in the address. */
export const views = { desk: 'Desk', market: 'Market', orders: 'Orders' } as const

export type View = keyof typeof views

/** The view that the address names, which so can be linked to, gone back from and loaded again. Default: the desk. */
export function useView(): View {
  return useSyncExternalStore(listen, readView)
}

function listen(onChange: () => void): () => void {
  globalThis.addEventListener('hashchange', onChange)
  return () => globalThis.removeEventListener('hashchange', onChange)
}

function readView(): View {
  const name = location.hash.slice(1)
  return Object.hasOwn(views, name) ? (name as View) : 'desk'
}
