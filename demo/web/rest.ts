import { createRest, LogoutManager, matchRejected } from 'rtk-rest'
import type { RejectedAction } from 'rtk-rest'
import { garbage } from 'rtk-rest/garbage'
import { persistence } from 'rtk-rest/persistence'
import { refetchOn } from 'rtk-rest/refetch'
import { progressFetch } from 'rtk-rest/xhr'

/** What is of this visit alone: who is signed in, and whether there is an outage. */
const ofVisit = /^(?:Session|Outage|GET \/api\/(?:session|outage))/

/**
 * The REST layer of the page; a 401 makes it forget everything, and downloads report their progress. What was shown survives a
 * reload, and what nothing shows goes after a minute, so soon that a person sees it in the panel.
 */
export const rest = createRest({
  fetchFn: progressFetch,
  managers: [
    new LogoutManager(),
    persistence({
      key: 'exchange-desk',
      include: ({ schemaKey, requestKey }) => !ofVisit.test(schemaKey ?? requestKey),
    }),
    refetchOn({ focus: true, reconnect: true }),
    garbage({ keepFor: 60_000 }),
  ],
})

/** Matches the action by which the store hears that the server knows no user any more. */
export function isSessionEnd(action: unknown): action is RejectedAction {
  return matchRejected(action) && action.error.status === 401
}
