import { useMemo, useSyncExternalStore } from 'react'
import { desks } from '../desks'

/** The views of the page, by their names in the address. */
export const views = { desk: 'Desk', market: 'Market', orders: 'Orders' } as const

export type View = keyof typeof views

/**
 * What the user looks at. It is in the address and nowhere else, so that it survives a reload, can be linked to, and is left by
 * the Back button: `#desk?desk=FX&member=7`. The other views have it too, for the way back to the desk.
 */
export interface Address {
  readonly view: View
  readonly memberId: string | null
  /** The name of a desk, or `''` for all of them. */
  readonly desk: string
}

const listeners = new Set<() => void>()

/** The current address. */
export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, readHash)
  return useMemo(() => parse(hash), [hash])
}

/** The link to an address. */
export function hrefOf({ view, memberId, desk }: Address): string {
  const search = new URLSearchParams({
    ...(desk !== '' && { desk }),
    ...(memberId !== null && { member: memberId }),
  })
  return search.size === 0 ? `#${view}` : `#${view}?${search}`
}

/** Changes the address, as a link does; `replace` leaves no way back to the one before. */
export function navigate(change: Partial<Address>, { replace = false } = {}): void {
  const href = hrefOf({ ...parse(readHash()), ...change })
  if (href === readHash()) return
  if (replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  for (const listener of listeners) listener()
}

/** Closes the member that is shown if it is one of these, which are deleted, and no other. */
export function closeDeleted(ids: readonly string[]): void {
  const { memberId } = parse(readHash())
  if (memberId !== null && ids.includes(memberId)) navigate({ memberId: null }, { replace: true })
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  // Links to `#…` cause it too.
  globalThis.addEventListener('popstate', onChange)
  return () => {
    listeners.delete(onChange)
    globalThis.removeEventListener('popstate', onChange)
  }
}

function readHash(): string {
  return location.hash
}

function parse(hash: string): Address {
  const [name = '', search = ''] = hash.slice(1).split('?')
  const params = new URLSearchParams(search)
  const desk = desks.find((it) => it === params.get('desk')) ?? ''
  const view = Object.hasOwn(views, name) ? (name as View) : 'desk'
  return { view, memberId: params.get('member'), desk }
}
