/**
 * Sends a request; a failure to do so gets a status, as the server's own failures have.
 * @param shown what an error calls the address
 */
export async function sendRequest(
  fetchFn: typeof fetch,
  input: string,
  init: RequestInit,
  shown: string,
): Promise<Response> {
  try {
    return await fetchFn(input, init)
  } catch (error) {
    if (error instanceof TypeError && !isReachable(input)) throw unreachable(shown)
    throw asNetworkFailure(error)
  }
}

/**
 * `fetch` says "no connection", and an answer that broke off, with a TypeError: a status lets error policies treat it
 * as the server's fault, and the cause, where there is one, belongs to what is said.
 */
export function asNetworkFailure(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error
  const { cause } = error
  if (cause instanceof Error && cause.message !== '') error.message += `: ${cause.message}`
  return Object.assign(error, { status: 500 })
}

/** One signal that aborts when any of them does. */
export function anySignal(
  ...signals: readonly (AbortSignal | null | undefined)[]
): AbortSignal | undefined {
  const given = [...new Set(signals.filter((signal) => signal !== null && signal !== undefined))]
  return given.length > 1 ? joined(given) : given[0]
}

function joined(signals: readonly AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([...signals])
  // React Native, and browsers before 2024.
  const all = new AbortController()
  for (const signal of signals) {
    const abort = (): void => all.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return all.signal
}

function isReachable(input: string): boolean {
  const page = (globalThis.location as Location | undefined)?.href
  try {
    const { username, password } = new URL(input, page)
    return username === '' && password === ''
  } catch {
    return false
  }
}

/** Not the error of `fetch`, which shows the whole address. */
function unreachable(shown: string): TypeError {
  return new TypeError(
    `fetch cannot reach ${shown}: give the endpoint a urlPrefix that is an origin without credentials, such as 'https://api.example.com'.`,
  )
}
