/** Sends a request; a failure to do so gets a status, as the server's own failures have. */
export async function sendRequest(
  fetchFn: typeof fetch,
  input: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await fetchFn(input, init)
  } catch (error) {
    // `fetch` says "no connection" with a TypeError; a status lets error policies treat it as the server's fault.
    throw error instanceof TypeError ? Object.assign(error, { status: 500 }) : error
  }
}

/** One signal that aborts when either does. */
export function anySignal(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  return one !== undefined && other !== undefined ? AbortSignal.any([one, other]) : (one ?? other)
}
