import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'

/** What came back, with its headers by their names in small letters. */
export interface RawResponse {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Sends a request with headers that `fetch` would not let one choose, such as `Host`. */
export async function sendRequest(
  url: string,
  { body, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<RawResponse> {
  const clientRequest = request(url, options)
  clientRequest.end(body)
  return responseOf(clientRequest)
}

/** The response to a request, also to one that is still being sent. */
export async function responseOf(clientRequest: ClientRequest): Promise<RawResponse> {
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}
