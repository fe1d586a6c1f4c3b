import { createRest, LogoutManager } from 'rtk-rest'
import type { RejectedAction } from 'rtk-rest'

/** The REST layer of the page; a 401 makes it forget everything. */
export const rest = createRest({ managers: [new LogoutManager()] })

/** Matches the action by which the store hears that the server knows no user any more. */
export function isSessionEnd(action: unknown): action is RejectedAction {
  return rest.matchRejected(action) && action.error.status === 401
}
