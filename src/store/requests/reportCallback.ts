import { getOrCreate } from '../../util/collections'
import { codedMessage, describeValue, textOf } from '../../util/messages'
import { report } from '../report'
import type { ManagedCall } from '../Manager'

type Callback = 'getOptimisticResponse' | 'update' | 'invalidateAll' | 'expireAll'

/** The messages about calls, by their arguments. */
const reported = new WeakMap<readonly unknown[], Set<string>>()

/**
 * Reports an error of a callback that computes what a mutation changes. The mutation itself goes on. A layer is computed
 * repeatedly, and its error is reported once.
 */
export function reportCallback(call: ManagedCall, member: Callback, cause: unknown): void {
  const { endpoint, args } = call
  const { name } = endpoint
  const text =
    process.env.NODE_ENV === 'production' ||
    `\`${member}\` of ${name} failed, so that it changes nothing: ${cause instanceof Error ? textOf(cause) : describeValue(cause)}.`
  const message = codedMessage('failed-callback', text, `${name}, ${member}`)
  const messages = getOrCreate(reported, args, () => new Set<string>())
  if (messages.size < messages.add(message).size) report(new Error(message, { cause }))
}
