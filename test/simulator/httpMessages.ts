import type { ModelRequest, ModelResponse, Row } from './ModelServer'
import { REQUEST_ID } from './world'

export function httpResponseOf({ status, body }: ModelResponse): Response {
  return body === undefined ? new Response(null, { status }) : Response.json(body, { status })
}

export function requestOf(
  address: string,
  { method = 'GET', body, headers }: RequestInit,
): ModelRequest & { readonly requestId: string } {
  const url = new URL(address)
  const requestId = new Headers(headers).get(REQUEST_ID) ?? ''
  const sent = typeof body === 'string' ? (JSON.parse(body) as Row) : undefined
  return { method, path: `${url.pathname}${url.search}`, body: sent, requestId }
}
