import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { pagePolicy } from './securityHeaders'

/** What Vite writes where a nonce belongs, and each response replaces by one of its own. */
export const noncePlaceholder = 'nonce-of-this-response'

/** Responds with the HTML of the page, and anything that is not the page with a 404. */
export async function respondWithIndex(
  vite: ViteDevServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.split('?')[0]
  if (path !== '/' && path !== '/index.html') return respondWithText(response, 404, 'Not found.')
  try {
    respondWithHtml(request, response, await transformIndex(vite))
  } catch (error) {
    respondWithError(response, error)
  }
}

/** Responds with HTML, which gets a nonce of its own. */
export function respondWithHtml(
  request: IncomingMessage,
  response: ServerResponse,
  html: string,
): void {
  const nonce = randomBytes(16).toString('base64')
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    // A stored response would hold its nonce too.
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(nonce, request.headers.host ?? ''),
  })
  response.end(html.replaceAll(noncePlaceholder, nonce))
}

async function transformIndex(vite: ViteDevServer): Promise<string> {
  const file = await readFile(join(vite.config.root, 'index.html'), 'utf8')
  return vite.transformIndexHtml('/index.html', file)
}

/** Responds that there is no page to show, and logs why. */
export function respondWithError(response: ServerResponse, error: unknown): void {
  console.error(error)
  respondWithText(response, 500, 'The page could not be built; the log of the server says why.')
}

/** Responds with a sentence instead of the page. */
export function respondWithText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}
