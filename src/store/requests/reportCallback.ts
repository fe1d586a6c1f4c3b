import { getOrCreate } from '../../util/collections'
import { codedMessage, describeValue, textOf } from '../../util/messages'
import { report } from '../report'
import type { RequestArg } from '../state/state'
import type { RequestCall } from './InFlightRequest'

type Callback = 'getOptimisticResponse' | 'update' | 'invalidateAll' | 'expireAll'

/** The messages about calls, by what actions contain of a call. */
const reported = new WeakMap<RequestArg, Set<string>>()

/**
 * Reports an error of a callback that computes what a mutation changes. The mutation itself goes on. A layer is computed
 * repeatedly, and its error is reported once.
 */
export function reportCallback({ name, arg }: RequestCall, member: Callback, cause: unknown): void {
  const text =
    process.env.NODE_ENV === 'production' ||
    `\`${member}\` of ${name} failed, so that it changes nothing: ${cause instanceof Error ? textOf(cause) : describeValue(cause)}.`
  const message = codedMessage('failed-callback', text, `${name}, ${member}`)
  const messages = getOrCreate(reported, arg, () => new Set<string>())
  if (messages.size < messages.add(message).size) report(new Error(message, { cause }))
}
