import { codedMessage, describeValue, textOf } from '../../util/messages'
import { report } from '../report'
import type { ManagedRequest } from '../Manager'

type Callback = 'getOptimisticResponse' | 'update' | 'invalidateAll' | 'expireAll'

/** The ids of requests, with what was reported of each. */
const reported = new Set<string>()
/** How many are remembered at most. */
const MAX_REPORTED = 1_000

/**
 * Reports an error of a callback that computes what a mutation changes. The mutation itself goes on. What it expects is
 * computed repeatedly, and its error is reported once.
 */
export function reportCallback(request: ManagedRequest, member: Callback, cause: unknown): void {
  const { name } = request.endpoint
  const text =
    process.env.NODE_ENV === 'production' ||
    `\`${member}\` of ${name} failed, so that it changes nothing: ${cause instanceof Error ? textOf(cause) : describeValue(cause)}.`
  const message = codedMessage('failed-callback', text, `${name}, ${member}`)
  if (reported.size > MAX_REPORTED) reported.clear()
  if (reported.size < reported.add(`${request.requestId} ${message}`).size) {
    report(new Error(message, { cause }))
  }
}
