import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
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
    if (isApi(request.url)) return api(request, response)
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

/** The connection is closed with the response, so that a body, if there is one, is not read. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ message }))
}
