import type { RestAction } from 'rtk-rest'
import { observePage } from '../panel/observePage'

/** What happened so far, with what only the page itself sees of it. */
export const happenings = observePage()

/** The first one is a request of the page; the others follow from nothing that the user did. */
let firstOutage: string | undefined

/** The polls of the outage would take the place of what the user did. */
export function isOutagePoll({ meta }: RestAction): boolean {
  if (meta.kind !== 'request' || meta.arg.endpoint !== 'Outage.get') return false
  return (firstOutage ??= meta.requestId) !== meta.requestId
}
