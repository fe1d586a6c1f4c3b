import type { ServerResponse } from 'node:http'

/** The headers of every response: of the API, of the page, and of a refusal. */
const securityHeaders: Readonly<Record<string, string>> = {
  // Responses are data, which load nothing; the page alone has a policy of its own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Sets the security headers; what responds to the request may replace one. No HSTS, because the demo has no certificate. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
}

/** The policy of the page: it loads from its own server only, and runs no script of unknown origin. */
export function pagePolicy(nonce: string, host: string): string {
  return Object.entries({
    'default-src': "'none'",
    // The nonce is for the inline script of React's fast refresh and the styles of Vite's error overlay.
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    // The socket by name, because not every browser counts it to 'self'.
    'connect-src': `'self' ws://${host} wss://${host}`,
    // Vite's client waits in a worker for a server that restarts, and makes it from a blob.
    'worker-src': 'blob:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}
