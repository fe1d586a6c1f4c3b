import { mayPass, type RetryPolicy } from './RetryOptions'

/**
 * Does something again while it fails in a way that may pass, with longer and longer waits in between. A signal ends
 * the waiting; what it is aborted with is what the promise rejects with.
 */
export async function retrying<Value>(
  attempt: () => Promise<Value>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<Value> {
  // Loaded while the first try is under way: later there may be no connection to load it by.
  const loading = outcomeOf(import('./tryAgain').then(({ loadTryAgain }) => loadTryAgain()))
  const first = attempt()
  const tried = await outcomeOf(first)
  if ('value' in tried) return tried.value
  const loaded = await loading
  const mayPassNow = (error: unknown, tries: number) => mayPass(error, tries, policy)
  if ('value' in loaded) {
    return loaded.value({ first, again: attempt, mayPass: mayPassNow, policy, signal })
  }
  // A failure that is final anyway has nothing to do with the loading.
  const isFinal = signal?.aborted === true || !(await mayPassNow(tried.error, 1))
  throw isFinal ? tried.error : notLoaded(loaded.error, tried.error)
}

type Outcome<Value> = { readonly value: Value } | { readonly error: unknown }

function outcomeOf<Value>(promise: Promise<Value>): Promise<Outcome<Value>> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
}

/** The error of a request whose further tries could not be loaded; its status is that of the request. */
function notLoaded(cause: unknown, failure: unknown): Error {
  const advice = process.env.NODE_ENV === 'production' ? '' : ' Serve every file of the build.'
  const message = `${String(failure)}, and the code for \`retry\` could not be loaded to try again (${String(cause)}).${advice}`
  const { status } = Object(failure) as { readonly status?: unknown }
  return Object.assign(new Error(message, { cause }), { status })
}
