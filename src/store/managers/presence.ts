import type { Action } from 'redux'
import type { Controller } from '../Controller'

/** Whether there is a network, and whether the app is visible. */
export interface Presence {
  isOnline(): boolean
  isVisible(): boolean
  /** Calls back when either may have changed; returns how to stop. */
  listen(onChange: () => void): () => void
}

/** The presence of a browser page; without a browser, as on a server, always online and visible. */
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
  // There was no listener.
}

/**
 * A presence that also follows the actions of RTK's `setupListeners(dispatch, handler)`, so that an app without browser
 * events, as in React Native, sets up one handler for RTK Query and for this library.
 */
export function fromSetupListeners(controller: Controller, presence: Presence): Presence {
  let isOnline: boolean | undefined
  let isVisible: boolean | undefined
  return {
    isOnline: () => isOnline ?? presence.isOnline(),
    isVisible: () => isVisible ?? presence.isVisible(),
    listen(onChange) {
      const stopActions = controller.onAction(({ type }: Action) => {
        const before = [isOnline, isVisible]
        if (type === '__rtkq/online') isOnline = true
        else if (type === '__rtkq/offline') isOnline = false
        else if (type === '__rtkq/focused') isVisible = true
        else if (type === '__rtkq/unfocused') isVisible = false
        if (before[0] !== isOnline || before[1] !== isVisible) onChange()
      })
      const stopEvents = presence.listen(() => {
        // The browser's event is newer than the last action.
        isOnline = undefined
        isVisible = undefined
        onChange()
      })
      return () => {
        stopActions()
        stopEvents()
      }
    },
  }
}
