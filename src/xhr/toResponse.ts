import { NULL_BODY } from './progressFetch'

/** What was received, as `fetch` gives it. */
export function toResponse(xhr: XMLHttpRequest, url: string): Response {
  const { status, statusText, responseURL } = xhr
  const headers = headersOf(xhr)
  const body = NULL_BODY.has(status) ? null : (xhr.response as Blob | null)
  // A status beyond 599 may be received, but not constructed.
  const response = new Response(body, { status: Math.min(status, 599), statusText, headers })
  // A blob without a type may have got one.
  if (!headers.has('content-type')) response.headers.delete('content-type')
  return Object.defineProperties(response, {
    status: { value: status },
    url: { value: responseURL },
    redirected: { value: isRedirected(url, responseURL) },
  })
}

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name, ...rest] = line.split(':')
    if (name) headers.append(name, rest.join(':').trim())
  }
  return headers
}

function isRedirected(url: string, responseUrl: string): boolean {
  const page = (globalThis.location as Location | undefined)?.href
  return responseUrl !== '' && new URL(url, page).href.replace(/#.*/, '') !== responseUrl
}
