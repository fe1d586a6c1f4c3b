/** Whether there is a network, and somebody who looks. */
export interface Presence {
  isOnline(): boolean
  isVisible(): boolean
  /** Calls back when either may have changed; returns how to stop. */
  listen(onChange: () => void): () => void
}

/** What the browser says of itself; where there is none, as on a server, always online and looked at. */
export const browserPresence: Presence = {
  isOnline: () =>
    typeof navigator === 'undefined' || (navigator.onLine as boolean | undefined) !== false,
  isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  listen(onChange) {
    if (typeof window === 'undefined' || typeof window.addEventListener !== 'function') {
      return doNothing
    }
    for (const event of EVENTS) window.addEventListener(event, onChange)
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, onChange)
    }
  },
}

// `visibilitychange` bubbles from the document.
const EVENTS = ['online', 'offline', 'focus', 'visibilitychange'] as const

function doNothing(): void {
  // Nothing was listened to.
}
