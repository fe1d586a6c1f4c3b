import type { Action } from 'redux'
import { listenToPage } from '../util/listenToPage'
import { getOwn } from '../util/record'

/** Tells if there is a network, and if the app is visible. */
export interface Presence {
  /** Tells whether there is a network. */
  isOnline(): boolean
  /** Tells whether the user sees the app. */
  isVisible(): boolean
  /** Calls back when either may have changed; returns how to stop. */
  listen(onChange: () => void): () => void
}

/** The presence of a browser page; without a browser, as on a server, always online and visible. */
export const browserPresence: Presence = {
  isOnline: () => surroundings.navigator?.onLine !== false,
  isVisible: () => surroundings.document?.visibilityState !== 'hidden',
  listen: (onChange) => listenToPage(EVENTS, onChange),
}

/** What may be missing where there is no browser. */
const surroundings: {
  readonly navigator?: Partial<Navigator>
  readonly document?: Document
} = globalThis

// `visibilitychange` bubbles from the document.
const EVENTS = ['online', 'offline', 'focus', 'visibilitychange'] as const

/** What actions of RTK's `setupListeners` report. */
const REPORTS: Readonly<Record<string, Partial<Reported>>> = {
  '__rtkq/online': { isOnline: true },
  '__rtkq/offline': { isOnline: false },
  '__rtkq/focused': { isVisible: true },
  '__rtkq/unfocused': { isVisible: false },
}

interface Reported {
  readonly isOnline: boolean
  readonly isVisible: boolean
}

/** Tells whether there is a network, and whether somebody looks. */
export interface Attendance {
  now(): Reported
  listen(onChange: () => void): () => void
  /** Takes an action of the store; whether it reported something. */
  take(action: Action): boolean
}

/**
 * A presence that also follows the actions of RTK's `setupListeners(dispatch, handler)`, so that an app without browser
 * events, as in React Native, sets up one handler for RTK Query and for this library.
 */
export function attendanceOf(presence = browserPresence): Attendance {
  let reported: Partial<Reported> = {}
  return {
    now: () => ({ isOnline: presence.isOnline(), isVisible: presence.isVisible(), ...reported }),
    listen: (onChange) =>
      presence.listen(() => {
        // The browser's event is newer than the last action.
        reported = {}
        onChange()
      }),
    take({ type }) {
      const report = getOwn(REPORTS, type)
      reported = { ...reported, ...report }
      return report !== undefined
    },
  }
}
