/** Why a signal is aborted; those of React Native have no reason. */
export function abortReason({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError', code: 'ABORTED' })
}

/** One signal that aborts when any of them does. */
export function anySignal(
  ...signals: readonly (AbortSignal | null | undefined)[]
): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== null && signal !== undefined)
  if (given.length < 2) return given[0]
  if ('any' in AbortSignal) return AbortSignal.any(given)
  // React Native, and browsers before 2024.
  const joined = new AbortController()
  for (const signal of given) {
    const abort = (): void => joined.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return joined.signal
}
