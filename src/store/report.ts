import { codedMessage, describeValue, textOf } from '../util/messages'

/** Reports an error that must not stop what goes on. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
  else console.error(error)
}

/** Calls something whose failure must not stop what goes on. */
export function runSafely<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    report(error)
    return undefined
  }
}

/** A request, as far as its callbacks are reported. */
interface Reported {
  readonly requestId: string
  readonly endpoint: { readonly name: string }
}

type Callback = 'getOptimisticResponse' | 'update' | 'invalidateAll' | 'expireAll'

/** The ids of requests, with what was reported of each. */
const reported = new Set<string>()
/** How many are remembered at most. */
const MAX_REPORTED = 1_000

/**
 * Reports an error of a callback that computes what a mutation changes. The mutation itself goes on. What it expects is
 * computed repeatedly, and its error is reported once.
 */
export function reportCallback(
  { requestId, endpoint: { name } }: Reported,
  member: Callback,
  cause: unknown,
): void {
  const text =
    process.env.NODE_ENV === 'production' ||
    `\`${member}\` of ${name} failed, so that it changes nothing: ${cause instanceof Error ? textOf(cause) : describeValue(cause)}.`
  const message = codedMessage('failed-callback', text, `${name}, ${member}`)
  if (reported.size > MAX_REPORTED) reported.clear()
  if (reported.size < reported.add(`${requestId} ${message}`).size) {
    report(new Error(message, { cause }))
  }
}
