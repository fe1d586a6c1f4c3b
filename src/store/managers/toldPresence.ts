import type { Action } from 'redux'
import type { Controller } from '../Controller'
import type { Presence } from './presence'

/**
 * A presence that also believes what RTK's `setupListeners(dispatch, handler)` dispatches, so that an app without
 * browser events, as in React Native, says it once for RTK Query and for us.
 */
export function toldPresence(controller: Controller, presence: Presence): Presence {
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
        // What the browser says now is newer than what was told.
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
