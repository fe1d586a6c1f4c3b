import { useSyncExternalStore } from 'react'

/** Who is signed in; empty texts where nobody is. */
export interface Session {
  readonly username: string
  readonly token: string
}

const none: Session = { username: '', token: '' }
const listeners = new Set<() => void>()
let current = none

/** Who is signed in, outside of components. */
export const session = () => current

/** Signs a user in, or the present one out. */
export function setSession(next = none): void {
  current = next
  for (const notify of listeners) notify()
}

/** Who is signed in; an empty text where nobody is. */
export const useUsername = () => useSyncExternalStore(subscribe, session).username

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}
