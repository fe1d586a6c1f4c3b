import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { bodyTooLarge, maxBody } from './bodies'
import type { Origins } from './Origins'
import { setSecurityHeaders } from './securityHeaders'

/** Stands before API and page: every response gets the security headers, and no request comes in for another host. */
export function createDoor(
  origins: Origins,
  api: RequestListener,
  page: RequestListener,
): RequestListener {
  return (request, response) => {
    setSecurityHeaders(response)
    if (!origins.hasHost(request.headers.host)) {
      return refuse(response, 421, 'This host is not served here; ALLOWED_ORIGINS can name more.')
    }
    if (isApi(request.url)) {
      if (Number(request.headers['content-length'] ?? 0) <= maxBody) return api(request, response)
      return refuseBody(request, response)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return refuse(response, 405, 'The page can only be read.')
    }
    page(request, response)
  }
}

/** Ends a web socket that is opened for another host, before anything else listens to it. */
export function refuseForeignSocket(
  origins: Origins,
): (request: IncomingMessage, socket: Duplex) => void {
  return (request, socket) => {
    if (!origins.hasHost(request.headers.host)) socket.destroy()
  }
}

function isApi(url: string | undefined): boolean {
  return url === '/api' || url?.startsWith('/api/') === true
}

/**
 * Responds before the body is read. What still comes is dropped, and the connection stays: one that is closed in the middle of an
 * upload may lose the response.
 */
function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(413, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ message: bodyTooLarge }))
}

/** The connection is closed with the response, so that a body, if there is one, is not read. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ message }))
}
