/** A request that the server refused or answered with something else than was asked for. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** The HTTP status; 400 where the answer could not be used. */
  readonly status: number
  /** The response, its body unread; absent on an error that was read back from the store. */
  readonly response: Response | undefined

  constructor(response: Response | undefined, message?: string, status?: number) {
    super(message ?? describeResponse(response))
    this.status = status ?? response?.status ?? 500
    this.response = response
  }

  /** What may be logged: never the query string, which may hold secrets. */
  toJSON(): { name: string; message: string; status: number; url: string | undefined } {
    const url = this.response && withoutQuery(this.response.url)
    return { name: this.name, message: this.message, status: this.status, url }
  }
}

function describeResponse(response: Response | undefined): string {
  if (response === undefined) return 'the request failed'
  const problem = response.statusText || `status ${response.status} is not ok`
  return `${withoutQuery(response.url)}: ${problem}`
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
