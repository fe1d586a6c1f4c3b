const sentences: Readonly<Record<number, string>> = {
  401: 'Your session has ended. Sign in again.',
  404: 'This is no longer on the desk.',
  503: 'The desk is closed at the moment.',
}

/** Says in a sentence why something could not be read. */
export function describeError(error: Error): string {
  const status = 'status' in error ? Number(error.status) : 0
  return sentences[status] ?? 'The desk could not be reached.'
}

/** Says why the server refused a change: in its own words, where it gave some. */
export async function describeRefusal(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return 'Something went wrong.'
  const said = await readMessage(error)
  return said ?? describeError(error)
}

async function readMessage(error: Error): Promise<string | undefined> {
  const response = 'response' in error ? error.response : undefined
  if (!(response instanceof Response) || response.bodyUsed) return undefined
  const body = await readJson(response)
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body
  return hasMessage ? String(body.message) : undefined
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
