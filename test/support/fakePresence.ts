import type { Presence } from 'rtk-rest/polling'

interface State {
  readonly isOnline: boolean
  readonly isVisible: boolean
}

/** A presence that a test changes, and who listens to it. */
export function fakePresence(initial: Partial<State> = {}) {
  const listeners = new Set<() => void>()
  const now = { isOnline: true, isVisible: true, ...initial }
  const presence: Presence = {
    isOnline: () => now.isOnline,
    isVisible: () => now.isVisible,
    listen(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
  const change = (next: Partial<State>): void => {
    Object.assign(now, next)
    for (const listener of listeners) listener()
  }
  return { presence, change, listeners }
}
